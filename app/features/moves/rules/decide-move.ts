import type { CarpoolOwn } from '#app/carpool/rules/command.ts'
import { inOrder, refuseCompanion, refuseMissed } from '#app/carpool/rules/flights.ts'
import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import { basePriceOf } from '#app/carpool/rules/pricing.ts'
import type { CarpoolState, Participant, Party } from '#app/carpool/rules/state.ts'
import { changeOf, isFlightOpen } from '#app/features/flights/rules/flights.ts'
import type { Arrival, Event } from '#app/group/rules/event.ts'
import { firstFlightOf, windowOf } from '#app/group/rules/flight-window.ts'
import {
  findParticipant,
  freeFor,
  freeSeats,
  type Money,
  peopleIn,
  placeOf,
  roomIn,
} from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isBegun, isPaid } from '#app/payments/rules/charge.ts'
import {
  type Journey,
  type MoveCommand,
  type MoveEvent,
  type MoveRefusal,
  movesOf,
  movingOf,
} from './move-event.ts'

type Say<T extends MoveCommand['type']> = Extract<MoveCommand, { type: T }>

/**
 * Why a place cannot move to any other car; null if it can. Its payments must be complete, so that
 * each always has exactly one owner.
 */
export function refuseLeaving(
  state: CarpoolState,
  p: Participant,
  now: Instant,
): MoveRefusal | null {
  const change = changeOf(state, p)
  if (!change || change.fits || !isFlightOpen(state, p)) return 'settled'
  if (now >= state.carpoolAt || !is(state.status, 'complete') || state.facts.aboard.includes(p.id))
    return 'left'
  const { deposit, balance } = p
  if (!isPaid(deposit) || isBegun(p.renewal) || isBegun(balance)) return 'unsettled'
  if (hasReturned(state, [deposit.intentId, balance.intentId])) return 'returned'
  const isReturning = state.strays.some(({ participantId }) => participantId === p.id)
  return isReturning ? 'unsettled' : null
}

/** Whether money of these payments was ever refunded, failed to be refunded, or was disputed. */
function hasReturned(
  { returned = {}, failedRefunds = {}, disputes = [] }: CarpoolState,
  intents: (string | null)[],
): boolean {
  const known = [
    ...Object.keys(returned),
    ...Object.keys(failedRefunds),
    ...disputes.map(({ intentId }) => intentId),
  ]
  return intents.some((id) => id !== null && known.includes(id))
}

/**
 * Why a group refuses a place from another one; null if it accepts. The group must go ahead with
 * it: complete with free seats, or open and completed by this party.
 */
export function refuseArrival(
  state: CarpoolState,
  { participantId: _, ...arrival }: Omit<Arrival<Party>, 'heldAt' | 'from'> & { journey: Journey },
  now: Instant,
): MoveRefusal | null {
  const { journey, party, userId } = arrival
  const isSame = state.airportId === journey.airportId && state.tripType === journey.tripType
  if (!isSame || state.private) return 'otherJourney'
  const isOpen = is(state.status, 'open') && now < state.cutoffAt
  const isComplete = is(state.status, 'complete') && now < state.carpoolAt
  if (!isOpen && !isComplete) return 'over'
  if (placeOf(state, userId)) return 'joined'
  if (party.people > (isOpen ? freeFor(state, userId) : freeSeats(state))) return 'full'
  const completes = peopleIn(state, 'taken') + party.people === state.maxPassengers
  if (isOpen && !completes) return 'incomplete'
  if (!state.airportTerminals.includes(party.terminal)) return 'terminal'
  if (!isNear(state, party.flightTime)) return 'flight'
  if (party.people > roomIn(state)) return 'vehicle'
  const isDue =
    isOpen ||
    (is(state.status, 'complete') && is(state.status, 'awaitsBalance') && now < balanceDueOf(state))
  return !isPaid(arrival.money.balance) && !isDue ? 'due' : null
}

