import type { MinorUnits } from '#app/domain/money.ts'
import { fail, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import { depositPartOf, remainderOf } from './balance.ts'
import type { Say } from './command.ts'
import type { PlaceEvent, WaitEvent } from './event.ts'
import { takenOf } from './outside.ts'
import type { PaymentFacts } from './payment.ts'
import { rideOf } from './ride-state.ts'
import type { Rules } from './rules.ts'
import {
  freeSeats,
  type Group,
  type Place,
  type PlaceIn,
  placeOf,
  releasedPeople,
  seatedPeople,
} from './state.ts'
import { is } from './status.ts'

/**
 * Seats that a complete group released because their balance was not paid in time. Others can take
 * them by paying deposit and balance together (docs/rules.md#released-seats).
 */

/** Until when the group's released seats can be taken; null: it has none, or never. */
export const releasedUntil = <S extends Group>(rules: Rules<S>, state: S): Instant | null =>
  is(state.status, 'complete') && releasedPeople(state) > 0 ? rules.releasedUntil(state) : null

/**
 * Number of released seats that nobody has or holds, and that the assigned cars have room for. It
 * does not depend on the time.
 */
export function releasedSeats<S extends Group>(rules: Rules<S>, state: S): number {
  if (releasedUntil(rules, state) === null) return 0
  return Math.max(0, roomIn(state))
}

/** Number of seats that nobody has or holds, and that the assigned cars have, if there are any. */
export function roomIn(state: Group): number {
  const { cars } = rideOf(state)
  const seats = cars.reduce((sum, { vehicle }) => sum + vehicle.seats, 0)
  return Math.min(freeSeats(state), cars.length > 0 ? seats - seatedPeople(state) : Infinity)
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
  if (!is(state.status, 'complete')) return undefined
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

/** Tells parties of the former waitlist for which released seats suffice, once each. */
export function tellReleased<S extends Group>(
  rules: Rules<S>,
  state: S,
  now: Instant,
): WaitEvent[] {
  const { waited = [] } = state
  const until = releasedUntil(rules, state)
  if (waited.length === 0 || until === null || now >= until) return []
  const free = releasedSeats(rules, state)
  const userIds = waited
    .filter(({ userId, people }) => people <= free && placeOf(state, userId) === undefined)
    .map(({ userId }) => userId)
  return userIds.length === 0 ? [] : [{ type: 'releasedTold', userIds, at: now }]
}
