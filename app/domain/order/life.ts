import type { ErrorCode } from '#app/domain/error.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { OrderState, OrderStatus } from './order.ts'

/** Whether the order stands. Until then only its owner knows of it, and time or she may end it. */
export const isPlaced = ({ payment }: Pick<OrderState, 'payment'>): boolean =>
  payment !== 'awaiting'

/** Whether nothing of the base price is left to pay (docs/rules.md#base-price). */
export const isBasePaid = ({ payment }: Pick<OrderState, 'payment'>): boolean =>
  payment === 'paid' || payment === 'free'

/**
 * Why the base price cannot be paid now; null: it can. One that costs nothing is for the caller to
 * tell apart.
 */
export function refusePayment(
  { payment, payBefore }: Pick<OrderState, 'payment' | 'payBefore'>,
  now: Instant,
): ErrorCode | null {
  if (payment !== 'awaiting') return 'alreadyPaid'
  return now < payBefore ? null : 'operationExpired'
}

/**
 * Why its owner cannot delete the order; null: she can. Once it stands only customer service ends
 * it.
 */
export const refuseRemoval = (order: Pick<OrderState, 'payment'>): ErrorCode | null =>
  isPlaced(order) ? 'alreadyPaid' : null

/**
 * What a new status makes of a placed order, for those who run the service. `failed` gives the base
 * price back (docs/rules.md#order-status) and is the end: money that is on its way cannot be asked
 * back. Null: nothing changes.
 */
export function decideStatus(
  { status, payment }: Pick<OrderState, 'status' | 'payment'>,
  to: OrderStatus,
): Result<Pick<OrderState, 'status' | 'payment'> | null> {
  if (!isPlaced({ payment })) return fail('notFound')
  if (status === to) return ok(null)
  if (status === 'failed') return fail('operationExpired')
  return ok({ status: to, payment: to === 'failed' && payment === 'paid' ? 'refunding' : payment })
}

/**
 * Whether the order is done with: nothing of it is left to pay, to do or to give back. A status
 * that this version does not know is somebody's business still.
 */
export const isDone = ({ status, payment }: Pick<OrderState, 'status' | 'payment'>): boolean =>
  payment === 'refunded' ||
  (isBasePaid({ payment }) && status === 'completed') ||
  (payment === 'free' && status === 'failed')
