import { noticeAbout } from '#app/domain/notice.ts'
import type { OrderKind } from '#app/domain/order/order.ts'
import { refusePayment, refuseRemoval } from '#app/domain/order/permissions.ts'
import { moveFor, refundsAfter, statusAfterRefund } from '#app/domain/order/settle.ts'
import { type IntentFacts, lostIn } from '#app/domain/payment.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Clock, Instant } from '#app/domain/time.ts'
import type { Customers } from '#app/services/payments/customers.server.ts'
import { ASK_EVERY_MS } from '#app/services/payments/disputes.server.ts'
import type { PaymentLimits } from '#app/services/payments/payment-limits.server.ts'
import type { OrderIntent, Payments } from '#app/services/payments/payments.server.ts'
import { reconcile } from '#app/services/payments/reconcile.server.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import type { Db } from '#db/db.ts'
import { insertNotice } from '#db/queries/notices.ts'
import {
  changeOrder,
  deleteOrder,
  findOrder,
  findOwnOrder,
  type OrderRow,
  payOrder,
} from '#db/queries/orders.ts'

/** Attempts before giving up when the order keeps changing. */
const ROUNDS = 4

type Deps = {
  db: Db
  payments: Payments
  customers: Customers
  limits: PaymentLimits
  clock: Clock
  log: Log
}

/**
 * Base prices of orders. An order is one row in D1, and each write to it applies only if the row
 * has not changed since it was read. Stripe is asked before the row is touched, so a payment and a
 * deletion cannot both win: an intent that is cancelled cannot be paid, and one that is paid cannot
 * be cancelled.
 */
