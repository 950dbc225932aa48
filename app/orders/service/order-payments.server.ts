import type { OrderId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import {
  changeOrder,
  deleteOrder,
  findOrder,
  findOwnOrder,
  type OrderRow,
  payOrder,
} from '#app/orders/rows/orders.server.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { refusePayment, refuseRemoval, statusAfterRefund } from '#app/orders/rules/permissions.ts'
import type { NewReceipt } from '#app/payments/rows/receipts.server.ts'
import type { AnyIntent } from '#app/payments/service/payments.server.ts'
import {
  beginRow,
  endRowIntent,
  type NeedsToSettle,
  type RowCharges,
  settleRow,
} from '#app/payments/service/row-charges.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { Db } from '#db/db.ts'

/** Attempts before giving up when the order keeps changing. */
const ROUNDS = 4

/** Base prices of orders. */
export const orderCharges: RowCharges<OrderRow> = {
  what: 'order',
  amountOf: ({ baseAmount }) => baseAmount,
  subjectOf: ({ id: orderId, kind }) => ({ purpose: 'base', kind, orderId }),
  find: (db, id) => findOrder(db, id as OrderId),
  change: changeOrder,
  pay: (db, seen, set, at) =>
    payOrder(db, seen, set, { ...paidNotice(seen), createdAt: at }, receiptOf(seen, set, at)),
  refusePayment,
  refundNotice: (order, about, amount) =>
    noticeAbout('orderRefunded', about, order.userId, { ...paramsOf(order), amount }),
  statusAfterRefund,
}

const paramsOf = ({ id: orderId, kind, sendDate }: OrderRow) => ({ orderId, kind, sendDate })
const paidNotice = (order: OrderRow) =>
  noticeAbout('orderPaid', order.id, order.userId, {
    ...paramsOf(order),
    amount: order.baseAmount,
  })

const receiptOf = (
  { id: subjectId, kind, userId, sendDate: day, baseAmount: amount }: OrderRow,
  { intentId }: { intentId?: string | null },
  paidAt: Instant,
): NewReceipt => ({
  ...{ intentId: intentId ?? '', userId, subjectId, participantId: null, amount, paidAt },
  ...{ sale: `${kind}Base`, about: { day } },
})

/** Reads an order's payment and does what it requires. Returns the order; null: it is gone. */
export const settleOrder = (
  context: NeedsToSettle,
  intentId: string,
  seen?: (intent: AnyIntent) => void,
) => settleRow(context, orderCharges, intentId, seen)

/** The payment of an order, ready to be confirmed; null when there is nothing to pay. */
export const beginBase = (
  context: NeedsToSettle,
  userId: OrderRow['userId'],
  find: () => Promise<OrderRow | undefined>,
) => beginRow(context, orderCharges, userId, find)

/**
 * Ends an unpaid order: its payment is confirmed as cancelled, then the row is deleted. Returns
 * the deleted order. See `removeOrder`.
 */
export async function endUnpaid(
  context: NeedsToSettle,
  find: () => Promise<OrderRow | undefined>,
): Promise<Result<OrderRow>> {
  const { db } = context
  for (let round = 0; round < ROUNDS; round++) {
    const order = await find()
    if (!order) return fail('notFound')
    const refused = refuseRemoval(order)
    if (refused) return fail(refused, { context: 'order' })
    const { intentId } = order
    const ended =
      intentId === null ? ok(null) : await endRowIntent(context, orderCharges, order, intentId)
    if (!ended.ok) return ended
    if (intentId === null && (await deleteOrder(db, order))) return ok(order)
  }
  return fail('unavailable')
}

/**
 * Finds an order whose time to pay is over; one that was corrected meanwhile has time again and
 * is not found.
 */
const overById =
  ({ db, clock }: Needs<'db' | 'clock'>, id: OrderId) =>
  async () => {
    const order = await findOrder(db, id)
    return order && clock.now() < order.payBefore ? undefined : order
  }

/** Does the pending payment work of an order. Anything but ok: it is undecided. */
export async function endOrder(context: NeedsToSettle, row: OrderRow): Promise<Result<null>> {
  if (row.payment === 'awaiting') {
    const ended = await endUnpaid(context, overById(context, row.id))
    const decided =
      ended.ok || ended.error.code === 'alreadyPaid' || ended.error.code === 'notFound'
    return decided ? ok(null) : ended
  }
  const applied = row.intentId ? await settleOrder(context, row.intentId) : ok(null)
  return applied.ok ? ok(null) : applied
}

/** How to look up the owner's order again in each round. */
export const ownBy =
  (db: Db, viewer: { id: OrderRow['userId'] }, kind: OrderKind, id: string) => () =>
    findOwnOrder(db, viewer.id, kind, id)
