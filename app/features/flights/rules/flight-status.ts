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
 * What a provider of flight status says is a suggestion: it fills in a form that the passenger
 * sends, and marks a line for driver and dispatcher. It is no command
 * (docs/rules.md#flight-status).
 */

/** A flight as a provider is asked about it: nothing of it is personal. */
export type AskedFlight = { number: string; day: LondonDay }

/** One landing of a flight number on a day, as the provider reports it. */
export type Landing = {
  /** IATA code, such as `LHR`. */
  airport: string
  scheduledAt: Instant
  /** Null: nothing beyond the timetable is known. */
  landingAt: Instant | null
  isCancelled: boolean
}
/** `isDoubtful`: it contradicts what was said before, and nothing has confirmed it yet. */
export type KeptLanding = Landing & { isDoubtful: boolean }

/** What is known of a flight, and how often it was asked for. */
export type FlightStatus = {
  calls: number
  askedAt: Instant
  landings: readonly KeptLanding[]
}

/** What is suggested; nobody has confirmed it. */
export type FlightSuggestion =
  | { kind: 'late'; landingAt: Instant; minutes: number }
  | { kind: 'cancelled' }

type Flown = { flightNumber: string | null; flightTime: Instant | null }

/** What to ask for; null: without a time, or what was entered is not one flight number. */
export function askedFlight({ flightNumber, flightTime }: Flown): AskedFlight | null {
  const number = flightNumber === null ? null : flightNumberOf(flightNumber)
  return number && flightTime !== null ? { number, day: londonDay(flightTime) } : null
}

export const flightKey = ({ number, day }: AskedFlight): string => `${day} ${number}`

/** When to ask next about a flight that is to land then; null: not any more. */
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

/** When a flight is to land at an airport, as far as is known. */
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

/** Whether an answer can be about this day at all. */
function isPossible({ scheduledAt, landingAt }: Landing, day: LondonDay): boolean {
  if (londonDay(scheduledAt) !== day) return false
  return landingAt === null || Math.abs(landingAt - scheduledAt) <= FLIGHT_DELAY_MAX_MS
}

const isSame = (a: Landing, b: Landing): boolean =>
  a.scheduledAt === b.scheduledAt && a.landingAt === b.landingAt && a.isCancelled === b.isCancelled

const timeOf = ({ landingAt, scheduledAt }: Landing): Instant => landingAt ?? scheduledAt

/**
 * What is known after an answer: a landing for each airport, in its latest word. Dropped are other
 * days, impossible delays, and airports about which one answer says two things; what was known of
 * them stays. A landing earlier than the one before, or a cancellation taken back, is doubtful
 * until it is said again.
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
