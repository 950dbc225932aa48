import { useFormat, useT } from '#app/i18n/context.tsx'
import { releasedAs } from '#app/i18n/deposit-words.ts'
import type { BareTrip, OwnTripPlace } from '#app/services/groups/trip-views.server.ts'
import { owedOf } from '#app/ui/money-back.ts'
import { shownStatus } from './status-badge.tsx'

export type OwnTrip = { trip: BareTrip; own: OwnTripPlace; now: number }

const NEXT = {
  PENDING: 'waiting',
  OPEN: 'waiting',
  FULL: 'waiting',
  deciding: 'deciding',
  underWay: 'underWay',
  FAILED: 'failed',
  COMPLETED: 'completed',
  CLOSED: 'closed',
  CANCELLED: 'cancelled',
} as const satisfies Record<Exclude<ReturnType<typeof shownStatus>, 'SUCCESS'>, string>

/** What comes next, in one sentence. */
export function useTripNext({ trip, own, now }: OwnTrip): string {
  const t = useT()
  const format = useFormat()
  const amount = { amount: format.money(trip.basePrice) }
  const time = { time: format.dateTime(trip.tripStartAt) }
  const due = { due: format.dateTime(trip.balanceDueAt) }
  const isGone = own.released || own.paymentStatus === 'REFUNDED'
  const owed = owedOf(own)
  if (isGone && owed > 0) return t('trip:own.refundOwed', { amount: format.money(owed) })
  if (own.released) {
    if (own.paymentStatus === 'REFUNDED') return t('trip:own.depositBack', amount)
    const { amount: kept, back } = own.depositStory
    const isBack = releasedAs(own.depositStory) === 'releasedBack'
    return t(isBack ? 'trip:own.releasedBack' : 'trip:own.released', {
      ...due,
      amount: format.money(isBack ? back : kept),
    })
  }
  const status = shownStatus(trip, now)
  if (status !== 'SUCCESS') return t(`trip:own.${NEXT[status]}`, amount)
  if (own.paymentStatus === 'PAID')
    return t(own.depositStory.fate === 'counted' ? 'trip:own.paid' : 'trip:own.balancePaid', time)
  return trip.button === 'payBalance' ? t('trip:own.due', due) : t('trip:own.unpaid')
}
