import {
  firstFlightOf,
  flightWindowAround,
  refuseFarFlight,
} from '#app/group/rules/flight-window.ts'
import type { FlightWindow } from '#app/group/rules/state.ts'
import {
  AFTER_LANDING_MS,
  BEFORE_TAKEOFF_MS,
  minutes,
  TIGHT_LANDING_MS,
} from '#app/kernel/limits.ts'
import { fail, type Result } from '#app/kernel/result.ts'
import { type Instant, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import type { CarpoolState, Terms, TripType } from './state.ts'

/**
 * Whether flight and car are in the right order: landing before a pickup, take-off after a dropoff.
 */
export const inOrder = (tripType: TripType, carpoolAt: Instant, flightTime: Instant): boolean =>
  tripType === 'PICKUP' ? flightTime < carpoolAt : flightTime > carpoolAt

const ROUND_MS = minutes(15)

/**
 * The usual departure for a flight: some time after the landing, or early enough for the road and
 * check-in, on a quarter of an hour (docs/rules.md#opening-a-carpool).
 */
export const usualDeparture = (tripType: TripType, flightTime: Instant): Instant =>
  tripType === 'PICKUP'
    ? Math.ceil((flightTime + AFTER_LANDING_MS) / ROUND_MS) * ROUND_MS
    : Math.floor((flightTime - BEFORE_TAKEOFF_MS) / ROUND_MS) * ROUND_MS

/** The time from the landing to a pickup, if it may be too tight; otherwise null. */
export function tightLanding(
  { tripType, carpoolAt }: Pick<Terms, 'tripType' | 'carpoolAt'>,
  flightTime: Instant,
): number | null {
  const gap = carpoolAt - flightTime
  return tripType === 'PICKUP' && gap > 0 && gap < TIGHT_LANDING_MS ? gap : null
}

const MINUTE_MS = minutes(1)

/**
 * The window for a companion's flight, both ends included: within 3 hours of the car's first flight
 * (docs/rules.md#flight-window), and in order with the car, to the minute, the precision of the
 * forms. Nobody can take a car that leaves before they have landed.
 */
export function companionWindow(
  ride: Pick<Terms, 'tripType' | 'carpoolAt'>,
  firstFlight: Instant,
): FlightWindow {
  return inOrderWith(ride, flightWindowAround(firstFlight))
}

/** The part of a window in which flights are in order with the car. */
export function inOrderWith(
  ride: Pick<Terms, 'tripType' | 'carpoolAt'>,
  { from, to }: FlightWindow,
): FlightWindow {
  return ride.tripType === 'PICKUP'
    ? { from, to: Math.min(to, ride.carpoolAt - MINUTE_MS) }
    : { from: Math.max(from, ride.carpoolAt + MINUTE_MS), to }
}

/** Whether a car that meets its passengers at `meetAt` is in time for a flight. */
export const isInTime = (tripType: TripType, flightTime: Instant, meetAt: Instant): boolean =>
  tripType === 'PICKUP' ? meetAt >= flightTime : meetAt < flightTime

/** Why the group's cars cannot serve a flight; null: they can, or there are none. */
export function refuseMissed(state: CarpoolState, flightTime: Instant): Result<never> | null {
  const { tripType, facts } = state
  const isMissed = facts.meetings.some((meetAt) => !isInTime(tripType, flightTime, meetAt))
  return isMissed ? fail('flightTimeOrder', { context: tripType }) : null
}

/** The earliest that a flight can be moved to: the start of the London day of the cutoff. */
export const earliestChange = ({ cutoffAt }: Pick<CarpoolState, 'cutoffAt'>): Instant =>
  startOfLondonDay(londonDay(cutoffAt))

/**
 * The window for correcting a confirmed place's flight: from the cutoff's day on
 * (docs/rules.md#correcting-travel-details), in order with the car, and within the companions'
 * window if there are companions. No end means only the calendar limits it.
 */
export function correctionWindow(
  state: CarpoolState,
  participantId: string,
): { from: Instant; to: Instant | null } {
  const first = firstFlightOf(state, participantId)
  const { from, to } = first === null ? aloneIn(state) : companionWindow(state, first)
  return { from: Math.max(from, earliestChange(state)), to }
}

const aloneIn = ({ tripType, carpoolAt }: Pick<Terms, 'tripType' | 'carpoolAt'>) =>
  tripType === 'PICKUP'
    ? { from: Number.NEGATIVE_INFINITY, to: carpoolAt - MINUTE_MS }
    : { from: carpoolAt + MINUTE_MS, to: null }

/**
 * Why a flight does not fit those of the car, or the car itself; null: it does. `except`: the place
 * to leave out.
 */
export function refuseCompanion(
  state: CarpoolState,
  flightTime: Instant,
  except?: string,
): Result<never> | null {
  const { tripType, carpoolAt } = state
  const far = refuseFarFlight(state, flightTime, except, (window) => inOrderWith(state, window))
  return (
    far ??
    (inOrder(tripType, carpoolAt, flightTime)
      ? null
      : fail('flightTimeOrder', { context: tripType }))
  )
}
