import type { Effect } from '#app/group/rules/effect.ts'
import { noticeOf } from '#app/group/rules/notice-of.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import { confirmedOf, findParticipant, type Group, type Place } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { DRIVE_FROM_MS, DRIVE_PHONES_FROM_MS, DRIVE_UNTIL_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { ProgressEvent, Say } from './ride-event.ts'
import {
  type Car,
  type CarRef,
  carOf,
  type DriverMark,
  meetsAt,
  type PlaceProgress,
  type PlaceRide,
  type Progress,
  placesIn,
  type Ride,
  type RideStage,
  rideOf,
  STAGES,
} from './ride-state.ts'

/** When the last car with passengers meets them; null if no car has any. */
export function metAt(state: Group): Instant | null {
  const meetings = rideOf(state)
    .cars.filter((car) => placesIn(state, car).length > 0)
    .flatMap((car) => placesIn(state, car).map((p) => meetsAt(car, p)))
  return meetings.length > 0 ? Math.max(...meetings) : null
}

/** Whether every driver of a group has reported the end of the ride. */
export function isDone(state: Group): boolean {
  const places = confirmedOf(state)
  const isOut = (p: Place) => {
    const car = carOf(state, p)
    return car !== null && progressOf(state, car).stage === 'done'
  }
  return places.length > 0 && places.every(isOut)
}

const isStage = (mark: DriverMark): mark is RideStage => STAGES.some((one) => one === mark)

/** The car of a driver's link if the link works at `now`; null otherwise, whatever the reason. */
export function drivenCar(
  rules: Rules,
  state: Group,
  { carId, version }: CarRef,
  now: Instant,
): Car | null {
  const car = rideOf(state).cars.find((one) => one.id === carId && one.version === version)
  if (!car || is(state.status, 'cancelled') || placesIn(state, car).length === 0) return null
  const isEarly = now < rules.departureAt(state) - DRIVE_FROM_MS
  return isEarly || now >= driveUntil(rules, state, car) ? null : car
}

/** When the link of a car's driver stops working. */
export const driveUntil = (rules: Rules, state: Group, { meetAt }: Pick<Car, 'meetAt'>): Instant =>
  Math.max(rules.departureAt(state), meetAt) + DRIVE_UNTIL_MS

/** Whether a driver may see the passengers' phone numbers yet. */
export const seesPhones = (rules: Rules, state: Group, now: Instant): boolean =>
  now >= rules.departureAt(state) - DRIVE_PHONES_FROM_MS

export function progressOf(state: Pick<Group, 'slices'>, { id, version }: CarKey): Progress {
  const known = rideOf(state).progress?.[id]
  return known?.version === version ? known : { version, stage: null, at: null, parties: {} }
}
type CarKey = Pick<Car, 'id' | 'version'>

/** How far the car has got, for one of its passengers; null if its driver has not reported. */
export function progressFor(
  state: Pick<Group, 'slices'>,
  car: CarKey,
  { id }: Pick<Place, 'id'>,
): PlaceProgress | null {
  const { stage, at, parties } = progressOf(state, car)
  const mark = parties[id]?.mark ?? null
  return stage || mark ? { stage, at, mark } : null
}

/** What the lists show of a place's car; null if it has none. */
export function rideOfPlace(state: Group, p: Place): PlaceRide | null {
  const car = carOf(state, p)
  if (!car) return null
  const { places: _places, stops: _stops, by: _by, at: _at, ...rest } = car
  const ride = { ...rest, meetAt: meetsAt(car, p) }
  const progress = progressFor(state, car, p)
  return progress ? { ...ride, progress } : ride
}

/** The places on board, according to their drivers. */
export const aboardOf = (state: Group): ParticipantId[] =>
  state.participants.flatMap((p) => {
    const car = carOf(state, p)
    return car && progressFor(state, car, p)?.mark === 'onBoard' ? p.id : []
  })

/** Since when a passenger has been reported missing with nobody having dealt with it, if so. */
export const missedSince = (state: Pick<Group, 'slices'>, { id, seat }: MaybeMissed) =>
  seat === 'taken' ? (rideOf(state).missed?.[id] ?? null) : null
type MaybeMissed = Pick<Place, 'id' | 'seat'>

/**
 * Records a driver's button. Repeating it has no further effect, nor does going back a stage, since
 * an old page may still be open. Seats, status and payments never change.
 */
export function decideDriverMark(
  rules: Rules,
  state: Group,
  { carId, version, mark, participantId }: Say<'driverMark'>,
  now: Instant,
): Result<ProgressEvent[]> {
  const car = drivenCar(rules, state, { carId, version }, now)
  if (!car) return fail('driveLinkGone')
  const { stage, parties } = progressOf(state, car)
  const about = { carId, version, at: now }
  if (isStage(mark)) {
    const isBehind = stage !== null && STAGES.indexOf(mark) <= STAGES.indexOf(stage)
    return ok(isBehind ? [] : [{ type: 'driverMarked', mark, ...about }])
  }
  const p = placesIn(state, car).find(({ id }) => id === participantId)
  if (!p) return fail('notFound')
  const isSame = parties[p.id]?.mark === mark
  return ok(isSame ? [] : [{ type: 'partyMarked', mark, participantId: p.id, ...about }])
}

/** An administrator has dealt with a missing passenger. Repeating it changes nothing. */
export function decideSettleMissed(
  state: Group,
  { participantId, by }: Say<'settleMissed'>,
  now: Instant,
): Result<ProgressEvent[]> {
  if (!findParticipant(state, participantId)) return fail('notFound')
  const isOpen = rideOf(state).missed?.[participantId] !== undefined
  return ok(isOpen ? [{ type: 'missedSettled', participantId, by, at: now }] : [])
}

/** The ride after a driver's report or its follow-up. */
export function evolveProgress(state: Group, event: ProgressEvent): Ride {
  const ride = rideOf(state)
  if (event.type === 'missedSettled') return withoutMissed(ride, event.participantId)
  const { carId: id, version, at } = event
  const before = progressOf(state, { id, version })
  if (event.type === 'driverMarked') return withProgress(ride, { ...before, stage: event.mark, at })
  const { mark, participantId } = event
  const parties = { ...before.parties, [participantId]: { mark, at } }
  const after =
    mark === 'onBoard'
      ? withoutMissed(ride, participantId)
      : { ...ride, missed: { ...ride.missed, [participantId]: at } }
  return withProgress(after, { ...before, parties })

  function withProgress(to: Ride, progress: Progress): Ride {
    return { ...to, progress: { ...to.progress, [id]: progress } }
  }
}

/** The ride without the open task about a missing passenger. */
function withoutMissed(ride: Ride, participantId: ParticipantId): Ride {
  const { [participantId]: _, ...missed } = ride.missed ?? {}
  return { ...ride, missed }
}

/**
 * Notifies a passenger who was not found, once per car: repeated notices have the same id. The
 * follow-up by an administrator goes into the audit log.
 */
export function effectsOfProgress(rules: Rules, event: ProgressEvent, state: Group): Effect[] {
  if (event.type === 'driverMarked') return []
  const p = findParticipant(state, event.participantId)
  if (!p) return []
  if (event.type === 'partyMarked') {
    const { mark, version } = event
    if (mark !== 'notHere') return []
    return [noticeOf(rules, state, p, 'passengerMissed', String(version), { version })]
  }
  const { by, at } = event
  return [
    {
      kind: 'audit',
      id: `missedSettled:${p.id}:${at}`,
      at,
      by,
      action: 'missedSettled',
      subject: state.id,
      before: {},
      after: { participantId: p.id },
    },
  ]
}
