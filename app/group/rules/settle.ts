import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { type ChargeChange, isPaid, settleCharge } from '#app/payments/rules/charge.ts'
import { disputeEvents, isStray, refundEvents } from '#app/payments/rules/ledger.ts'
import { lostIn } from '#app/payments/rules/payment.ts'
import { depositPartOf } from './balance.ts'
import { ofSlot } from './decide-pay.ts'
import type { Event } from './event.ts'
import { evolveAll } from './evolve.ts'
import { isKept, isPaidWith } from './outside.ts'
import type { PaymentFacts } from './payment.ts'
import {
  depositSlot,
  findParticipant,
  type Group,
  isMoneySentBack,
  isStanding,
  type Place,
  type Slot,
} from './state.ts'
import { is } from './status.ts'

/**
 * The events of a payment reading. Monotone: readings may come twice, late and in any order, and an
 * old one never undoes what a newer one established.
 */
export function decideSettle(state: Group, facts: PaymentFacts, now: Instant): Result<Event[]> {
  const p = findParticipant(state, facts.participantId)
  if (!p) return fail('notFound')
  if (movedTo(state, facts)) return ok([])
  const disputes = disputeEvents(state, facts, now)
  if (state.closedIntents.includes(facts.intentId)) return ok(disputes)
  const events = [...disputes, ...settleMoney(state, p, facts, now)]
  const after = evolveAll(state, events)
  return ok(after ? [...events, ...refundsFound(after, facts, now)] : events)
}

/** Refunds, made by hand, of money that the group keeps. */
function refundsFound(state: Group, facts: PaymentFacts, now: Instant): Event[] {
  const p = findParticipant(state, facts.participantId)
  return p && isKept(p) && isPaidWith(p, facts.intentId) ? refundEvents(state, facts, now) : []
}

/** Events of the reading for the place and its intents. */
function settleMoney(state: Group, p: Place, facts: PaymentFacts, now: Instant): Event[] {
  if (isStray(state, facts.intentId)) return settleStray(state, p, facts)
  const slot = slotOf(p, facts)
  const changes = settleCharge(p[slot], facts, {
    accepts: accepts(state, p, slot, facts),
    isHold: slot !== 'balance' && p.inFull === undefined,
    now,
  })
  if (changes !== 'stray') return ofCharge(state, p, slot, changes, facts)
  const { intentId, purpose } = facts
  return [{ type: 'strayFound', participantId: p.id, intentId, purpose }]
}

/** The charge a payment is for. */
function slotOf(p: Place, { purpose, intentId }: PaymentFacts): Slot {
  if (purpose === 'balance') return 'balance'
  return p.deposit.intentId === intentId ? 'deposit' : depositSlot(p)
}

/** Whether a payment that was not recorded yet matches its charge. */
function accepts(state: Group, p: Place, slot: Slot, { amount }: PaymentFacts): boolean {
  if (slot === 'balance') {
    const { quote, reserved } = p.balance
    return p.seat === 'taken' && reserved && quote?.amount === amount
  }
  if (p.inFull !== undefined && amount !== p.inFull) return false
  return slot === 'deposit' ? p.seat === 'held' : wantsDeposit(state, p)
}

/** Whether a new deposit has been requested, or is about to be. */
const wantsDeposit = (state: Group, { deposit, hold, seat }: Place): boolean =>
  seat === 'taken' &&
  is(state.status, 'keepsDeposit') &&
  (deposit.state === 'lost' || (deposit.state === 'held' && hold.renewing !== 'none'))

/** Events of a payment that pays for nothing any more: it is closed once its money is back. */
function settleStray(state: Group, p: Place, facts: PaymentFacts): Event[] {
  const { intentId, amount } = facts
  const stray = state.strays.find((s) => s.intentId === intentId)
  if (!stray || facts.money !== 'returned') return []
  const { purpose, unexpected } = stray
  // Users who were notified of a cancelled group already know that everything they paid goes back.
  const unreported = p.leaving !== 'groupCancelled' && (purpose !== 'deposit' || wasNeverPaid(p))
  const authorised = facts.authorised && unexpected && unreported
  const about = { participantId: p.id, intentId, purpose, amount }
  return [{ type: 'strayReturned', ...about, authorised, ...backIn(facts) }]
}

