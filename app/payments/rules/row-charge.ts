import type { UserId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import { type Charge, type ChargeFacts, newCharge, settleCharge } from './charge.ts'
import { everRefundedIn, failedIn, hasOpenDispute, type IntentFacts, lostIn } from './payment.ts'

/**
 * The state of an amount that one row of D1 asks for. free: there is nothing to pay. awaiting: to
 * be paid. refunding: still ours, but on its way back.
 */
export type RowPayment = 'free' | 'awaiting' | 'paid' | 'refunding' | 'refunded'

/**
 * An amount that one row of D1 asks for, and its payment: the base price of an order, or money that
 * an administrator asks a student for.
 */
export type RowCharge = {
  userId: UserId
  /** Where the thing that is paid for stands, in words of its own. */
  status: string
  payment: RowPayment
  /** Refunded while the row stays paid, in pence. */
  refundedAmount: MinorUnits
  /** Refunds of that kind that failed later, in pence; not part of `refundedAmount`. */
  failedAmount: MinorUnits
  /** The row's state when a lost dispute took its money; null if none did. */
  beforeLoss: { payment: RowPayment; status: string } | null
  /** Counts the payment intents made for the amount. */
  paymentAttempt: number
  intentId: string | null
}

/**
 * What a payment reading calls for. pay: it pays the row. lost: the attempt ended unpaid. refunded:
 * the row's money is back with its owner. part: more of it is, or less, because a refund failed.
 * wonBack: a dispute had taken it, and is won after all. wait: it cannot be refunded
 * while disputed. release: nothing is owed for it, so it must be cancelled or refunded. nothing:
 * there is nothing to do, or not yet.
 */
export type RowMove =
  | 'pay'
  | 'lost'
  | 'refunded'
  | 'part'
  | 'wonBack'
  | 'wait'
  | 'release'
  | 'nothing'

/**
 * The move for a payment that was just read, given the row's current state and the `amount` it asks
 * for; null: the row was deleted. Readings may come twice, late and in any order. A row is paid
 * once: any other payment for it is refunded.
 */
export function moveFor(row: RowCharge | null, amount: MinorUnits, facts: ChargeFacts): RowMove {
  const { money, intentId } = facts
  if (money === 'processing') return 'nothing'
  if (row?.payment === 'awaiting') return moveForUnpaid(row, amount, facts)
  if (row === null || row.intentId !== intentId) return letGo(facts)
  if (money === 'returned') return row.payment === 'refunded' ? 'nothing' : 'refunded'
  if (row.beforeLoss && isWonBack(facts)) return 'wonBack'
  if (row.payment === 'refunding') return hasOpenDispute(facts) ? 'wait' : 'release'
  const { refundedAmount, failedAmount } = refundsAfter(row, facts)
  const isSame = refundedAmount === row.refundedAmount && failedAmount === row.failedAmount
  return row.payment === 'refunded' || isSame ? 'nothing' : 'part'
}

/** Whichever payment of the amount is charged first pays the row. */
function moveForUnpaid(row: RowCharge, amount: MinorUnits, facts: ChargeFacts): RowMove {
  const accepts = facts.amount === amount
  if (facts.money === 'captured') return accepts ? 'pay' : letGo(facts)
  const settled = settleCharge(chargeOf(row), facts, { accepts, isHold: false, now: 0 })
  if (settled === 'stray') return letGo(facts)
  return settled.some(({ type }) => type === 'chargeLost') ? 'lost' : 'nothing'
}

/** An unpaid row's amount. */
const chargeOf = ({ intentId, paymentAttempt }: RowCharge): Charge => ({
  ...newCharge(paymentAttempt),
  intentId,
  state: intentId === null ? 'open' : 'begun',
})

/**
 * A row's refunds after a reading. The total ever refunded and the total failed only grow, so a
 * stale reading changes nothing.
 */
export function refundsAfter(
  row: Pick<RowCharge, 'refundedAmount' | 'failedAmount'>,
  facts: IntentFacts,
): { refundedAmount: MinorUnits; failedAmount: MinorUnits; everRefunded: MinorUnits } {
  const failedAmount = Math.max(row.failedAmount, failedIn(facts.failedRefunds))
  const before = row.refundedAmount + row.failedAmount
  const everRefunded = Math.max(before, everRefundedIn(facts))
  return { refundedAmount: everRefunded - failedAmount, failedAmount, everRefunded }
}

/** Whether every dispute has ended in our favour. */
const isWonBack = ({ disputes = [] }: IntentFacts): boolean =>
  disputes.length > 0 && disputes.every(({ state }) => state === 'won')

const letGo = (facts: IntentFacts): RowMove =>
  facts.money === 'returned' || hasOpenDispute(facts) ? 'nothing' : 'release'

/** The moves that change the row. */
export type RowChange = Exclude<RowMove, 'wait' | 'release' | 'nothing'>

const nothingDue = { dueAt: null, dueSinceAt: null }

/**
 * The fields of a row that a move changes. `statusAfterRefund`: its status after its money went
 * back.
 */
export function changeOf(
  move: RowChange,
  { status, payment, beforeLoss, paymentAttempt }: RowCharge,
  { intentId, disputes }: IntentFacts,
  statusAfterRefund: (status: string) => string,
  now: Instant,
): Partial<RowCharge> & { dueAt?: Instant | null; dueSinceAt?: Instant | null } {
  if (move === 'part') return {}
  // It can never be paid, so the next attempt gets a new intent.
  if (move === 'lost') return { intentId: null, paymentAttempt: paymentAttempt + 1 }
  if (move === 'pay') return { payment: 'paid', intentId, ...nothingDue }
  if (move === 'refunded') {
    const lost = lostIn(disputes) > 0 && { beforeLoss: { payment, status } }
    return { payment: 'refunded', status: statusAfterRefund(status), ...nothingDue, ...lost }
  }
  // The state before the loss, unless an administrator has moved the row since. A refund due then
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
