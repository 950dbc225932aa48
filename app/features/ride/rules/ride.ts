import type { Effect } from '#app/group/rules/effect.ts'
import { type Cases, freeRoom, sumOfCases } from '#app/group/rules/luggage.ts'
import { noticeOf } from '#app/group/rules/notice-of.ts'
import { isSteerable } from '#app/group/rules/ride-status.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import {
  confirmedOf,
  confirmedPeople,
  findParticipant,
  type Group,
  type Place,
  seatedPeople,
  sliceOf,
} from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import { MEET_AROUND_MS, TELL_AFTER_MS, TELL_AT_ONCE_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { type Instant, londonDay } from '#app/kernel/time.ts'
import type { Vehicle } from './fleet.ts'
import type { CarEvent, CarNews, Say } from './ride-event.ts'
import {
  type Car,
  carOf,
  meetsAt,
  type PlaceRide,
  placesIn,
  RIDE,
  type Ride,
  rideOf,
  WARNINGS,
} from './ride-state.ts'

/**
 * Assigns a car, or replaces the one with the same id, which needs a reason. Repeating it has no
 * further effect. `seen`: the version that the administrator has seen.
 */
export function decideAssignCar(
  rules: Rules,
  state: Group,
  { car, seen, reason, isBusy, confirmed, by }: Say<'assignCar'>,
  now: Instant,
): Result<CarEvent[]> {
  const ride = rideOf(state)
  const before = ride.cars.find(({ id }) => id === car.id)
  const after = { ...car, version: ride.version + 1 }
  if (before && isSame(before, after)) return ok([])
  if (seen !== ride.version) return changedSince()
  const refused = refuseCar(rules, state, after, now)
  if (refused) return fail(refused)
  if (before && !reason) return fail('validationFailed', { field: 'reason' })
  if (!isPartOf(state, car)) return fail('validationFailed', { field: 'places' })
  const departureAt = rules.departureAt(state)
  const [from, to] = [departureAt - MEET_AROUND_MS, departureAt + MEET_AROUND_MS]
  if (car.meetAt < from || car.meetAt > to)
    return fail('validationFailed', { field: 'meetAt', from, to })
  const isStop = ([id, at]: [string, Instant]) =>
    at >= car.meetAt && at <= to && placesIn(state, car).some((p) => p.id === id)
  if (!Object.entries(car.stops ?? {}).every(isStop))
    return fail('validationFailed', { field: 'stops', from: car.meetAt, to })
  const isTight = isOverloaded(car.vehicle, placesIn(state, car))
  const warned = WARNINGS.filter((one) => (one === 'luggage' ? isTight : isBusy))
  const open = warned.filter((one) => !confirmed.includes(one))
  if (open.length > 0) return fail('needsConfirmation', { confirm: open.join(' ') })
  return ok([{ type: 'carAssigned', car: after, reason, by, at: now, notifyAt: tellAt() }])

  function tellAt(): Instant {
    return rules.departureAt(state) - now <= TELL_AT_ONCE_MS ? now : now + TELL_AFTER_MS
  }
}

const changedSince = () => fail('versionConflict', { context: 'ride' })

/** Whether a car's places are confirmed ones without another car, at least one. */
function isPartOf(state: Group, car: Pick<Car, 'id' | 'places'>): boolean {
  const passengers = placesIn(state, car)
  const others = rideOf(state).cars.filter(({ id }) => id !== car.id)
  const isTaken = (p: Place) => others.some((other) => placesIn(state, other).includes(p))
  return (
    passengers.length > 0 &&
    passengers.length === (car.places ?? passengers).length &&
    !passengers.some(isTaken)
  )
}

const NOT_COMPARED = { version: 0, by: undefined, at: undefined }
const isSame = (a: Car, b: Car): boolean =>
  JSON.stringify({ ...a, ...NOT_COMPARED }) === JSON.stringify({ ...b, ...NOT_COMPARED })

/** Why a car cannot be assigned, even if confirmed; null if it can. */
function refuseCar(rules: Rules, state: Group, car: Car, now: Instant): ErrorCode | null {
  if (!isSteerable(rules, state, now)) return 'operationExpired'
  const day = londonDay(Math.max(rules.departureAt(state), car.meetAt))
  if (car.vehicle.licenceUntil < day || car.driver.badgeUntil < day) return 'licenceExpired'
  const people =
    placesIn(state, car).reduce((sum, p) => sum + p.party.people, 0) +
    // Students paying for released seats travel in the shared car.
    (car.places === null ? seatedPeople(state) - confirmedPeople(state) : 0)
  return people > car.vehicle.seats ? 'tooFewSeats' : null
}

export const isOverloaded = (
  vehicle: Pick<Vehicle, 'bigCases' | 'smallCases'>,
  places: { party: Cases }[],
): boolean => freeRoom(vehicle, sumOfCases(places.map(({ party }) => party))) < 0

/** Withdraws a car. Repeating it has no further effect. */
export function decideUnassignCar(
  rules: Rules,
  state: Group,
  { carId, seen, reason, by }: Say<'unassignCar'>,
  now: Instant,
): Result<CarEvent[]> {
  const ride = rideOf(state)
  if (!ride.cars.some(({ id }) => id === carId)) return ok([])
  if (seen !== ride.version) return changedSince()
  if (!isSteerable(rules, state, now)) return fail('operationExpired')
  if (!reason) return fail('validationFailed', { field: 'reason' })
  const soon = rules.departureAt(state) - now <= TELL_AT_ONCE_MS
  const notifyAt = soon ? now : now + TELL_AFTER_MS
  return ok([{ type: 'carUnassigned', carId, reason, by, at: now, notifyAt }])
}

/** When students are next notified, and of what; null if they know everything. */
export function dueOfRide(state: Group): { at: Instant; event: CarEvent } | null {
  const { notifyAt } = rideOf(state)
  if (notifyAt === null) return null
  return { at: notifyAt, event: { type: 'rideNotified', news: newsOf(state) } }
}

/** News that each confirmed place has not had; none once the ride will not take place. */
function newsOf(state: Group): CarNews[] {
  if (!is(state.status, 'together')) return []
  const { told } = rideOf(state)
  return confirmedOf(state).flatMap((p): CarNews[] => {
    const version = carOf(state, p)?.version ?? null
    const before = told[p.id] ?? null
    if (version === before) return []
    const code = version === null ? 'carWithdrawn' : before === null ? 'carAssigned' : 'carChanged'
    return [{ participantId: p.id, code, version }]
  })
}

/** The ride after an event of its cars. */
export function evolveCars(state: Group, event: CarEvent): Ride {
  const ride = rideOf(state)
  if (event.type === 'rideNotified') {
    const told = { ...ride.told }
    for (const { participantId, version } of event.news)
      if (version === null) delete told[participantId]
      else told[participantId] = version
    return { ...ride, told, notifyAt: null }
  }
  const { notifyAt } = event
  const version = ride.version + 1
  const isAssigned = event.type === 'carAssigned'
  const id = isAssigned ? event.car.id : event.carId
  const others = ride.cars.filter((car) => car.id !== id)
  const { by, at } = event
  const cars = isAssigned ? [...others, { ...event.car, by, at }] : others
  return { ...ride, version, cars, notifyAt }
}

/** Notifies a newcomer of the assigned car at once. Undefined: no car was ever assigned. */
export function withNewcomer(state: Group): Ride | undefined {
  const ride = sliceOf<Ride>(state, RIDE)
  if (!ride || ride.cars.length === 0 || ride.notifyAt !== null) return ride
  return newsOf(state).length === 0 ? ride : { ...ride, notifyAt: 0 }
}

/** Notices of changes, and audit entries, which name vehicle and driver by id. */
export function effectsOfCars(rules: Rules, event: CarEvent, state: Group): Effect[] {
  if (event.type === 'rideNotified')
    return event.news.flatMap(({ participantId, code, version }) => {
      const p = findParticipant(state, participantId)
      if (!p) return []
      const car = version === null ? null : carOf(state, p)
      const about = String(version ?? rideOf(state).version)
      return [
        noticeOf(
          rules,
          state,
          p,
          code,
          about,
          car ? paramsOf({ ...car, meetAt: meetsAt(car, p) }) : {},
        ),
      ]
    })
  const { by, at, reason } = event
  const what =
    event.type === 'carAssigned'
      ? {
          carId: event.car.id,
          vehicleId: event.car.vehicle.id,
          driverId: event.car.driver.id,
          meetAt: event.car.meetAt,
        }
      : { carId: event.carId }
  return [
    {
      kind: 'audit',
      id: `${event.type}:${state.id}:${rideOf(state).version}`,
      at,
      by,
      action: event.type,
      subject: state.id,
      before: {},
      after: { ...what, ...(reason && { reason }) },
    },
  ]
}

/** A notice's parameters about a car. */
export const paramsOf = ({ version, vehicle, driver, meetingPoint, meetAt }: PlaceRide) => ({
  version,
  plate: vehicle.plate,
  make: vehicle.make,
  driver: driver.name,
  meetingPoint,
  meetAt,
})
