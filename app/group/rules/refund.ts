import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { leftOf } from '#app/payments/rules/ledger.ts'
import { balanceLeftOf } from './outside.ts'
import { findParticipant, type Group, type Place, type Refund } from './state.ts'
import { is } from './status.ts'

/**
 * The refunds if the group is cancelled as it is now: for everyone with a seat they still want, and
 * everyone else whose money it has kept. A payment still in flight is not included; if it arrives,
 * it is refunded too.
 */
export const refundsOf = (state: Group): Refund[] =>
  cancelledWith(state).map((p) => refundOf(state, p))

/** The places that a cancellation ends. */
export const cancelledWith = (state: Group): Place[] =>
  state.participants.filter((p) =>
    p.seat === 'gone' ? hasKeptMoney(state, p) : p.leaving !== 'givenUp',
  )

/** Whether the group still has money of a place that was released over an unpaid balance. */
const hasKeptMoney = (state: Group, p: Place): boolean =>
  p.leaving === 'unpaid' && refundOf(state, p).total > 0

/**
 * The refund a student would get if their group was closed, or their place released over an unpaid
 * balance; null if we have no money of theirs. Whether they get it is up to an administrator
 * (decision 0006).
 */
export function refundByHand(state: Group, participantId: string): Refund | null {
  const p = findParticipant(state, participantId)
  const isOpenTo =
    p && (p.leaving === 'unpaid' || (is(state.status, 'closed') && p.seat === 'taken'))
  const refund = isOpenTo ? refundOf(state, p) : null
  return refund && (refund.total > 0 || refund.points > 0) ? refund : null
}

function refundOf(state: Group, p: Place): Refund {
  const deposit = depositOf(state, p)
  const balance = balanceOf(state, p)
  return {
    participantId: p.id,
    userId: p.userId,
    people: p.party.people,
    deposit,
    balance,
    points: pointsOf(p),
    total: deposit.amount + balance.amount,
  }
}

function depositOf(state: Group, { deposit }: Place): Refund['deposit'] {
  const { intentId, paid } = deposit
  if (deposit.state === 'held') return { intentId, action: 'release', amount: DEPOSIT_PENCE }
  return backOf(state, intentId, isPaid(deposit) ? paid : 0)
}

function balanceOf(state: Group, p: Place): Refund['deposit'] {
  const amount = balanceLeftOf(state, p)
  const { intentId } = p.inFull === undefined ? p.balance : p.deposit
  return { intentId, action: amount > 0 ? 'refund' : 'none', amount }
}

/**
 * Money that already went back, through a dashboard refund or a lost dispute, is not returned
 * again.
 */
function backOf(state: Group, intentId: string | null, taken: MinorUnits): Refund['deposit'] {
  const amount = leftOf(state, intentId, taken)
  return { intentId, action: amount > 0 ? 'refund' : 'none', amount }
}

/** Only points that were set aside are returned; those merely requested were never taken. */
const pointsOf = ({ balance: { quote, reserved } }: Place): number =>
  (reserved && quote?.points) || 0