/** Whether a flight suits the others in the car, its departure and, once assigned, its meeting. */
function isNear(state: CarpoolState, flightTime: Instant): boolean {
  if (is(state.status, 'open')) return refuseCompanion(state, flightTime) === null
  const window = firstFlightOf(state) === null ? null : windowOf(state)
  const isIn = !window || (flightTime >= window.from && flightTime <= window.to)
  const isOrderly = inOrder(state.tripType, state.carpoolAt, flightTime)
  return isIn && isOrderly && refuseMissed(state, flightTime) === null
}

/** What a party pays in a carpool once it is complete, in pence, deposit included. */
export const priceIn = (state: CarpoolState, { people }: Pick<Party, 'people'>): MinorUnits =>
  basePriceOf(state) * people

/** In a carpool: begins a move, or takes a place in. Returns null for other commands. */
export function decideMove(
  state: CarpoolState,
  command: CarpoolOwn,
  now: Instant,
): Result<(MoveEvent | Event)[]> | null {
  switch (command.type) {
    case 'beginMove':
      return decideBegin(state, command, now)
    case 'arrive':
      return decideArrive(state, command, now)
    default:
      return null
  }
}

const refuse = (why: MoveRefusal) => fail('moveRefused', { context: why })

/** Announces a move. Repeating it has no further effect; a place moves to one car at a time. */
function decideBegin(
  state: CarpoolState,
  { participantId, to, seen, by }: Say<'beginMove'>,
  now: Instant,
): Result<(MoveEvent | Event)[]> {
  const p = findParticipant(state, participantId)
  if (!p) return fail('notFound')
  const under = p.leaving === 'moved' ? p.convertedTo : movingOf(state, p)?.to
  if (under) return under.carpoolId === to.carpoolId ? ok([]) : refuse('settled')
  if (to.carpoolId === state.id) return refuse('otherJourney')
  const why = refuseLeaving(state, p, now)
  if (why) return refuse(why)
  if (changeOf(state, p)?.version !== seen) return fail('versionConflict', { context: 'flight' })
  return ok([{ type: 'moveBegun', participantId, to, by, at: now }])
}

/** The answer to a move is final, however often and late it is asked for. */
function decideArrive(
  state: CarpoolState,
  { type: _, journey, ...arrival }: Say<'arrive'>,
  now: Instant,
): Result<(MoveEvent | Event)[]> {
  const { participantId } = arrival
  if (answerTo(state, participantId) !== undefined) return ok([])
  const why = refuseArrival(state, { ...arrival, journey }, now)
  if (why) return ok([{ type: 'arrivalRefused', participantId, why, at: now }])
  return ok([{ type: 'placeArrived', ...arrival, at: now }])
}

/** The group's answer to a move: null if it took the place, undefined if it has not decided. */
export const answerTo = (
  state: CarpoolState,
  participantId: string,
): MoveRefusal | null | undefined =>
  movesOf(state).arrivalsRefused[participantId] ??
  (findParticipant(state, participantId) ? null : undefined)

/** The command that the new group receives for a moving place; null if it is not moving. */
export function arrivalOf(state: CarpoolState, participantId: string): Say<'arrive'> | null {
  const p = findParticipant(state, participantId)
  const moving = p && movingOf(state, p)
  if (!moving) return null
  const { to, by } = moving
  const { heldAt, userId, party, consent, inFull } = p
  const from = { carpoolId: state.id, participantId: p.id }
  return {
    type: 'arrive',
    participantId: to.participantId,
    ...{ userId, from, party, heldAt, by },
    money: moneyOf(p),
    journey: { airportId: state.airportId, tripType: state.tripType },
    ...(consent && { consent }),
    ...(inFull !== undefined && { inFull }),
  }
}

/**
 * The money that moves along: the charged deposit without its hold's details, and the balance.
 * Reserved points are identified by the place they were reserved for.
 */
export const moneyOf = ({ id, deposit, renewal, balance, paidAs, hold }: Participant): Money => ({
  ...{ deposit, renewal, balance },
  hold: { ...hold, card: null, captureBefore: null, renewing: 'none' },
  ...(isPaid(balance) && { paidAs: paidAs ?? id }),
})
