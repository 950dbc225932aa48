import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { leftOf } from './outside.ts'
import { findParticipant, type Group, type Place, type Refund, seatedOf } from './state.ts'

/**
 * Who gets what when the group is cancelled as it is now: everybody with a seat that she still
 * wants. A payment that is under way, and therefore not known yet, is not in it; should it come, it
 * goes back too.
 */
export const refundsOf = (state: Group): Refund[] =>
  seatedOf(state)
    .filter((p) => p.leaving !== 'givenUp')
    .map((p) => refundOf(state, p))

/**
 * What somebody would get back whose group was closed, or whose place was released for a balance
 * that was not paid; null where there is nothing of theirs. Whether they get it is for those who
 * run the service to say (decisions 0027 and 0035).
 */
export function refundByHand(state: Group, participantId: string): Refund | null {
  const p = findParticipant(state, participantId)
  const isOpenTo =
    p && (p.leaving === 'unpaid' || (state.status === 'CLOSED' && p.seat === 'taken'))
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

function depositOf(
  state: Group,
  { deposit: { intentId, status, captured } }: Place,
): Refund['deposit'] {
  if (status === 'held') return { intentId, action: 'release', amount: DEPOSIT_PENCE }
  return backOf(state, intentId, status === 'captured' ? captured : 0)
}

const balanceOf = (state: Group, { balance: { intentId, paid } }: Place): Refund['deposit'] =>
  backOf(state, intentId, paid ?? 0)

/**
 * What has gone back already, by a refund in the dashboard or a dispute that was lost, does not go
 * back again.
 */
function backOf(state: Group, intentId: string | null, taken: MinorUnits): Refund['deposit'] {
  const amount = leftOf(state, intentId, taken)
  return { intentId, action: amount > 0 ? 'refund' : 'none', amount }
}

/** Points are back once they have been set aside; those that were only asked for never went. */
const pointsOf = ({ balance: { quote, reserved } }: Place): number =>
  (reserved && quote?.points) || 0
