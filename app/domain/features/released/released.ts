import { depositPartOf, remainderOf } from '#app/domain/group/balance.ts'
import type { Say } from '#app/domain/group/command.ts'
import type { PlaceEvent } from '#app/domain/group/event.ts'
import { takenOf } from '#app/domain/group/outside.ts'
import type { PaymentFacts } from '#app/domain/group/payment.ts'
import type { Rules } from '#app/domain/group/rules.ts'
import {
  type Group,
  type Place,
  type PlaceIn,
  releasedPeople,
  roomIn,
} from '#app/domain/group/state.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { fail, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'

/**
 * Seats that a complete group released because their balance was not paid in time. Others can take
 * them by paying deposit and balance together (docs/rules.md#released-seats).
 */

export const isGroupComplete = ({ status }: Pick<Group, 'status'>): boolean =>
  status === 'SUCCESS_PENDING_PAYMENT' || status === 'SUCCESS'

/** Until when the group's released seats can be taken; null: it has none, or never. */
export const releasedUntil = <S extends Group>(rules: Rules<S>, state: S): Instant | null =>
  isGroupComplete(state) && releasedPeople(state) > 0 ? rules.releasedUntil(state) : null

/**
 * Number of released seats that nobody has or holds, and that the assigned cars have room for. It
 * does not depend on the time.
 */
export function releasedSeats<S extends Group>(rules: Rules<S>, state: S): number {
  if (releasedUntil(rules, state) === null) return 0
  return Math.max(0, roomIn(state))
}

/**
 * What a party pays at once for released seats, in pence: deposit and balance, at the price of the
 * others. Undefined: the group is not complete.
 */
export function inFullOf<S extends Group>(
  rules: Rules<S>,
  state: S,
  party: PlaceIn<S>['party'],
): MinorUnits | undefined {
  if (!isGroupComplete(state)) return undefined
  const owed = rules.owedBy(state, { party } as PlaceIn<S>)
  return owed === null ? undefined : depositPartOf(owed) + remainderOf(owed)
}

/** Why a party may not take released seats; null: it may. `place`: the hold it corrects. */
export function refuseReleased<S extends Group>(
  rules: Rules<S>,
  state: S,
  place: PlaceIn<S> | undefined,
  { party }: Pick<Say<'hold'>, 'party'>,
  now: Instant,
): Result<never> | null {
  const until = releasedUntil(rules, state)
  if (now >= (until ?? state.cutoffAt)) return fail('cutoffPassed')
  if (place?.seat === 'lapsing') return fail('unavailable', { retryAfterSeconds: 5 })
  const free = releasedSeats(rules, state) + (place?.party.people ?? 0)
  if (free === 0) return fail('carpoolFull', { free })
  const wrong = rules.refuseParty(state, party, place)
  return wrong ?? (party.people > free ? fail('carpoolFull', { free }) : null)
}

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