export function createOrderPayments({
  db,
  payments: { orders: intents },
  customers,
  limits,
  clock,
  log,
}: Deps) {
  /**
   * Does what the payment, as read, requires, until nothing is left to do. Returns the order; null:
   * it is gone.
   */
  async function apply(read: OrderIntent): Promise<Result<OrderRow | null>> {
    let intent = read
    for (let round = 0; round < ROUNDS; round++) {
      const order = (await findOrder(db, intent.orderId)) ?? null
      const { intentId, money } = intent.facts
      const move = moveFor(order, intent.facts)
      if (move === 'release') {
        if (order?.payment !== 'refunding')
          log.warn('a payment that nothing is owed for goes back', { intentId, money })
        const key = `release:${intentId}:${crypto.randomUUID()}`
        const released = await intents.release(intentId, money, key)
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
        const ended = other === null ? ok('ended') : await cancelIntent(other)
        if (!ended.ok) return ended
        if (await change(order, move, intent)) return ok((await findOrder(db, order.id)) ?? null)
      }
    }
    return fail('unavailable')
  }

  /**
   * Records on the order what its payment did, and notifies the owner of a refund made outside the
   * app.
   */
  async function change(
    order: OrderRow,
    move: 'pay' | 'refunded' | 'part' | 'wonBack',
    { facts }: OrderIntent,
  ) {
    const { refunded = 0, intentId } = facts
    const { everRefunded, ...refunds } = refundsAfter(order, facts)
    const more = everRefunded - order.refundedAmount - order.failedAmount
    // What has failed by the time we learn of it was never refunded for its owner.
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

  const reconcileIntent = (intentId: string) => reconcile(intentId, { read: intents.read, apply })

  /**
   * Creates the intent for the order's attempt and stores it before anyone can get its secret.
   * Null: overtaken.
   */
  async function begin(order: OrderRow): Promise<Result<OrderIntent | null>> {
    const { id: orderId, kind, userId, baseAmount: amount, paymentAttempt: attempt } = order
    const may = await limits.mayStart(userId)
    if (!may.ok) return may
    const customerId = await customers.idFor(userId)
    const made = await intents.createIntent({ orderId, kind, userId, amount, attempt, customerId })
    if (!made.ok) return made
    const { intentId } = made.value.facts
    if (await changeOrder(db, order, { intentId })) return made
    // The order was deleted meanwhile, or has another intent. Nobody can pay this one, so leaving
    // it would be harmless, but untidy.
    const now = await findOrder(db, orderId)
    if (now?.intentId !== intentId) await intents.release(intentId, 'unpaid', `unused:${intentId}`)
    return ok(null)
  }

  /**
   * Reads the payment that was begun. Returns it if it can be paid; null if the order has to be
   * read again.
   */
  async function resume(order: OrderRow, intentId: string): Promise<Result<OrderIntent | null>> {
    const read = await intents.read(intentId)
    if (!read.ok) return fail('paymentInitFailed')
    const { money } = read.value.facts
    if (money === 'unpaid') return read
    if (money === 'processing') return fail('paymentNotConfirmed', { context: 'order' })
    if (money !== 'returned') {
      const applied = await apply(read.value)
      return applied.ok ? ok(null) : applied
    }
    // Cancelled from outside: it can never be paid, so the next attempt gets a new intent.
    await changeOrder(db, order, { intentId: null, paymentAttempt: order.paymentAttempt + 1 })
    return ok(null)
  }

  /** Cancels the payment begun for an unpaid order. `ended`: it can no longer be paid. */
  async function cancelIntent(intentId: string): Promise<Result<'ended' | 'overtaken'>> {
    const read = await intents.read(intentId)
    if (!read.ok) return read.error.code === 'notFound' ? ok('ended') : read
    let { facts } = read.value
    if (facts.money === 'unpaid') {
      const released = await intents.release(
        intentId,
        'unpaid',
        `ended:${intentId}:${crypto.randomUUID()}`,
      )
      if (!released.ok) return released
      facts = released.value.facts
    }
    if (facts.money === 'returned') return ok('ended')
    if (facts.money === 'processing') return fail('paymentNotConfirmed', { context: 'order' })
    const applied = await apply({ ...read.value, facts })
    return applied.ok ? ok('overtaken') : applied
  }

  return {
    /** Applies a payment, as just read, to its order. */
    apply,

    /** Reads an order's payment and does what it requires. Returns the order; null: it is gone. */
    reconcile: reconcileIntent,

    /**
     * The payment of an order, ready to be confirmed; null when there is nothing to pay. See
     * `Orders.payBase`.
     */
    async payable(
      find: () => Promise<OrderRow | undefined>,
    ): Promise<Result<[OrderRow, OrderIntent] | null>> {
      for (let round = 0; round < ROUNDS; round++) {
        const order = await find()
        if (!order) return fail('notFound')
        if (order.payment === 'free') return ok(null)
        const refused = refusePayment(order, clock.now())
        if (refused) return fail(refused, { context: 'order' })
        const allowed = await limits.mayPay(order.userId)
        if (!allowed.ok) return allowed
        const intent = await (order.intentId === null
          ? begin(order)
          : resume(order, order.intentId))
        if (!intent.ok) return intent
        if (intent.value) return ok([order, intent.value])
      }
      return fail('paymentInitFailed')
    },

    /**
     * Ends an unpaid order: its payment is confirmed as cancelled, then the row is deleted. Returns
     * the deleted order. See `Orders.remove`.
     */
    async end(find: () => Promise<OrderRow | undefined>): Promise<Result<OrderRow>> {
      for (let round = 0; round < ROUNDS; round++) {
        const order = await find()
        if (!order) return fail('notFound')
        const refused = refuseRemoval(order)
        if (refused) return fail(refused, { context: 'order' })
        const cancelled = order.intentId === null ? ok('ended') : await cancelIntent(order.intentId)
        if (!cancelled.ok) return cancelled
        if (cancelled.value === 'ended' && (await deleteOrder(db, order))) return ok(order)
      }
      return fail('unavailable')
    },
  }
}

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

const nothingDue = { dueAt: null, dueSinceAt: null }
function changeOf(
  move: 'pay' | 'refunded' | 'part' | 'wonBack',
  { status, payment, beforeLoss }: OrderRow,
  { intentId, disputes }: IntentFacts,
  now: Instant,
): Partial<OrderRow> {
  if (move === 'part') return {}
  if (move === 'pay') return { payment: 'paid', intentId, ...nothingDue }
  if (move === 'refunded') {
    const lost = lostIn(disputes) > 0 && { beforeLoss: { payment, status } }
    return { payment: 'refunded', status: statusAfterRefund(status), ...nothingDue, ...lost }
  }
  // As it was, unless an administrator has moved it since. What was to go back then goes back now.
  const before = beforeLoss ?? { payment, status }
  const isMoved = status !== statusAfterRefund(before.status)
  return {
    payment: before.payment,
    status: isMoved ? status : before.status,
    beforeLoss: null,
    ...(before.payment === 'refunding' && { dueAt: now, dueSinceAt: now }),
  }
}
