import { depositPartOf } from './balance.ts'
import type { PlaceEvent } from './event.ts'
import { takenOf } from './outside.ts'
import type { PaymentFacts } from './payment.ts'
import type { Place } from './state.ts'

/** What a payment in full buys, once it is charged: deposit and balance at once. */
export function paidInFull({ id: participantId }: Place, facts: PaymentFacts): PlaceEvent[] {
  if (facts.money !== 'captured') return []
  const taken = takenOf(facts)
  const deposit = depositPartOf(taken)
  return [
    { type: 'seatTaken', participantId, captureBefore: null, card: null },
    { type: 'depositCaptured', participantId, amount: deposit },
    { type: 'balancePaid', participantId, amount: taken - deposit },
  ]
}
