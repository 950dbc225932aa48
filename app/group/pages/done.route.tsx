import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { mailboxOf } from '#app/account/http/mailbox.server.ts'
import type { Mailbox } from '#app/account/ui/mailbox.ts'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import type { NextStage } from '#app/carpool/ui/next.ts'
import { ridesPath } from '#app/carpool/ui/paths.ts'
import { stageOf } from '#app/carpool/ui/stage.ts'
import { requireOwn } from '#app/group/http/place.server.ts'
import { placeNextOf } from '#app/group/ui/next.ts'
import { PlacePicture } from '#app/group/ui/picture.tsx'
import { missingIn, type PlaceRecord, recordPathOf } from '#app/group/ui/place.ts'
import { PlaceTicket, useSeatsText } from '#app/group/ui/place-ticket.tsx'
import { StepRow } from '#app/group/ui/step-row.tsx'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { AfterPayment, DONE_PX } from '#app/payments/ui/after-payment.tsx'
import type { BareTripRecord } from '#app/trip/service/trips.server.ts'
import { tripStageOf } from '#app/trip/ui/next.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

type Data = { place: PlaceRecord; stage: NextStage; mailbox: Mailbox | null; now: number }

/** Stages right after a payment; at any later stage the page redirects to the record. */
const REACHED: NextStage[] = [
  'waiting',
  'deciding',
  'balanceDue',
  'othersDue',
  'ready',
  'privateDue',
  'private',
]

export const handle: PageHandle<Data> = {
  title: (t, { place, stage }) => titleOf(t, place, stage),
}

/** Built from the current state, so that the page can be reloaded and revisited. */
export async function loader(args: LoaderFunctionArgs): Promise<Data> {
  const { user, place } = await requireOwn(args)
  const now = args.context.clock.now()
  const stage = place.kind === 'trip' ? tripStageOf(place, now) : stageOf(place)
  if (!REACHED.includes(stage)) throw redirect(recordPathOf(place))
  return { place, stage, mailbox: mailboxOf(user), now }
}

/** The result in a few words. */
const titleOf = (t: Translate, place: PlaceRecord, stage: NextStage): string =>
  place.kind === 'trip' ? tripTitle(t, place, stage) : carpoolTitle(t, place, stage)

function tripTitle(t: Translate, trip: BareTripRecord, stage: NextStage): string {
  const count = trip.neededPassengers
  if (stage === 'deciding') return t('trip:status.deciding')
  if (stage === 'waiting') {
    if (count === 0) return t('trip:done.enough')
    return t(trip.creates ? 'trip:done.created' : 'trip:done.joined', { count })
  }
  return t(stage === 'ready' && trip.balancePrice > 0 ? 'ride:done.paid' : 'trip:done.complete')
}

function carpoolTitle(t: Translate, record: CarpoolRecord, stage: NextStage): string {
  const count = missingIn(record)
  if (stage === 'waiting') {
    if (count === 0) return t('ride:done.full')
    const isAlone = record.currentPassengers === record.party.people
    return t(isAlone ? 'ride:done.created' : 'ride:done.joined', { count })
  }
  if (stage === 'privateDue' || stage === 'private') return t(`ride:done.${stage}`)
  // The group has been filled, or the deposit has covered everything.
  if (stage === 'balanceDue' || record.originalRemainingAmount === 0)
    return t(record.openedFor > 0 ? 'ride:done.completeFewer' : 'ride:done.complete')
  return t(stage === 'ready' ? 'ride:done.ready' : 'ride:done.paid')
}

/** What happened to the money; for a trip, the sentence about the next step covers it. */
function moneyOf(t: Translate, place: PlaceRecord, stage: NextStage): string[] {
  if (place.kind === 'trip') return []
  const amount = formatOf(t).money(place.depositStory.amount)
  // A private car's deposit is only held until it is paid.
  if (stage === 'waiting' || stage === 'privateDue') {
    const most = stage === 'waiting' && place.fewer?.most
    const upTo = most && t('ride:done.fewer', { price: formatOf(t).money(most) })
    return [t('ride:done.held', { amount }), ...(upTo ? [upTo] : [])]
  }
  return stage === 'balanceDue' ? [t('ride:done.charged', { amount })] : [t('ride:done.certain')]
}

/** The page after a payment: the seat fills, and what comes next. */
export default function DonePage() {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { place, stage, mailbox, now } = useLoaderData<typeof loader>()
  const { button, text } = placeNextOf(place, { t, format, language, now })
  const see = t(place.kind === 'trip' ? 'trip:done.seeTrip' : 'ride:done.seeRecord')
  return (
    <AfterPayment
      title={titleOf(t, place, stage)}
      picture={<PlacePicture place={place} height={DONE_PX} className="fills max-w-full" />}
      words={useSeatsText(place)}
      lines={[...moneyOf(t, place, stage), text]}
      mailbox={mailbox}
      // The button to share while people are missing, or else the next step.
      first={button ?? { to: recordPathOf(place), label: see }}
      second={{ to: ridesPath, label: t('ride:done.seeRides') }}
    >
      <PlaceTicket place={place} as="h2">
        <div className="px-2 py-4">
          <StepRow place={place} stage={stage} />
        </div>
      </PlaceTicket>
    </AfterPayment>
  )
}
