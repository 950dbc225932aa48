import type { ErrorCode } from '#app/kernel/error.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { OrderState, OrderStatus } from './order.ts'

/**
 * Whether the order stands. Until then only its owner knows about it, and it may expire or be
 * deleted by them.
 */
export const isPlaced = ({ payment }: Pick<OrderState, 'payment'>): boolean =>
  payment !== 'awaiting'

/** Whether no part of the base price is left to pay (docs/rules.md#base-price). */
export const isBasePaid = ({ payment }: Pick<OrderState, 'payment'>): boolean =>
  payment === 'paid' || payment === 'free'

/**
 * Why the base price cannot be paid now; null: it can. The caller has to handle orders that cost
 * nothing.
 */
export function refusePayment(
  { payment, payBefore }: Pick<OrderState, 'payment' | 'payBefore'>,
  now: Instant,
): ErrorCode | null {
  if (payment !== 'awaiting') return 'alreadyPaid'
  return now < payBefore ? null : 'operationExpired'
}

/**
 * Why the owner cannot delete the order; null: they can. Once it stands, only customer service can
 * end it.
 */
export const refuseRemoval = (order: Pick<OrderState, 'payment'>): ErrorCode | null =>
  isPlaced(order) ? 'alreadyPaid' : null

/**
 * What happens when an administrator gives a placed order a new status. `failed` refunds the base
 * price (docs/rules.md#order-status) and is final: money on its way back cannot be reclaimed. Null:
 * nothing changes.
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
 * Whether the order is finished: nothing left to pay, to do or to give back. A status this version
 * does not know counts as unfinished.
 */
export const isDone = ({ status, payment }: Pick<OrderState, 'status' | 'payment'>): boolean =>
  payment === 'refunded' ||
  (isBasePaid({ payment }) && status === 'completed') ||
  (payment === 'free' && status === 'failed')

/**
 * The order's status after its money went back: an order not carried out yet has failed
 * (docs/rules.md#order-status).
 */
export const statusAfterRefund = (status: string): string =>
  status === 'open' || status === 'processing' ? 'failed' : status
