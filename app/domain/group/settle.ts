import type { MinorUnits } from '#app/domain/money.ts'
import { lostIn } from '#app/domain/payment.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import { depositPartOf } from './balance.ts'
import type { Event } from './event.ts'
import { evolveAll } from './evolve.ts'
import { disputeEvents, refundEvents, takenOf } from './outside.ts'
import type { PaymentFacts } from './payment.ts'
import { findParticipant, type Group, isMoneySentBack, type Place } from './state.ts'
import { is } from './status.ts'

/**
 * What a payment reading changes. Monotone: readings may come twice, late and in any order, and an
 * old one never undoes what a newer one established.
 */
export function decideSettle(state: Group, facts: PaymentFacts, now: Instant): Result<Event[]> {
  const p = findParticipant(state, facts.participantId)
  if (!p) return fail('notFound')
  if (movedTo(state, facts)) return ok([])
  const disputes = disputeEvents(state, p, facts, now)
  if (state.closedIntents.includes(facts.intentId)) return ok(disputes)
  const events = [...disputes, ...settleMoney(state, p, facts, now)]
  const after = evolveAll(state, events)
  return ok(after ? [...events, ...refundEvents(after, facts, now)] : events)
}

/** What the reading changes for the place and its intents. */
function settleMoney(state: Group, p: Place, facts: PaymentFacts, now: Instant): Event[] {
  const { intentId } = facts
  const stray = state.strays.find((s) => s.intentId === intentId)
  if (stray) {
    if (facts.money !== 'returned') return []
    // Users who were notified of a cancelled group already know that everything they paid goes
    // back.
    const unreported =
      p.leaving !== 'groupCancelled' && (stray.purpose !== 'deposit' || wasNeverPaid(p))
    const authorised = facts.authorised && stray.unexpected && unreported
    const { purpose } = stray
    const about = { participantId: p.id, intentId, purpose, amount: facts.amount }
    return [{ type: 'strayReturned', ...about, authorised, ...backIn(facts) }]
  }
  if (facts.purpose === 'balance') return settleBalance(p, facts)
  if (p.deposit.intentId === intentId) return settleCurrent(state, p, facts)
  if (p.deposit.next?.intentId === intentId) return settleNext(state, p, facts, now)
  return settleUnknown(state, p, facts, now)
}

/** Where the payments of a place that went on to another group are handled; null: here. */
export function movedTo(state: Group, facts: PaymentFacts): Place['convertedTo'] {
  const p = findParticipant(state, facts.participantId)
  if (!p?.convertedTo) return null
  const { deposit, balance } = p
  const own = [deposit.intentId, deposit.next?.intentId, balance.intentId]
  return own.includes(facts.intentId) ? p.convertedTo : null
}

/** What of a payment that pays for nothing any more was charged first, for its owner's record. */
function backIn({ refunded = 0, disputes }: PaymentFacts): { back?: MinorUnits } {
  const back = refunded + lostIn(disputes)
  return back > 0 ? { back } : {}
}

/** Whether the place was lost before it was paid, so its owner may believe they have one. */
const wasNeverPaid = (p: Place): boolean =>
  p.leaving === 'expired' || p.leaving === 'cutoff' || p.leaving === 'givenUp'

const isMoney = ({ money }: PaymentFacts): boolean => money === 'held' || money === 'captured'

/** The intent the place is to be paid with. */
function settleCurrent(state: Group, p: Place, facts: PaymentFacts): Event[] {
  const { money, intentId } = facts
  const participantId = p.id
  if (p.seat === 'taken') return settleTaken(state, p, facts)
  if (p.seat === 'gone') return []
  if (money === 'returned') {
    if (p.seat === 'held') return [{ type: 'intentLost', participantId, intentId }]
    // Departure only decided whether its payment is sent back.
    const reason = p.leaving === 'departed' ? 'expired' : (p.leaving ?? 'expired')
    const { authorised } = facts
    return [{ type: 'seatFreed', participantId, reason, authorised, ...backIn(facts) }]
  }
  // The user wants out, or the group no longer exists: the release is under way, and held money
  // goes back instead of buying a seat.
  if (isMoneySentBack(p) || !isMoney(facts)) return []
  // Even after the hold expired or the cutoff passed: the seat was kept until the payment was
  // known.
  if (p.inFull !== undefined) return paidInFull(p, facts)
  const { captureBefore, card } = facts
  return [{ type: 'seatTaken', participantId, captureBefore, card }, ...captured(p, facts)]
}

