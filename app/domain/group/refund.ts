import type { ParticipantId, UserId } from '../id.ts'
import { DEPOSIT_PENCE } from '../limits.ts'
import type { MinorUnits } from '../money.ts'
import { type Group, type Place, seatedOf } from './state.ts'

/** release: a hold is let go. refund: what was taken goes back. none: there is no money on it. */
export type RefundAction = 'release' | 'refund' | 'none'
type RefundPart = { intentId: string | null; action: RefundAction; amount: MinorUnits }

/** What one person gets back, in pence and in points. */
export type Refund = {
  participantId: ParticipantId
  userId: UserId
  people: number
  deposit: RefundPart
  balance: RefundPart
  points: number
  /** Held or taken, in pence. */
  total: MinorUnits
}

/**
 * Who gets what when the group is cancelled as it is now: everybody with a seat. A payment that is under way, and
 * therefore not known yet, is not in it; should it come, it goes back too.
 */
export const refundsOf = (state: Group): Refund[] => seatedOf(state).map(refundOf)

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

function depositOf({ deposit: { intentId, status, captured } }: Place): RefundPart {
  if (status === 'held') return { intentId, action: 'release', amount: DEPOSIT_PENCE }
  if (status === 'captured' && captured > 0) return { intentId, action: 'refund', amount: captured }
  return { intentId, action: 'none', amount: 0 }
}

function balanceOf({ balance: { intentId, paid } }: Place): RefundPart {
  return paid ? { intentId, action: 'refund', amount: paid } : { intentId, action: 'none', amount: 0 }
}

/** Points are back once they have been set aside; those that were only asked for never went. */
const pointsOf = ({ balance: { quote, reserved } }: Place): number => (reserved && quote?.points) || 0
