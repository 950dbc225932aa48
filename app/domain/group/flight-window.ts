import { FLIGHT_WINDOW_MS } from '#app/domain/limits.ts'
import { fail, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import { type AnyParty, type AnyTerms, confirmedOf, type Group } from './state.ts'

export type FlightWindow = { from: Instant; to: Instant }

/**
 * When a companion's flight may be: 3 hours around the group's first flight, both ends in
 * (docs/rules.md#flight-window).
 */
export const flightWindowAround = (firstFlight: Instant): FlightWindow => ({
  from: firstFlight - FLIGHT_WINDOW_MS,
  to: firstFlight + FLIGHT_WINDOW_MS,
})

/** A group whose people come with flights. */
type Flying = Group<AnyTerms, AnyParty & { flightTime: Instant | null }>

/**
 * The flight that companions are measured against: that of the first confirmed participant with
 * one; while there is none, of the first with a hold. `except`: as if this one were not there.
 */
export function firstFlightOf(state: Flying, except?: string): Instant | null {
  const others = (list: Flying['participants']) =>
    list.find((p) => p.id !== except && p.party.flightTime !== null)
  const first =
    others(confirmedOf(state)) ?? others(state.participants.filter((p) => p.seat !== 'gone'))
  return first?.party.flightTime ?? null
}

/**
 * Why a flight is too far from the companions'; null: it is not, or there is none to compare.
 * `told`: the window that is said to be left.
 */
export function refuseFarFlight(
  state: Flying,
  flightTime: Instant,
  except?: string,
  told: (firstFlight: Instant) => FlightWindow = flightWindowAround,
): Result<never> | null {
  const first = firstFlightOf(state, except)
  if (first === null) return null
  const { from, to } = flightWindowAround(first)
  return flightTime >= from && flightTime <= to ? null : fail('flightTimeRangeError', told(first))
}
