import { DEPOSIT_PENCE } from '../limits.ts'
import { findParticipant, type Group, type Place, type Refund, seatedOf } from './state.ts'

/**
 * Who gets what when the group is cancelled as it is now: everybody with a seat that she still wants. A payment that is
 * under way, and therefore not known yet, is not in it; should it come, it goes back too.
 */
export const refundsOf = (state: Group): Refund[] =>
  seatedOf(state)
    .filter((p) => p.leaving !== 'givenUp')
    .map(refundOf)

/**
 * What somebody would get back whose group was closed because another did not pay; null where there is nothing of hers, or the
 * group is not closed. Whether she gets it is for those who run the service to say (decision 0027).
 */
export function refundAfterClose(state: Group, participantId: string): Refund | null {
  const p = findParticipant(state, participantId)
  const refund = state.status === 'CLOSED' && p?.seat === 'taken' ? refundOf(p) : null
  return refund && (refund.total > 0 || refund.points > 0) ? refund : null
}

function refundOf(p: Place): Refund {
  const deposit = depositOf(p)
  const balance = balanceOf(p)
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

function depositOf({ deposit: { intentId, status, captured } }: Place): Refund['deposit'] {
  if (status === 'held') return { intentId, action: 'release', amount: DEPOSIT_PENCE }
  if (status === 'captured' && captured > 0) return { intentId, action: 'refund', amount: captured }
  return { intentId, action: 'none', amount: 0 }
}

function balanceOf({ balance: { intentId, paid } }: Place): Refund['deposit'] {
  return paid ? { intentId, action: 'refund', amount: paid } : { intentId, action: 'none', amount: 0 }
}

/** Points are back once they have been set aside; those that were only asked for never went. */
const pointsOf = ({ balance: { quote, reserved } }: Place): number => (reserved && quote?.points) || 0
