import { GROUP_STATUSES } from '#app/domain/group/state.ts'
import { TRIP_STATUSES } from '#app/domain/trip/state.ts'
import type { TKey, Translate } from '#app/i18n/keys.ts'

/** Statuses as the database has them, in words; one that this version does not know is shown as it is (SPEC section 4). */

const known = <K extends string>(keys: readonly K[], value: string): value is K =>
  keys.some((key) => key === value)

export function groupStatus(t: Translate, kind: 'carpool' | 'trip', status: string): string {
  if (kind === 'carpool') return known(GROUP_STATUSES, status) ? t(`carpool:status.${status}`) : status
  return known(TRIP_STATUSES, status) ? t(`trip:status.${status}`) : status
}

const ORDER = ['open', 'processing', 'completed', 'failed'] as const

export const orderStatus = (t: Translate, status: string): string =>
  known(ORDER, status) ? t(`admin:order.status.${status}`) : status

const SEATS = ['held', 'lapsing', 'taken', 'gone'] as const

export const seatOf = (t: Translate, seat: string): string =>
  known(SEATS, seat) ? t(`admin:user.seat.${seat}`) : seat

type Paid = 'DEPOSIT' | 'PAID' | 'PRIVATE_CONVERTED' | 'REFUNDED'
export const placePayment = (t: Translate, paid: Paid): string => t(`admin:user.paid.${paid}` satisfies TKey)
