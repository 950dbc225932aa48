import type { MinorUnits } from '#app/kernel/money.ts'
import {
  type Charge,
  type ChargeFacts,
  newCharge,
  settleCharge,
} from '#app/payments/rules/charge.ts'
import {
  everRefundedIn,
  failedIn,
  hasOpenDispute,
  type IntentFacts,
} from '#app/payments/rules/payment.ts'
import type { OrderState } from './order.ts'

/**
 * What a payment reading calls for. pay: it pays the order. lost: the attempt ended unpaid.
 * refunded: the order's money is back with its owner. part: more of it is, or less, because a
 * refund failed. wonBack: a dispute had taken it, and is won after all. wait: it cannot be refunded
 * while disputed. release: nothing is owed for it, so it must be cancelled or refunded. nothing:
 * there is nothing to do, or not yet.
 */
export type OrderMove =
  | 'pay'
  | 'lost'
  | 'refunded'
  | 'part'
  | 'wonBack'
  | 'wait'
  | 'release'
  | 'nothing'

/**
 * The move for a payment that was just read, given the order's current state; null: the order was
 * deleted. Readings may come twice, late and in any order. An order is paid once: any other payment
 * for it is refunded.
 */
export function moveFor(order: OrderState | null, facts: ChargeFacts): OrderMove {
  const { money, intentId } = facts
  if (money === 'processing') return 'nothing'
  if (order?.payment === 'awaiting') return moveForUnpaid(order, facts)
  if (order === null || order.intentId !== intentId) return letGo(facts)
  if (money === 'returned') return order.payment === 'refunded' ? 'nothing' : 'refunded'
  if (order.beforeLoss && isWonBack(facts)) return 'wonBack'
  if (order.payment === 'refunding') return hasOpenDispute(facts) ? 'wait' : 'release'
  const { refundedAmount, failedAmount } = refundsAfter(order, facts)
  const isSame = refundedAmount === order.refundedAmount && failedAmount === order.failedAmount
  return order.payment === 'refunded' || isSame ? 'nothing' : 'part'
}

/** Whichever payment of the price is charged first pays the order. */
function moveForUnpaid(order: OrderState, facts: ChargeFacts): OrderMove {
  const accepts = facts.amount === order.baseAmount
  if (facts.money === 'captured') return accepts ? 'pay' : letGo(facts)
  const settled = settleCharge(chargeOf(order), facts, { accepts, isHold: false, now: 0 })
  if (settled === 'stray') return letGo(facts)
  return settled.some(({ type }) => type === 'chargeLost') ? 'lost' : 'nothing'
}

/** An unpaid order's base price. */
const chargeOf = ({ intentId, paymentAttempt }: OrderState): Charge => ({
  ...newCharge(paymentAttempt),
  intentId,
  state: intentId === null ? 'open' : 'begun',
})

/**
 * An order's refunds after a reading. The total ever refunded and the total failed only grow, so a
 * stale reading changes nothing.
 */
export function refundsAfter(
  order: Pick<OrderState, 'refundedAmount' | 'failedAmount'>,
  facts: IntentFacts,
): { refundedAmount: MinorUnits; failedAmount: MinorUnits; everRefunded: MinorUnits } {
  const failedAmount = Math.max(order.failedAmount, failedIn(facts.failedRefunds))
  const before = order.refundedAmount + order.failedAmount
  const everRefunded = Math.max(before, everRefundedIn(facts))
  return { refundedAmount: everRefunded - failedAmount, failedAmount, everRefunded }
}

/** Whether every dispute has ended in our favour. */
const isWonBack = ({ disputes = [] }: IntentFacts): boolean =>
  disputes.length > 0 && disputes.every(({ state }) => state === 'won')

const letGo = (facts: IntentFacts): OrderMove =>
  facts.money === 'returned' || hasOpenDispute(facts) ? 'nothing' : 'release'

/**
 * The order's status after its money went back: an order not carried out yet has failed
 * (docs/rules.md#order-status).
 */
export const statusAfterRefund = (status: string): string =>
  status === 'open' || status === 'processing' ? 'failed' : status