/** Events of a charge's changes for its place. */
function ofCharge(
  state: Group,
  p: Place,
  slot: Slot,
  changes: ChargeChange[],
  facts: PaymentFacts,
): Event[] {
  if (slot === 'deposit') return ofDeposit(state, p, changes, facts)
  if (!isStanding(p)) return []
  if (slot === 'balance') return ofSlot(p, 'balance', changes)
  const isPaying = changes.some(({ type }) => type === 'chargeHeld')
  // The deposit was captured in the meantime, so this one is surplus.
  if (isPaying && (isPaid(p.deposit) || is(state.status, 'over'))) return []
  // Once it is held it is the deposit, which may be charged at once.
  return changes.flatMap((change) =>
    ofSlot(p, change.type === 'chargePaid' ? 'deposit' : 'renewal', [change]),
  )
}

/** Events of a payment of the place's own deposit for its seat. */
function ofDeposit(state: Group, p: Place, changes: ChargeChange[], facts: PaymentFacts): Event[] {
  if (p.seat === 'gone') return []
  const events = ofSlot(p, 'deposit', changes)
  const participantId = p.id
  if (isStanding(p)) {
    const isReleased = changes.some(({ type }) => type === 'chargeReleased')
    return isReleased && isRenewable(state, p)
      ? [{ type: 'renewalDue', participantId }, ...events]
      : events
  }
  // Only the end of the deposit's own payment ends the hold, not the end of another payment.
  if (changes.some(({ type }) => type === 'chargeLost'))
    return p.seat === 'held' ? events : [freed(p, facts)]
  // The user wants out, or the group no longer exists: the release is under way, and held money
  // goes back instead of buying a seat.
  if (isMoneySentBack(p)) return []
  // Even after the hold expired or the cutoff passed: the seat was kept until the payment was
  // known.
  if (p.inFull !== undefined) return paidInFull(p, changes)
  return events.flatMap((event): Event[] =>
    event.type === 'chargeHeld' ? [event, { type: 'seatTaken', participantId }] : [event],
  )
}

/** Whether to try a new hold on a saved card before asking its owner. */
const isRenewable = (state: Group, { hold, renewal, seat }: Place): boolean =>
  seat === 'taken' &&
  hold.card !== null &&
  hold.renewing === 'none' &&
  renewal.intentId === null &&
  is(state.status, 'keepsDeposit')

/** Frees the seat of a hold that is over and whose payment holds no money. */
function freed(p: Place, facts: PaymentFacts): Event {
  // The departure only decided whether its payment is refunded.
  const reason = p.leaving === 'departed' ? 'expired' : (p.leaving ?? 'expired')
  const { authorised } = facts
  return { type: 'seatFreed', participantId: p.id, reason, authorised, ...backIn(facts) }
}

/** Events of a payment in full once it is charged: deposit and balance are both paid. */
function paidInFull(p: Place, changes: ChargeChange[]): Event[] {
  return changes.flatMap((change) => {
    if (change.type !== 'chargePaid') return ofSlot(p, 'deposit', [change])
    const deposit = depositPartOf(change.amount)
    return [
      { type: 'seatTaken', participantId: p.id },
      ...ofSlot(p, 'deposit', [{ ...change, amount: deposit }]),
      ...ofSlot(p, 'balance', [{ ...change, amount: change.amount - deposit }]),
    ]
  })
}

/** The group that handles the payments of a place that moved there; null: this one. */
export function movedTo(state: Group, facts: PaymentFacts): Place['convertedTo'] {
  const p = findParticipant(state, facts.participantId)
  if (!p?.convertedTo) return null
  const own = [p.deposit, p.renewal, p.balance]
  return own.some(({ intentId }) => intentId === facts.intentId) ? p.convertedTo : null
}

/** The charged part of a payment that pays for nothing any more, for its owner's record. */
function backIn({ refunded = 0, disputes }: PaymentFacts): { back?: MinorUnits } {
  const back = refunded + lostIn(disputes)
  return back > 0 ? { back } : {}
}

/** Whether the place was lost before it was paid; its owner may believe that they have it. */
const wasNeverPaid = (p: Place): boolean =>
  p.leaving === 'expired' || p.leaving === 'cutoff' || p.leaving === 'givenUp'
