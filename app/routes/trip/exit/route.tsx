import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData, useLocation } from '@remix-run/react'
import type { ErrorCode } from '#app/domain/error.ts'
import { refuseExit } from '#app/domain/trip/permissions.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { refused } from '#app/http/form.server.ts'
import { requireLogin } from '#app/http/guard.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { tripFailureText } from '#app/routes/trip/form.server.ts'
import { requireTrip } from '#app/routes/trip/require.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { TripView } from '#app/services/groups/trips.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton, SubmitButton } from '#app/ui/button.tsx'
import { type Effect, Effects } from '#app/ui/carpool/effects.tsx'
import { DialogRoute } from '#app/ui/dialog.tsx'
import { Clock, CreditCard, Users } from '#app/ui/icon.tsx'
import { keepForm, keepRead, OfflineNote, useAnswer } from '#app/ui/offline.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { tabPath, underPath } from '#app/ui/trip/query.ts'
import { TripLine } from '#app/ui/trip/trip-line.tsx'

const FORM = 'exit-form'

export const handle: PageHandle = { title: 'trip:exit.title' }

/** Why leaving was refused, in words that fit a trip. */
function whyNot(context: AppContext, code: ErrorCode): string {
  if (code === 'cutoffPassed') return context.t('trip:exit.cutoffPassed')
  if (code === 'notFound') return context.t('trip:exit.gone')
  if (code === 'operationExpired' || code === 'notOpen') return context.t('trip:exit.over')
  return tripFailureText(context, { code })
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireLogin(context, request)
  const trip = await requireTrip(context, params.tripId, user)
  const code = trip.own ? refuseExit(trip, context.clock.now()) : 'notFound'
  return { trip, closed: code && whyNot(context, code) }
}

/** Leaves the trip; the deposit is returned automatically (docs/rules.md#exits). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireLogin(context, request)
  const left = await context.trips.exit(user, params.tripId ?? '')
  if (!left.ok) return refused({ text: whyNot(context, left.error.code) }, left.error.code)
  return redirectWithFlash(context, tabPath('end'), { kind: 'success', key: 'trip:done.exited' })
}

export const clientAction = keepForm
export const shouldRevalidate = keepRead

export default function ExitDialog() {
  const t = useT()
  const { trip, closed } = useLoaderData<typeof loader>()
  const answer = useAnswer<typeof action>()
  const { search } = useLocation()
  const closeTo = underPath(search)
  const effects = useEffects(trip)
  const why = answer?.text ?? closed
  return (
    <DialogRoute
      title={t('trip:exit.title')}
      closeTo={closeTo}
      footer={
        <>
          <LinkButton to={closeTo} replace preventScrollReset variant="secondary">
            {why ? t('common:action.close') : t('trip:exit.stay')}
          </LinkButton>
          {!why && (
            <SubmitButton
              form={FORM}
              variant="danger"
              busyLabel={t('trip:exit.busy')}
              className="sm:flex-1"
            >
              {t('trip:exit.submit')}
            </SubmitButton>
          )}
        </>
      }
    >
      <Form method="post" id={FORM} replace className="flex flex-col gap-4">
        <p>
          <span>{t('trip:exit.which')}</span> <TripLine trip={trip} />
        </p>
        <OfflineNote />
        {why ? (
          <Banner
            tone="danger"
            role="alert"
            title={answer ? t('trip:exit.failed') : t('trip:exit.closed')}
          >
            {why}
          </Banner>
        ) : (
          <Effects items={effects} />
        )}
      </Form>
    </DialogRoute>
  )
}

/** What happens to the money, the student's places and the trip. */
function useEffects({ own, basePrice, currentPassengers, cutoffAt }: TripView): Effect[] {
  const t = useT()
  const format = useFormat()
  const people = own?.party.people ?? 1
  const money = {
    icon: CreditCard,
    text: t('trip:exit.money', { amount: format.money(basePrice) }),
  }
  if (currentPassengers <= people) return [money, { icon: Users, text: t('trip:exit.last') }]
  return [
    money,
    {
      icon: Users,
      text: people === 1 ? t('trip:exit.seatOne') : t('trip:exit.seat', { count: people }),
    },
    { icon: Clock, text: t('trip:exit.again', { time: format.dateTime(cutoffAt) }) },
  ]
}
