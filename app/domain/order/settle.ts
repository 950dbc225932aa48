import { hasOpenDispute, type IntentFacts } from '#app/domain/payment.ts'
import type { OrderState } from './order.ts'

/**
 * What a payment reading calls for. pay: it pays the order. refunded: the order's money is back
 * with its owner. part: more of it is. wait: it cannot be refunded while disputed. release: nothing
 * is owed for it, so it must be cancelled or refunded. nothing: there is nothing to do, or not yet.
 */
export type OrderMove = 'pay' | 'refunded' | 'part' | 'wait' | 'release' | 'nothing'

/**
 * What to do about a payment that was just read, given the order's current state; null: the order
 * was deleted. Readings may come twice, late and in any order. An order is paid once: any other
 * payment for it goes back.
 */
export function moveFor(order: OrderState | null, facts: IntentFacts): OrderMove {
  const { money, intentId } = facts
  if (money === 'processing') return 'nothing'
  const own = order !== null && isCurrent(order, facts)
  if (order?.payment === 'awaiting') {
    if (money === 'captured' && facts.amount === order.baseAmount) return 'pay'
    return own && money !== 'captured' ? 'nothing' : letGo(facts)
  }
  if (order === null || order.intentId !== intentId) return letGo(facts)
  if (money === 'returned') return order.payment === 'refunded' ? 'nothing' : 'refunded'
  if (order.payment === 'refunding') return hasOpenDispute(facts) ? 'wait' : 'release'
  return (facts.refunded ?? 0) > order.refundedAmount ? 'part' : 'nothing'
}

const letGo = (facts: IntentFacts): OrderMove =>
  facts.money === 'returned' || hasOpenDispute(facts) ? 'nothing' : 'release'

/**
 * Whether this is the payment the order is to be paid with; we may learn of it before it has been
 * recorded.
 */
const isCurrent = (order: OrderState, { intentId, attempt }: IntentFacts): boolean =>
  order.intentId === null ? attempt === order.paymentAttempt : order.intentId === intentId

/**
 * The order's status after its money went back: an order not carried out yet has failed
 * (docs/rules.md#order-status).
 */
export const statusAfterRefund = (status: string): string =>
  status === 'open' || status === 'processing' ? 'failed' : status
