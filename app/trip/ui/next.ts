import {
  type About,
  document,
  LOOKS,
  NEEDS_HELP,
  type Next,
  type NextButton,
  type NextStage,
} from '#app/carpool/ui/next.ts'
import { ofLeaving } from '#app/carpool/ui/stage.ts'
import { isUnderWay } from '#app/group/rules/ride-status.ts'
import { is } from '#app/group/rules/status.ts'
import { releasedAs } from '#app/i18n/deposit-words.ts'
import { LINK_LANGUAGE } from '#app/i18n/languages.ts'
import type { BareTripRecord, OwnTripPlace, TripView } from '#app/trip/service/trip-views.server.ts'
import { owedOf } from '#app/web/ui/money-back.ts'
import { balancePath, joinPath, payPath } from './query.ts'

/**
 * The stage of a place on a trip, in the terms of carpools. Too few people end it as a refund,
 * since nothing is left to choose.
 */
export function tripStageOf(trip: BareTripRecord, now: number): NextStage {
  const { seat, leaving, status, tripStartAt: departureAt } = trip
  if (seat === 'held') return 'awaiting'
  if (seat === 'lapsing') return 'checking'
  if (seat === 'gone')
    return owedOf(trip) > 0 ? 'refundOwed' : leaving ? ofLeaving[leaving] : 'gone'
  if (isUnderWay({ status, departureAt }, now)) return 'underWay'
  if (is(status, 'open')) return now < trip.cutoffAt ? 'waiting' : 'deciding'
  if (is(status, 'complete')) {
    if (trip.paymentStatus === 'PAID') return 'ready'
    return trip.button === 'payBalance' ? 'balanceDue' : 'checking'
  }
  if (is(status, 'failed')) return 'refunded'
  if (is(status, 'closed')) return 'closed'
  return is(status, 'cancelled') ? 'groupCancelled' : 'completed'
}

/** The next step of the owner of a place on a trip. */
export function tripNextOf(trip: BareTripRecord, about: About): Next {
  const stage = tripStageOf(trip, about.now)
  const [tone, icon] = LOOKS[stage]
  return {
    stage,
    tone,
    icon,
    name: nameOf(trip, stage, about),
    text: sentenceOf(trip, stage, about),
    until: untilOf(trip, stage),
    button: buttonOf(trip, stage, about),
  }
}

function nameOf({ neededPassengers }: BareTripRecord, stage: NextStage, { t }: About): string {
  if (stage === 'waiting') return t(`trip:status.${neededPassengers > 0 ? 'own' : 'ownEnough'}`)
  switch (stage) {
    case 'deciding':
    case 'balanceDue':
    case 'ready':
    case 'refunded':
    case 'released':
      return t(`trip:status.${stage}`)
    case 'completed':
      return t('trip:status.COMPLETED')
    default:
      return t(`carpool:record.status.${stage}`)
  }
}

function untilOf(trip: BareTripRecord, stage: NextStage): number | null {
  if (stage === 'awaiting') return trip.holdExpiresAt
  if (stage === 'balanceDue') return trip.balanceDueAt
  return stage === 'waiting' && is(trip.status, 'joinable') ? trip.cutoffAt : null
}

/** One sentence: the next step, or how the place ended. */
function sentenceOf(trip: BareTripRecord, stage: NextStage, { t, format, now }: About): string {
  const { depositStory, seat } = trip
  const amount = { amount: format.money(trip.basePrice) }
  switch (stage) {
    case 'awaiting':
      return t('trip:own.awaiting', { until: format.time(trip.holdExpiresAt ?? now) })
    case 'checking':
      return t(seat === 'taken' ? 'trip:own.unpaid' : 'trip:pay.checking')
    case 'refundOwed':
      return t('trip:own.refundOwed', { amount: format.money(owedOf(trip)) })
    case 'balanceDue':
      return t('trip:own.balanceDue', { due: format.dateTime(trip.balanceDueAt) })
    case 'ready':
      return t(depositStory.fate === 'counted' ? 'trip:own.ready' : 'trip:own.balancePaid', {
        time: format.dateTime(trip.tripStartAt),
      })
    case 'released': {
      const isBack = releasedAs(depositStory) === 'releasedBack'
      return t(isBack ? 'trip:own.releasedBack' : 'trip:own.released', {
        due: format.dateTime(trip.balanceDueAt),
        amount: format.money(isBack ? depositStory.back : depositStory.amount),
      })
    }
    case 'waiting':
    case 'deciding':
    case 'underWay':
    case 'refunded':
    case 'completed':
    case 'closed':
    case 'groupCancelled':
    case 'moneyBack':
    case 'exited':
      return t(`trip:own.${stage}`, amount)
    default:
      return t('trip:own.gone')
  }
}

function buttonOf(
  trip: BareTripRecord,
  stage: NextStage,
  { t, format, language, now }: About,
): NextButton | null {
  const { id, status, remaining } = trip
  const isJoinable = is(status, 'joinable') && now < trip.cutoffAt
  switch (stage) {
    case 'awaiting':
      return document(payPath(id), t('trip:held.pay'))
    case 'waiting':
      return isJoinable
        ? { to: `/share/trip/${id}?${LINK_LANGUAGE}=${language}`, label: t('trip:done.share') }
        : null
    case 'balanceDue': {
      const amount = format.money(remaining ?? 0)
      return document(balancePath(id), t('trip:card.payBalance', { amount }))
    }
    case 'gone':
    case 'exited':
      return isJoinable
        ? { to: joinPath(id), label: t('carpool:record.joinAgain'), quiet: true }
        : null
    default:
      return NEEDS_HELP.includes(stage)
        ? { to: '/#contact', label: t('account:record.contact'), quiet: true }
        : null
  }
}

/** A place with its trip according to the read model, which does not know what was begun. */
export const listedTrip = (trip: Omit<TripView, 'own'>, own: OwnTripPlace): BareTripRecord => ({
  kind: 'trip',
  ...trip,
  ...own,
  creates: false,
  begun: { deposit: false, balance: false },
})
