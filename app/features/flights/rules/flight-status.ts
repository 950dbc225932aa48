import { searchNameOf } from '#app/kernel/airport-names.ts'
import { flightNumberOf } from '#app/kernel/flight-number.ts'
import {
  FLIGHT_ASKED_BEFORE_MS,
  FLIGHT_ASKED_UNTIL_MS,
  FLIGHT_CALLS_MAX,
  FLIGHT_DELAY_MAX_MS,
  FLIGHT_LATE_MS,
  FLIGHT_WINDOW_MS,
  minutes,
} from '#app/kernel/limits.ts'
import { type Instant, type LondonDay, londonDay } from '#app/kernel/time.ts'

/*
 * A flight status from the provider is only a suggestion: it fills in a form that the passenger
 * sends, and marks a line for driver and dispatcher. It never changes a group
 * (docs/rules.md#flight-status).
 */

/** The query to a provider; nothing in it is personal. */
export type AskedFlight = { number: string; day: LondonDay }

/** One landing of a flight number on a day, as the provider reports it. */
export type Landing = {
  /** IATA code, such as `LHR`. */
  airport: string
  scheduledAt: Instant
  /** Null: only the timetable is known. */
  landingAt: Instant | null
  isCancelled: boolean
}
/** `isDoubtful`: it contradicts an earlier answer and has not been confirmed yet. */
export type KeptLanding = Landing & { isDoubtful: boolean }

/** The known landings of a flight, and how often the provider was asked. */
export type FlightStatus = {
  calls: number
  askedAt: Instant
  landings: readonly KeptLanding[]
}

/** A suggestion that nobody has confirmed. */
export type FlightSuggestion =
  | { kind: 'late'; landingAt: Instant; minutes: number }
  | { kind: 'cancelled' }

type EnteredFlight = { flightNumber: string | null; flightTime: Instant | null }

/**
 * The query for a flight; null without a time, or if the number is not exactly one flight number.
 */
export function askedFlight({ flightNumber, flightTime }: EnteredFlight): AskedFlight | null {
  const number = flightNumber === null ? null : flightNumberOf(flightNumber)
  return number && flightTime !== null ? { number, day: londonDay(flightTime) } : null
}

export const flightKey = ({ number, day }: AskedFlight): string => `${day} ${number}`

/** When to ask next about a flight expected to land at that time; null: never again. */
export function nextAskAt(
  landsAt: Instant,
  known: Pick<FlightStatus, 'calls' | 'askedAt'> | null,
  now: Instant,
): Instant | null {
  if (now > landsAt + FLIGHT_ASKED_UNTIL_MS) return null
  const times = FLIGHT_ASKED_BEFORE_MS.map((before) => landsAt - before)
  if (!known) return times[0] ?? null
  if (known.calls >= FLIGHT_CALLS_MAX) return null
  return times.find((at) => at > known.askedAt) ?? null
}

/** When a flight is expected to land at an airport; null if unknown. */
export function expectedAt(
  flightTime: Instant,
  known: FlightStatus | null,
  airportName: { zh: string; en: string },
): Instant {
  const landing = landingIn(known, airportName)
  return landing?.landingAt && !landing.isDoubtful ? landing.landingAt : flightTime
}

const landingIn = (known: FlightStatus | null, airportName: { zh: string; en: string }) =>
  known?.landings.find(({ airport }) => airport === searchNameOf(airportName))

/** Whether a landing can belong to this day. */
function isPossible({ scheduledAt, landingAt }: Landing, day: LondonDay): boolean {
  if (londonDay(scheduledAt) !== day) return false
  return landingAt === null || Math.abs(landingAt - scheduledAt) <= FLIGHT_DELAY_MAX_MS
}

const isSame = (a: Landing, b: Landing): boolean =>
  a.scheduledAt === b.scheduledAt && a.landingAt === b.landingAt && a.isCancelled === b.isCancelled

const timeOf = ({ landingAt, scheduledAt }: Landing): Instant => landingAt ?? scheduledAt

/**
 * Merges an answer into the known landings, one per airport. Other days, impossible delays and
 * airports with contradictory entries in one answer are dropped, and what was known of them stays.
 * A landing earlier than the one before, or a withdrawn cancellation, is doubtful until the
 * provider repeats it.
 */
export function withAnswer(
  before: readonly KeptLanding[],
  said: readonly Landing[],
  day: LondonDay,
): KeptLanding[] {
  const possible = said.filter((one) => isPossible(one, day))
  const clear = possible.filter(
    (one, at) =>
      possible.findIndex(({ airport }) => airport === one.airport) === at &&
      possible.every((other) => other.airport !== one.airport || isSame(other, one)),
  )
  const now = clear.map((one): KeptLanding => {
    const last = before.find(({ airport }) => airport === one.airport)
    const isBack = last !== undefined && timeOf(one) <= timeOf(last) - FLIGHT_LATE_MS
    return { ...one, isDoubtful: isBack || (last?.isCancelled === true && !one.isCancelled) }
  })
  const rest = before.filter(({ airport }) => clear.every((one) => one.airport !== airport))
  return [...rest, ...now]
}

/**
 * Suggests a change to a passenger who has entered `flightTime` for a landing at an airport.
 * Returns null if there is nothing to suggest, if we do not know the airport's code, or if the
 * timetable has the flight much later than entered: it is probably another one.
 */
export function suggestionOf(
  known: FlightStatus | null,
  { flightTime, airportName }: { flightTime: Instant; airportName: { zh: string; en: string } },
): FlightSuggestion | null {
  const landing = landingIn(known, airportName)
  if (!landing || landing.isDoubtful) return null
  if (landing.scheduledAt > flightTime + FLIGHT_WINDOW_MS) return null
  if (landing.isCancelled) return { kind: 'cancelled' }
  if (landing.landingAt === null || landing.landingAt - flightTime < FLIGHT_LATE_MS) return null
  const { landingAt } = landing
  return { kind: 'late', landingAt, minutes: Math.round((landingAt - flightTime) / minutes(1)) }
}
