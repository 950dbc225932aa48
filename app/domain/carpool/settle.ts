import { fail, ok, type Result } from '../result.ts'
import type { Event } from './event.ts'
import type { PaymentFacts } from './payment.ts'
import { type CarpoolState, findParticipant, type Participant } from './state.ts'

/**
 * What a reading of a payment changes. Monotone: readings may come twice, late and in any order,
 * and an old one never takes back what a newer one has said.
 */
export function decideSettle(state: CarpoolState, facts: PaymentFacts): Result<Event[]> {
  const p = findParticipant(state, facts.participantId)
  if (!p) return fail('notFound')
  const { intentId } = facts
  if (state.closedIntents.includes(intentId)) return ok([])
  if (state.strays.some((stray) => stray.intentId === intentId))
    return ok(facts.money === 'returned' ? [strayReturned(p, facts)] : [])
  if (p.deposit.intentId === intentId) return ok(settleCurrent(p, facts))
  if (adoptable(p, facts)) {
    const attached: Event = { type: 'intentAttached', participantId: p.id, intentId }
    return ok([attached, ...settleCurrent({ ...p, deposit: { ...p.deposit, intentId } }, facts)])
  }
  return ok(settleOther(p, facts))
}

/** A payment that arrives before the object was told of its intent still finds its seat. */
const adoptable = (p: Participant, facts: PaymentFacts): boolean =>
  p.seat === 'held' &&
  p.deposit.intentId === null &&
  p.deposit.attempt === facts.attempt &&
  (facts.money === 'held' || facts.money === 'captured')

/** The intent the place is to be paid with. */
function settleCurrent(p: Participant, facts: PaymentFacts): Event[] {
  const { money, intentId } = facts
  const participantId = p.id
  if (p.seat === 'taken') return settleTaken(p, facts)
  if (p.seat === 'gone') return []
  if (money === 'returned') {
    if (p.seat === 'held') return [{ type: 'intentLost', participantId, intentId }]
    const reason = p.leaving ?? 'expired'
    return [{ type: 'seatFreed', participantId, reason, authorised: facts.authorised }]
  }
  // The user wants out: the release is under way, and what is held goes back, not into a seat.
  if (p.leaving === 'givenUp') return []
  if (money !== 'held' && money !== 'captured') return []
  // Even after the end of the hold or the cutoff: the seat was kept until the payment was known.
  const taken: Event = { type: 'seatTaken', participantId, captureBefore: facts.captureBefore }
  return money === 'captured' ? [taken, captured(p, facts)] : [taken]
}

function settleTaken(p: Participant, facts: PaymentFacts): Event[] {
  if (p.deposit.status !== 'held') return []
  if (facts.money === 'captured') return [captured(p, facts)]
  return facts.money === 'returned' ? [{ type: 'depositReleased', participantId: p.id }] : []
}

/** An intent that pays for no place: if money is or may come on it, it must be let go. */
function settleOther(p: Participant, facts: PaymentFacts): Event[] {
  if (facts.money === 'returned') return []
  // Just made, about to be attached; nobody has its secret yet.
  const ours = p.seat === 'held' && p.deposit.intentId === null && p.deposit.attempt === facts.attempt
  return ours ? [] : [{ type: 'strayFound', participantId: p.id, intentId: facts.intentId }]
}

const captured = (p: Participant, facts: PaymentFacts): Event => ({
  type: 'depositCaptured',
  participantId: p.id,
  amount: facts.received,
})

const strayReturned = (p: Participant, facts: PaymentFacts): Event => ({
  type: 'strayReturned',
  participantId: p.id,
  intentId: facts.intentId,
  authorised: facts.authorised,
})
