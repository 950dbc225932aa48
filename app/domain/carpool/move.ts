import type { Say as Common, GroupCommand } from '#app/domain/group/command.ts'
import type { Event } from '#app/domain/group/event.ts'
import { changeOf, firstFlightOf, isFlightOpen, windowOf } from '#app/domain/group/flights.ts'
import type { Arrival } from '#app/domain/group/move-event.ts'
import type { MoveRefusal } from '#app/domain/group/moving.ts'
import { roomIn } from '#app/domain/group/released.ts'
import { isAboard } from '#app/domain/group/ride-progress.ts'
import {
  type Balance,
  type Deposit,
  findParticipant,
  freeSeats,
  peopleIn,
  placeOf,
} from '#app/domain/group/state.ts'
import { is } from '#app/domain/group/status.ts'
import { freeFor } from '#app/domain/group/waitlist.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { CarpoolOwn, Journey, MoveCommand } from './command.ts'
import { inOrder, refuseCompanion, refuseMissed } from './flights.ts'
import { balanceDueOf } from './permissions.ts'
import { basePriceOf } from './pricing.ts'
import type { CarpoolState, Participant, Party } from './state.ts'

type Answered = Common<'moveAnswered'>
type Say<T extends MoveCommand['type']> = Extract<MoveCommand, { type: T }>

/**
 * Why a place cannot move to another car, whichever it is; null: it can. Its payments must be
 * complete, so that each has one owner at any time.
 */
export function refuseLeaving(
  state: CarpoolState,
  p: Participant,
  now: Instant,
): MoveRefusal | null {
  const change = changeOf(state, p)
  if (!change || change.fits || !isFlightOpen(state, p)) return 'settled'
  if (now >= state.carpoolAt || !is(state.status, 'complete') || isAboard(state, p)) return 'left'
  const { deposit, balance } = p
  const isBegun = balance.quote !== null && balance.paid === null
  if (deposit.status !== 'captured' || deposit.next || isBegun) return 'unsettled'
  if (hasReturned(state, [deposit.intentId, balance.intentId])) return 'returned'
  const isStray = state.strays.some(({ participantId }) => participantId === p.id)
  return isStray ? 'unsettled' : null
}

/** Whether money of these payments has ever gone back, failed to, or been disputed. */
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
 * Why a group does not take in a place of another one; null: it does. It must go ahead with it: a
 * complete group with free seats, or an open one that this party completes.
 */
export function refuseArrival(
  state: CarpoolState,
  { participantId: _, ...arrival }: Omit<Arrival<Party>, 'heldAt' | 'from'> & { journey: Journey },
  now: Instant,
): MoveRefusal | null {
  const { journey, party, userId, balance } = arrival
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
  return balance.paid === null && !isDue ? 'due' : null
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

/** Decides the commands of a move; null for any other. */
export function decideMove(
  state: CarpoolState,
  command: GroupCommand | CarpoolOwn,
  now: Instant,
): Result<Event[]> | null {
  switch (command.type) {
    case 'beginMove':
      return decideBegin(state, command, now)
    case 'arrive':
      return decideArrive(state, command, now)
    case 'moveAnswered':
      return decideAnswered(state, command, now)
    default:
      return isFrozen(state, command) ? fail('unavailable', { retryAfterSeconds: 5 }) : null
  }
}

const refuse = (why: MoveRefusal) => fail('moveRefused', { context: why })

/** Announces a move. Repeated, it is the same one; a place moves to one car at a time. */
function decideBegin(
  state: CarpoolState,
  { participantId, to, seen, by }: Say<'beginMove'>,
  now: Instant,
): Result<Event[]> {
  const p = findParticipant(state, participantId)
  if (!p) return fail('notFound')
  const under = p.leaving === 'moved' ? p.convertedTo : p.moving?.to
  if (under) return under.carpoolId === to.carpoolId ? ok([]) : refuse('settled')
  if (to.carpoolId === state.id) return refuse('otherJourney')
  const why = refuseLeaving(state, p, now)
  if (why) return refuse(why)
  if (changeOf(state, p)?.version !== seen) return fail('versionConflict', { context: 'flight' })
  return ok([{ type: 'moveBegun', participantId, to, by, at: now }])
}

/** The answer to one move is final, whenever and however often it is asked for. */
function decideArrive(
  state: CarpoolState,
  { type: _, journey, ...arrival }: Say<'arrive'>,
  now: Instant,
): Result<Event[]> {
  const { participantId } = arrival
  if (answerTo(state, participantId) !== undefined) return ok([])
  const why = refuseArrival(state, { ...arrival, journey }, now)
  if (why) return ok([{ type: 'arrivalRefused', participantId, why, at: now }])
  return ok([{ type: 'placeArrived', ...arrival, at: now }])
}

/** What a group has answered to a move: null, the place is there; undefined: nothing yet. */
export const answerTo = (
  state: CarpoolState,
  participantId: string,
): MoveRefusal | null | undefined =>
  state.refusedArrivals?.[participantId] ??
  (findParticipant(state, participantId) ? null : undefined)

function decideAnswered(
  state: CarpoolState,
  { participantId, to, refused }: Answered,
  now: Instant,
): Result<Event[]> {
  const moving = findParticipant(state, participantId)?.moving
  if (moving?.to.participantId !== to.participantId) return ok([])
  return ok([
    refused
      ? { type: 'moveRefused', participantId, to, why: refused, at: now }
      : { type: 'placeMoved', participantId, to, by: moving.by, at: now },
  ])
}

const TOUCHES: (GroupCommand | CarpoolOwn)['type'][] = [
  ...(['attachIntent', 'beginBalance', 'pointsReserved', 'settle'] as const),
  ...(['changeFlight', 'settleFlight'] as const),
]

/**
 * Whether a command has to wait: it would change a place, or its money, while another car has not
 * answered its move. Payment events are delivered again later.
 */
function isFrozen(state: CarpoolState, command: GroupCommand | CarpoolOwn): boolean {
  const moving = state.participants.filter((p) => p.moving)
  if (moving.length === 0) return false
  if (command.type === 'cancelGroup') return true
  const about = command.type === 'settle' ? command.facts : command
  if (!TOUCHES.includes(command.type) || !('participantId' in about)) return false
  return moving.some(({ id }) => id === about.participantId)
}

/** What the new group receives when a place moves there; null: the place is not moving. */
export function arrivalOf(state: CarpoolState, participantId: string): Say<'arrive'> | null {
  const p = findParticipant(state, participantId)
  if (!p?.moving) return null
  const { to, by } = p.moving
  const { balance, deposit, heldAt, userId, party, consent, inFull } = p
  const from = { carpoolId: state.id, participantId: p.id }
  return {
    type: 'arrive',
    participantId: to.participantId,
    ...{ userId, from, party, heldAt, by },
    deposit: atRest(deposit),
    balance: balance.paid === null ? balance : fromHere(p),
    journey: { airportId: state.airportId, tripType: state.tripType },
    ...(consent && { consent }),
    ...(inFull !== undefined && { inFull }),
  }
}

/** A charged deposit, without what only mattered while it was held. */
const atRest = (deposit: Deposit): Deposit => ({
  ...deposit,
  card: null,
  captureBefore: null,
  renewal: 'none',
})

/** A paid balance. Points that were set aside are known by the place they were set aside for. */
const fromHere = ({ id, balance }: Participant): Balance => ({
  ...balance,
  placeId: balance.placeId ?? id,
})
