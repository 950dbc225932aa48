import type { Warning } from '#app/features/ride/rules/ride-state.ts'
import { findCrew, isDriverBusy } from '#app/features/ride/service/fleet.server.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import type { AdminId, ParticipantId, RideId } from '#app/kernel/id.ts'
import { CLEARING_MINUTES, minutes } from '#app/kernel/limits.ts'
import type { Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { readAirport } from './airports.server.ts'
import type { GroupView } from './group-views.server.ts'
import { giveCar } from './groups.server.ts'

/** A dispatcher's choices for a group. */
export type CarChoice = {
  carId: RideId
  vehicleId: string
  driverId: string
  meetingPoint: string
  meetAt: Instant
  note: string
  /** When places are met that have a time of their own. */
  stops?: Record<string, Instant>
  /** The passengers; a carpool's car takes everybody. */
  places: ParticipantId[]
  /** The reason for a change; null for a new car. */
  reason: string | null
  /** The version of the group's ride that the dispatcher has seen. */
  seen: number
  confirmed: Warning[]
}

/**
 * Assigns a car to a group, or replaces the one with the same id. Fails with notFound for an
 * unknown or archived vehicle or driver, otherwise as `giveCar` does.
 */
export async function assignCar(
  context: Needs<'db' | 'clock'> & Objects,
  { id, about: { kind } }: Pick<GroupView, 'id' | 'about'>,
  { carId, vehicleId, driverId, places, reason, seen, confirmed, ...meeting }: CarChoice,
  by: AdminId,
): Promise<Result<GroupView>> {
  const crew = await findCrew(context, vehicleId, driverId)
  if (!crew.ok) return crew
  const car = { id: carId, ...crew.value, ...meeting, places: kind === 'trip' ? places : null }
  const isBusy = await isDriverBusy(context, crew.value.driver.id, carId, meeting.meetAt)
  return giveCar(context, kind, id, { car, seen, reason, isBusy, confirmed, by })
}

type PlaceFlight = Pick<GroupView['places'][number], 'participantId' | 'party' | 'flight'>

/**
 * A place's flight time; the one from when the group was complete, if it has changed too much
 * since.
 */
const timeFor = ({ participantId, party, flight }: PlaceFlight, waitFor: string | null) =>
  flight && !flight.fits && participantId !== waitFor ? flight.before.flightTime : party.flightTime

/**
 * When and where a group can be met: once the last arriving passengers have their luggage, at the
 * airport's usual places, those of the passengers' terminals first. A drop-off moves earlier with
 * its first flight. A flight outside the group's window does not count, except that of `waitFor`.
 */
export async function meetingOf(
  context: Needs<'db'>,
  { about, at, places }: Pick<GroupView, 'about' | 'at' | 'places'>,
  waitFor: string | null = null,
): Promise<{ meetAt: Instant; points: string[] }> {
  if (about.kind === 'trip') return { meetAt: at, points: [] }
  const taken = places.filter(({ seat }) => seat === 'taken')
  const times = taken.map((place) => timeFor(place, waitFor) ?? at)
  if (about.tripType === 'DROPOFF') {
    const before = taken.map(({ flight, party }) => (flight?.before ?? party).flightTime ?? at)
    const earlier = taken.length > 0 ? Math.min(...times) - Math.min(...before) : 0
    return { meetAt: at + Math.min(0, earlier), points: [] }
  }
  const { clearingMinutes = CLEARING_MINUTES, meetingPoints = [] } =
    (await readAirport(context, about.airportId)) ?? {}
  const landings = times.map((time) => time + minutes(clearingMinutes))
  const isNear = (point: string) =>
    taken.some(({ party: { terminal } }) => terminal && point.split(/\W/).includes(terminal))
  return {
    meetAt: Math.max(at, ...landings),
    points: meetingPoints.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a))),
  }
}
