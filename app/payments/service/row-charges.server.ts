import type { OrderId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
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
import { refusePayment, refuseRemoval } from '#app/orders/rules/permissions.ts'
import {
  moveFor,
  type OrderMove,
  refundsAfter,
  statusAfterRefund,
} from '#app/orders/rules/settle.ts'
import { type IntentFacts, lostIn } from '#app/payments/rules/payment.ts'
import {
  beginCharge,
  type Charge,
  endCharge,
  settleCharge,
} from '#app/payments/service/charges.server.ts'
import type { AnyIntent, NeedsToPay, OrderIntent } from '#app/payments/service/payments.server.ts'
import { ASK_EVERY_MS } from '#app/payments/service/reconcile.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { Db } from '#db/db.ts'

/** Attempts before giving up when the order keeps changing. */
const ROUNDS = 4

export type NeedsToSettle = NeedsToPay & Needs<'log'>

// Base prices of orders. An order is one row in D1, and each write to it applies only if the row
// has not changed since it was read. Stripe is asked before the row is touched, so a payment and
// a deletion cannot both win: an intent that is cancelled cannot be paid, and one that is paid
// cannot be cancelled.

/** Applies a payment, as just read, to its order. */
export async function applyOrderPayment(
  context: NeedsToSettle,
  read: AnyIntent,
): Promise<Result<OrderRow | null>> {
  const { db, log, payments, clock } = context
  let intent = read
  for (let round = 0; round < ROUNDS; round++) {
    if (intent.what !== 'order') return fail('notFound')
    const order = (await findOrder(db, intent.orderId)) ?? null
    const { intentId, money } = intent.facts
    const move = moveFor(order, intent.facts)
    if (move === 'release') {
      if (order?.payment !== 'refunding')
        log.warn('a payment that nothing is owed for goes back', { intentId, money })
      const key = `release:${intentId}:${crypto.randomUUID()}`
      const released = await payments.release(intentId, money, key)
      if (!released.ok) return released
      intent = released.value
    } else if (!order || move === 'nothing') {
      return ok(order)
    } else if (move === 'wait') {
      // This may take months, and an event reports when it ends; the sweep also checks now and
      // then.
      const later = clock.now() + ASK_EVERY_MS
      return ok((await changeOrder(db, order, { dueAt: later, dueSinceAt: later })) ?? order)
    } else {
      // A refund that came back pays an order that may have begun another payment since.
      const other = move === 'pay' && order.intentId !== intentId ? order.intentId : null
      const ended = other === null ? ok(null) : await endIntent(context, order, other)
      if (!ended.ok) return ended
      if (await changeBy(context, order, move, intent))
        return ok((await findOrder(db, order.id)) ?? null)
    }
  }
  return fail('unavailable')
}

/**
 * Records on the order what its payment did, and notifies the owner of a refund made outside the
 * app.
 */
async function changeBy(
  { db, clock }: Needs<'db' | 'clock'>,
  order: OrderRow,
  move: Change,
  { facts }: OrderIntent,
) {
  const { refunded = 0, intentId } = facts
  const { everRefunded, ...refunds } = refundsAfter(order, facts)
  const more = everRefunded - order.refundedAmount - order.failedAmount
  // A refund that has already failed when we learn of it never reached its owner.
  const amount = Math.min(more, refunded)
  // The notice comes first, since it is true either way. If the order has changed meanwhile, all
  // of this is repeated.
  if (order.payment === 'paid' && amount > 0) {
    const { id, kind, userId, sendDate } = order
    const about = { orderId: id, kind, sendDate, amount }
    const notice = noticeAbout('orderRefunded', `${intentId}:${everRefunded}`, userId, about)
    await insertNotice(db, { ...notice, createdAt: clock.now() })
  }
  const change = changeOf(move, order, facts, clock.now())
  if (move === 'pay') return payOrder(db, order, change, receiptOf(order, clock.now()))
  return changeOrder(db, order, order.payment === 'paid' ? { ...change, ...refunds } : change)
}

/** The charge of an order, which is looked up again each time. */
const chargeOf = (
  context: NeedsToSettle,
  userId: OrderRow['userId'],
  find: () => Promise<OrderRow | undefined>,
): Charge<OrderRow | null> => ({
  userId,
  async prepare() {
    const order = await find()
    if (!order) return fail('notFound')
    if (order.payment === 'free') return ok([order, { do: 'done' }])
    const refused = refusePayment(order, context.clock.now())
    if (refused) return fail(refused, { context: 'order' })
    const { id: orderId, kind, intentId, baseAmount: amount, paymentAttempt: attempt } = order
    if (intentId !== null) return ok([order, { do: 'read', intentId }])
    const intent = { purpose: 'base' as const, orderId, kind, userId, amount, attempt }
    return ok([order, { do: 'create', intent }])
  },
  async attach(order, { facts: { intentId } }) {
    if (order && (await changeOrder(context.db, order, { intentId }))) return ok([order, true])
    // The order was deleted meanwhile, or has another intent.
    const now = order && (await findOrder(context.db, order.id))
    return ok([now ?? null, now?.intentId === intentId])
  },
  settle: (intent) => applyOrderPayment(context, intent),
})

/** Cancels the payment begun for an unpaid order, which is settled if it turns out paid. */
async function endIntent(
  context: NeedsToSettle,
  { id, userId }: OrderRow,
  intentId: string,
): Promise<Result<null>> {
  const { db } = context
  const ended = await endCharge(
    context,
    chargeOf(context, userId, () => findOrder(db, id)),
    intentId,
  )
  return ended.ok || ended.error.code === 'notFound' ? ok(null) : ofOrder(ended)
}

/** Reads an order's payment and does what it requires. Returns the order; null: it is gone. */
export const settleOrder = (context: NeedsToSettle, intentId: string) =>
  settleCharge(context, { settle: (intent) => applyOrderPayment(context, intent) }, intentId)

/**
 * The payment of an order, ready to be confirmed; null when there is nothing to pay. See
 * `payBase`.
 */
export async function beginBase(
  context: NeedsToSettle,
  userId: OrderRow['userId'],
  find: () => Promise<OrderRow | undefined>,
): Promise<Result<[OrderRow, AnyIntent] | null>> {
  const begun = await beginCharge(context, chargeOf(context, userId, find), null)
  if (!begun.ok) return ofOrder(begun)
  const [order, intent] = begun.value
  return ok(order && intent && [order, intent])
}

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
    const ended =
      order.intentId === null ? ok(null) : await endIntent(context, order, order.intentId)
    if (!ended.ok) return ended
    if (order.intentId === null && (await deleteOrder(db, order))) return ok(order)
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

/** The owner's error for a payment that is not decided. */
const ofOrder = <T>(failed: Result<T>): Result<never> =>
  !failed.ok && failed.error.code === 'paymentNotConfirmed'
    ? fail('paymentNotConfirmed', { context: 'order' })
    : (failed as Result<never>)

/** How to look up the owner's order again in each round. */
export const ownBy =
  (db: Db, viewer: { id: OrderRow['userId'] }, kind: OrderKind, id: string) => () =>
    findOwnOrder(db, viewer.id, kind, id)

const receiptOf = (
  { id: orderId, kind, userId, sendDate, baseAmount: amount }: OrderRow,
  createdAt: Instant,
) => ({
  ...noticeAbout('orderPaid', orderId, userId, { orderId, kind, sendDate, amount }),
  createdAt,
})

type Change = Exclude<OrderMove, 'wait' | 'release' | 'nothing'>
const nothingDue = { dueAt: null, dueSinceAt: null }
function changeOf(
  move: Change,
  { status, payment, beforeLoss, paymentAttempt }: OrderRow,
  { intentId, disputes }: IntentFacts,
  now: Instant,
): Partial<OrderRow> {
  if (move === 'part') return {}
  // It can never be paid, so the next attempt gets a new intent.
  if (move === 'lost') return { intentId: null, paymentAttempt: paymentAttempt + 1 }
  if (move === 'pay') return { payment: 'paid', intentId, ...nothingDue }
  if (move === 'refunded') {
    const lost = lostIn(disputes) > 0 && { beforeLoss: { payment, status } }
    return { payment: 'refunded', status: statusAfterRefund(status), ...nothingDue, ...lost }
  }
  // The state before the loss, unless an administrator has moved the order since. A refund due then
  // is made now.
  const before = beforeLoss ?? { payment, status }
  const isMoved = status !== statusAfterRefund(before.status)
  return {
    payment: before.payment,
    status: isMoved ? status : before.status,
    beforeLoss: null,
    ...(before.payment === 'refunding' && { dueAt: now, dueSinceAt: now }),
  }
}