/** Tries a new hold on a saved card before bothering its owner. */
function settleTaken(state: Group, p: Place, facts: PaymentFacts): Event[] {
  if (p.deposit.status !== 'held') return []
  if (facts.money !== 'returned') return captured(p, facts)
  const { card, renewal, next } = p.deposit
  const renewable = card && renewal === 'none' && !next && is(state.status, 'keepsDeposit')
  const participantId = p.id
  const renewed: Event[] = renewable ? [{ type: 'renewalDue', participantId }] : []
  return [...renewed, { type: 'depositReleased', participantId }]
}

/**
 * The intent that is to replace the deposit. If the deposit was captured in the meantime, this one
 * is surplus.
 */
function settleNext(state: Group, p: Place, facts: PaymentFacts, now: Instant): Event[] {
  const participantId = p.id
  if (facts.money === 'returned') return [{ type: 'nextLost', participantId }]
  if (!isMoney(facts)) return []
  if (p.deposit.status === 'captured' || is(state.status, 'over')) return []
  const { captureBefore, card } = facts
  return [
    { type: 'depositReplaced', participantId, captureBefore, card, at: now },
    ...captured(p, facts),
  ]
}

/**
 * An intent the place does not know. A payment that arrives before the object learned of its intent
 * still gets its seat. Any other pays for no place, and must be released if it holds money or may
 * come to.
 */
function settleUnknown(state: Group, p: Place, facts: PaymentFacts, now: Instant): Event[] {
  const { intentId } = facts
  const participantId = p.id
  if (facts.money === 'returned') return []
  const isAsked = p.inFull === undefined || facts.amount === p.inFull
  const fits = p.deposit.attempt === facts.attempt && isAsked
  if (p.seat === 'held' && p.deposit.intentId === null && fits) {
    if (!isMoney(facts)) return []
    const attached = { ...p, deposit: { ...p.deposit, intentId } }
    return [
      { type: 'intentAttached', participantId, intentId },
      ...settleCurrent(state, attached, facts),
    ]
  }
  if (p.seat === 'taken' && p.deposit.next === null && fits && wantsDeposit(state, p)) {
    if (!isMoney(facts)) return []
    const attached = { ...p, deposit: { ...p.deposit, next: { intentId, closing: false } } }
    return [
      { type: 'nextAttached', participantId, intentId },
      ...settleNext(state, attached, facts, now),
    ]
  }
  return [{ type: 'strayFound', participantId, intentId }]
}

/** Whether a new deposit has been requested, or is about to be. */
const wantsDeposit = (state: Group, { deposit }: Place): boolean =>
  is(state.status, 'keepsDeposit') &&
  (deposit.status === 'released' || (deposit.status === 'held' && deposit.renewal !== 'none'))

/**
 * The card paid the balance, or the attempt is over. An amount we did not ask for pays for nothing.
 */
function settleBalance(p: Place, facts: PaymentFacts): Event[] {
  const { balance } = p
  const { intentId, money } = facts
  const participantId = p.id
  if (p.seat === 'taken' && balance.paid === null && balance.quote) {
    const { quote, attempt } = balance
    const isNew = balance.intentId === null && balance.reserved && attempt === facts.attempt
    if (balance.intentId === intentId) {
      if (money === 'captured')
        return [{ type: 'balancePaid', participantId, amount: takenOf(facts) }]
      return money === 'returned'
        ? [{ type: 'balanceLost', participantId, attempt, points: quote.points }]
        : []
    }
    if (isNew && facts.amount === quote.amount) {
      if (money !== 'captured') return []
      return [
        { type: 'balanceAttached', participantId, intentId },
        { type: 'balancePaid', participantId, amount: takenOf(facts) },
      ]
    }
  }
  if (balance.intentId === intentId || money === 'returned') return []
  return [{ type: 'strayFound', participantId, intentId, purpose: 'balance' }]
}

const captured = (p: Place, facts: PaymentFacts): Event[] =>
  facts.money === 'captured'
    ? [{ type: 'depositCaptured', participantId: p.id, amount: takenOf(facts) }]
    : []

/** What a payment in full buys, once it is charged: deposit and balance at once. */
function paidInFull({ id: participantId }: Place, facts: PaymentFacts): Event[] {
  if (facts.money !== 'captured') return []
  const taken = takenOf(facts)
  const deposit = depositPartOf(taken)
  return [
    { type: 'seatTaken', participantId, captureBefore: null, card: null },
    { type: 'depositCaptured', participantId, amount: deposit },
    { type: 'balancePaid', participantId, amount: taken - deposit },
  ]
}
