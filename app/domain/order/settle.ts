import { hasOpenDispute, type IntentFacts } from '#app/domain/payment.ts'
import type { OrderState } from './order.ts'

/**
 * What a reading of a payment asks for. pay: it pays the order. refunded: the order's money is back
 * with its owner. part: more of it is. wait: it cannot go back while it is disputed. release:
 * nothing is owed for it, so it must be cancelled or refunded. nothing: there is no more to do, or
 * not yet.
 */
export type OrderMove = 'pay' | 'refunded' | 'part' | 'wait' | 'release' | 'nothing'

/**
 * What is to be done about a payment that was just read, given the order as it is; null: it has
 * been deleted. Readings may come twice, late and in any order. An order is paid once: whatever
 * else is paid for it goes back.
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
 * Whether a payment is the one that the order is to be paid with; it may be known before we have
 * written it down.
 */
const isCurrent = (order: OrderState, { intentId, attempt }: IntentFacts): boolean =>
  order.intentId === null ? attempt === order.paymentAttempt : order.intentId === intentId

/**
 * What becomes of the status when the money went back: an order that was not carried out yet has
 * failed (docs/rules.md#order-status).
 */
export const statusAfterRefund = (status: string): string =>
  status === 'open' || status === 'processing' ? 'failed' : status
