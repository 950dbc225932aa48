import type { AdminId, OrderId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import { moveOrder } from '#app/orders/rows/admin-orders.server.ts'
import { findOrder, type OrderRow } from '#app/orders/rows/orders.server.ts'
import type { OrderStatus } from '#app/orders/rules/order.ts'
import { decideStatus, isPlaced } from '#app/orders/rules/permissions.ts'
import type { NeedsToSettle } from '#app/payments/service/row-charges.server.ts'
import { endOrder } from './order-payments.server.ts'

/**
 * Who moves an order, and the status they saw when deciding; without `seen`, the move applies
 * whatever the current status is.
 */
export type StatusMove = {
  by: AdminId
  seen?: string
  /** The numbers of the parcels sent, and why it is sent although money is still asked for. */
  parcels?: string[]
  reason?: string
}

/** Attempts to move an order that keeps changing. */
const ROUNDS = 3

/**
 * Moves a placed order on: the new status, the audit log entry and the notice to its owner in one
 * transaction. `failed` refunds the base price (if Stripe fails, the sweep continues). Returns the
 * updated order. Fails with notFound, paymentNotConfirmed (not paid yet), operationExpired (it has
 * failed already), versionConflict (not in the status that was seen) or unavailable.
 */
export async function setOrderStatus(
  context: NeedsToSettle,
  id: OrderId,
  status: OrderStatus,
  { by, seen, parcels, reason }: StatusMove,
): Promise<Result<OrderRow>> {
  const { db, clock } = context
  for (let round = 0; round < ROUNDS; round++) {
    const row = await findOrder(db, id)
    if (!row) return fail('notFound')
    if (!isPlaced(row)) return fail('paymentNotConfirmed', { context: 'orderStatus' })
    if (seen !== undefined && row.status !== seen)
      return fail('versionConflict', { context: 'order' })
    const change = decideStatus(row, status)
    if (!change.ok) return fail(change.error.code, { context: 'orderStatus' })
    if (!change.value) return ok(row)
    const now = clock.now()
    const due = change.value.payment === 'refunding' && { dueAt: now, dueSinceAt: now }
    const entry = {
      at: now,
      adminId: by,
      action: 'orderStatusSet' as const,
      subject: id,
      before: { status: row.status, payment: row.payment },
      after: { ...change.value, ...(reason && { reason }) },
    }
    const sent = parcels && { parcels }
    const notice = noticeOf({ ...row, ...sent }, status)
    const set = { ...change.value, ...due, ...sent }
    const changed = await moveOrder(db, row, set, entry, notice)
    if (!changed) continue
    if (changed.payment !== 'refunding') return ok(changed)
    await endOrder(context, changed)
    return ok((await findOrder(db, id)) ?? changed)
  }
  return fail('unavailable')
}

/** The notice to the owner about a status, once per order; null: none. */
function noticeOf(
  { id: orderId, userId, kind, sendDate, payment, baseAmount, shipCompany, parcels }: OrderRow,
  to: OrderStatus,
) {
  const params = { orderId, kind, sendDate }
  switch (to) {
    case 'processing':
      return noticeAbout('orderProcessing', orderId, userId, params)
    case 'completed':
      if (!parcels?.length || !shipCompany)
        return noticeAbout('orderCompleted', orderId, userId, params)
      return noticeAbout('orderSent', orderId, userId, {
        ...{ ...params, carrier: shipCompany, numbers: parcels.join(', ') },
      })
    case 'failed':
      return noticeAbout('orderFailed', orderId, userId, {
        ...params,
        amount: payment === 'paid' ? baseAmount : 0,
      })
    case 'open':
      return null
  }
}
