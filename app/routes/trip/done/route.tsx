import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { is } from '#app/domain/group/status.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { mailboxOf } from '#app/http/mailbox.server.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import { LINK_LANGUAGE } from '#app/i18n/languages.ts'
import type { Mailbox } from '#app/ui/account/mailbox.ts'
import { asDocument } from '#app/ui/as-document.ts'
import { ridesPath } from '#app/ui/carpool/paths.ts'
import { DONE_PX, Done } from '#app/ui/done.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Coach } from '#app/ui/ticket/coach.tsx'
import { Perforation, Ticket } from '#app/ui/ticket/ticket.tsx'
import { useTripNext } from '#app/ui/trip/next.ts'
import { tripPrice } from '#app/ui/trip/price.ts'
import { balancePath, payPath, tabPath } from '#app/ui/trip/query.ts'
import { Period } from '#app/ui/trip/trip-line.tsx'
import { Progress } from './progress.tsx'
import { type Reached, reachedBy, type TripPlace } from './reached.ts'

type Data = TripPlace & {
  reached: Reached
  creates: boolean
  mailbox: Mailbox | null
  now: number
}

export const handle: PageHandle<Data> = {
  plain: true,
  title: (t, { reached, ...place }) => titleOf(t, reached, place),
}

/**
 * Says what has been achieved from what is so now. The trip itself is asked: the list may be
 * written a moment later.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Data> {
  const user = await requireUser(context, request)
  const place = await context.trips.place(user, params.tripId ?? '')
  if (!place.ok) throw new Response(null, { status: place.error.code === 'notFound' ? 404 : 503 })
  const { trip, seat, creates } = place.value
  // A payment that is still open or being checked is that page's to explain.
  if (seat === 'held' || seat === 'lapsing') throw redirect(payPath(trip.id))
  const now = context.clock.now()
  const reached = trip.own && reachedBy(trip, trip.own, now)
  if (!trip.own || !reached) throw redirect(tabPath('end'))
  return { trip, own: trip.own, reached, creates, mailbox: mailboxOf(user), now }
}

export const clientLoader = asDocument

/** What has been achieved, in a few words. */
function titleOf(
  t: Translate,
  reached: Reached,
  { trip, creates }: Pick<Data, 'trip' | 'creates'>,
): string {
  const count = trip.neededPassengers
  if (reached === 'deciding') return t('trip:status.deciding')
  if (reached === 'waiting') {
    if (count === 0) return t('trip:done.enough')
    return t(creates ? 'trip:done.created' : 'trip:done.joined', { count })
  }
  return t(reached === 'paid' && trip.balancePrice > 0 ? 'trip:done.paid' : 'trip:done.complete')
}

const TITLE = 'trip'

/** The page after a trip's deposit or balance: the seat fills, and what comes next. */
function DonePage() {
  const t = useT()
  const { reached, mailbox, ...place } = useLoaderData<typeof loader>()
  const { trip, own } = place
  const { currentPassengers: taken, maxPassengers: max, neededPassengers: missing } = trip
  return (
    <Done
      title={titleOf(t, reached, place)}
      picture={
        <Coach
          taken={taken}
          max={max}
          mine={Math.min(own.party.people, taken)}
          missing={reached === 'waiting' ? missing : 0}
          height={DONE_PX}
          className="fills max-w-full"
        />
      }
      words={t('trip:card.taken', { taken, max })}
      lines={[useTripNext(place)]}
      mailbox={mailbox}
      first={useFirst(reached, place)}
      second={{ to: ridesPath, label: t('ride:done.seeRides') }}
    >
      <Ticket
        title={TITLE}
        className="text-ink"
        heading={
          <h2 id={TITLE} className="min-w-0 break-words text-18">
            {trip.tripName}
          </h2>
        }
        line={
          <>
            <Period trip={trip} />{' '}
            <span className="whitespace-nowrap font-normal text-13 text-muted">
              {t('common:londonTime')}
            </span>
          </>
        }
        price={tripPrice(t, trip.balancePrice)}
      >
        <Perforation />
        <div className="p-4">
          <Progress trip={trip} own={own} reached={reached} />
        </div>
      </Ticket>
    </Done>
  )
}

/** The next step: sending it on while others can join, or paying; otherwise the trip's card. */
function useFirst(reached: Reached, { trip, own }: TripPlace) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  if (reached === 'waiting' && is(trip.status, 'joinable')) {
    const to = `/share/trip/${trip.id}?${LINK_LANGUAGE}=${language}`
    return { to, label: t('trip:done.share') }
  }
  if (reached === 'due') {
    const amount = format.money(own.remaining ?? 0)
    return { to: balancePath(trip.id), label: t('trip:card.payBalance', { amount }) }
  }
  return { to: tabPath('end'), label: t('trip:done.seeTrip') }
}

/** Nothing of it is sent to the browser, which never draws it. */
export default import.meta.env.SSR ? DonePage : () => null
