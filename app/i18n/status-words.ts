import { GROUP_STATUSES, type GroupStatus } from '#app/group/rules/status.ts'
import { ORDER_STATUSES, type OrderKind } from '#app/orders/rules/order.ts'
import { CARRIERS } from '#app/orders/rules/postage.ts'
import type { RowPayment } from '#app/payments/rules/row-charge.ts'
import { REQUEST_KINDS } from '#app/requests/rules/request.ts'
import { TRIP_STATUSES } from '#app/trip/rules/state.ts'
import type { Translate } from './keys.ts'

/*
 * Names of states for administrators: the student's own words, so that both mean the same on the
 * telephone. A state this version does not know is shown as it is
 * (docs/rules.md#languages-and-times).
 */

const isOneOf = <K extends string>(keys: readonly K[], value: string): value is K =>
  keys.some((key) => key === value)

/** Carpool states that the console splits further: the student's word plus what is unpaid. */
const SAYS_MORE = [
  'SUCCESS_PENDING_PAYMENT',
  'SUCCESS',
  'PRIVATE_PENDING_PAYMENT',
  'PRIVATE',
] as const satisfies GroupStatus[]

export function groupStatus(t: Translate, kind: 'carpool' | 'trip', status: string): string {
  if (kind === 'trip') return isOneOf(TRIP_STATUSES, status) ? t(`trip:status.${status}`) : status
  if (isOneOf(SAYS_MORE, status)) return t(`admin:group.status.${status}`)
  return isOneOf(GROUP_STATUSES, status) ? t(`carpool:status.${status}`) : status
}

export const orderStatus = (t: Translate, status: string, kind: OrderKind): string =>
  isOneOf(ORDER_STATUSES, status) ? t(`order:status.${status}`, { context: kind }) : status

/** A carrier; one that this version does not know, as it is. */
export const carrierName = (t: Translate, code: unknown): string => {
  const carrier = String(code)
  return isOneOf(CARRIERS, carrier) ? t(`order:carrier.${carrier}`) : carrier
}

/** What money is asked for. */
export const requestKind = (t: Translate, what: unknown): string => {
  const kind = String(what)
  return isOneOf(REQUEST_KINDS, kind) ? t(`request:kind.${kind}`) : kind
}

const SEATS = ['held', 'lapsing', 'taken', 'out', 'gone'] as const

export const seatOf = (t: Translate, seat: string): string =>
  isOneOf(SEATS, seat) ? t(`admin:group.seat.${seat}`) : seat

/** The state of an order's base price; a failed refund counts as owed. */
export const orderPayment = (
  t: Translate,
  { payment, refundOwed }: { payment: RowPayment; refundOwed: number },
): string => t(`admin:order.payment.${refundOwed > 0 && payment !== 'paid' ? 'owed' : payment}`)

type Paid = 'DEPOSIT' | 'PAID' | 'PRIVATE_CONVERTED' | 'MOVED' | 'REFUNDED'

/** What has been paid for a place; nothing yet for a held seat. `owed`: pence of failed refunds. */
export function placePayment(t: Translate, seat: string, paid: Paid, owed: number): string {
  if (owed > 0 && paid === 'REFUNDED') return t('admin:user.paid.owed')
  return seat === 'held' || seat === 'lapsing'
    ? t('admin:user.unpaid')
    : t(`admin:user.paid.${paid}`)
}
