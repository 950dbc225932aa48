import { listNextCars } from '#app/carpool/rows/carpools.server.ts'
import { inOrder } from '#app/carpool/rules/flights.ts'
import type { CarpoolState, CarpoolStatus, Participant } from '#app/carpool/rules/state.ts'
import { changeOf } from '#app/features/flights/rules/flights.ts'
import {
  moneyOf,
  priceIn,
  refuseArrival,
  refuseLeaving,
} from '#app/features/moves/rules/decide-move.ts'
import { type MoveRefusal, movesOf, movingOf } from '#app/features/moves/rules/move-event.ts'
import { confirmedPeople, findParticipant } from '#app/group/rules/state.ts'
import { isCarpoolId, newParticipantId } from '#app/group/service/group-id.server.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import type { AdminId, CarpoolId, ParticipantId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { addDays, type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { within } from '#app/kernel/within.ts'
import { isPaid } from '#app/payments/rules/charge.ts'
import { inParallel } from '#app/platform/in-parallel.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

/** A carpool to which a place may move. */
export type NextCar = {
  id: CarpoolId
  at: Instant
  status: CarpoolStatus
  people: number
  maxPassengers: number
  /** What the party would pay there in total, in pence. */
  price: MinorUnits
  /** Why it cannot move there; null if it can. */
  refused: MoveRefusal | null
}

/** A place whose changed flight no longer suits its car, and where it may move. */
export type MoveChoice = {
  participantId: ParticipantId
  people: number
  flightTime: Instant
  /** The version of the flight. */
  seen: number
  /** What the party pays in its car in total, in pence, and whether it has paid it. */
  price: MinorUnits
  isPaid: boolean
  /** Why it cannot move at all; null if it can. */
  refused: MoveRefusal | null
  /** The car it is moving to right now. */
  movingTo: CarpoolId | null
  /** The last car that refused it, and why. */
  last: { carpoolId: CarpoolId; why: MoveRefusal } | null
  cars: NextCar[]
}

type MoveQuery = { id: string; participantId: string }
/** How long the request waits for the other car's answer; the object carries on by itself. */
const ANSWER_WAIT_MS = 4000

async function find({ objects }: Objects, { id, participantId }: MoveQuery) {
  const found = isCarpoolId(id) ? await objects.carpools.snapshot(id) : ok(null)
  if (!found.ok) return found
  const state = found.value?.state
  const place = state && findParticipant(state, participantId)
  return state && place ? ok({ state, place }) : fail('notFound')
}

/** What a listed carpool would answer to a move. */
async function weigh(
  { objects, clock }: Needs<'clock'> & Objects,
  id: CarpoolId,
  from: CarpoolState,
  p: Participant,
) {
  const found = await objects.carpools.snapshot(id)
  if (!found.ok) return found
  if (!found.value) return ok(null)
  const { state } = found.value
  const about = { ...p, participantId: p.id, money: moneyOf(p), journey: from }
  const car: NextCar = {
    id,
    at: state.carpoolAt,
    status: state.status,
    people: confirmedPeople(state),
    maxPassengers: state.maxPassengers,
    price: priceIn(state, p.party),
    refused: refuseArrival(state, about, clock.now()),
  }
  return ok(car)
}

/**
 * The carpools with free seats from the same airport and in the same direction that leave on
 * the London day of the flight or the next one; to the airport, on the day before or the same.
 * Those that take the place come first. Fails with notFound.
 */
export async function readMoveChoices(
  context: Needs<'db' | 'clock'> & Objects,
  asked: MoveQuery,
): Promise<Result<MoveChoice>> {
  const { db, clock } = context
  const found = await find(context, asked)
  if (!found.ok) return found
  const { state, place } = found.value
  const { flightTime, people } = place.party
  const day = londonDay(flightTime)
  const isPickup = state.tripType === 'PICKUP'
  const rows = await listNextCars(db, {
    ...{ tripType: state.tripType, airportId: state.airportId, except: state.id, people },
    from: Math.max(clock.now(), startOfLondonDay(addDays(day, isPickup ? 0 : -1))),
    before: startOfLondonDay(addDays(day, isPickup ? 2 : 1)),
  })
  const near = rows.filter(({ carpoolAt }) => inOrder(state.tripType, carpoolAt, flightTime))
  const cars = await inParallel(
    near.map(
      ({ id }) =>
        () =>
          weigh(context, id, state, place),
    ),
  )
  if (!cars.ok) return cars
  const known = cars.value.flatMap((car) => car ?? [])
  return ok({
    ...{ participantId: place.id, people, flightTime },
    seen: changeOf(state, place)?.version ?? 0,
    price: priceIn(state, place.party),
    isPaid: isPaid(place.balance),
    refused: refuseLeaving(state, place, clock.now()),
    movingTo: movingOf(state, place)?.to.carpoolId ?? null,
    last: movesOf(state).refused[place.id] ?? null,
    cars: known.toSorted((a, b) => Number(a.refused !== null) - Number(b.refused !== null)),
  })
}

/**
 * Moves a place to another carpool, with everything paid for it. Repeating it has no further
 * effect. `underWay`: the other car has not answered yet, and the move continues by itself. Fails
 * with notFound, moveRefused (the reason in its context), or versionConflict if the flight has
 * changed since version `seen`.
 */
export async function movePlace(
  context: Objects,
  asked: MoveQuery,
  { to, seen, by }: { to: string; seen: number; by: AdminId },
): Promise<Result<'moved' | 'underWay'>> {
  const { objects } = context
  const found = await find(context, asked)
  if (!found.ok) return found
  const other = isCarpoolId(to) ? await objects.carpools.snapshot(to) : ok(null)
  if (!other.ok) return other
  if (!isCarpoolId(to) || !other.value) return fail('notFound')
  const { state, place } = found.value
  const target = { carpoolId: to, participantId: newParticipantId(to) }
  const about = { participantId: place.id, to: target, seen, by }
  const begun = await objects.carpools.execute(state.id, { type: 'beginMove', ...about })
  if (!begun.ok) return begun
  // The old car would continue by itself, but the administrator is waiting.
  await within(ANSWER_WAIT_MS, objects.carpools.poke(state.id)).catch(() => null)
  const after = await find(context, asked)
  if (!after.ok) return after
  const { moving, refused } = movesOf(after.value.state)
  if (after.value.place.leaving === 'moved') return ok('moved')
  const last = refused[place.id]
  return moving[place.id] || !last ? ok('underWay') : fail('moveRefused', { context: last.why })
}
