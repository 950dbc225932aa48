import { FLIGHT_WINDOW_MS } from '#app/domain/limits.ts'
import { fail, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import { confirmedOf, type Group } from './state.ts'

export type FlightWindow = { from: Instant; to: Instant }

/**
 * When a companion's flight may be: within 3 hours of the group's first flight, both ends included
 * (docs/rules.md#flight-window).
 */
export const flightWindowAround = (firstFlight: Instant): FlightWindow => ({
  from: firstFlight - FLIGHT_WINDOW_MS,
  to: firstFlight + FLIGHT_WINDOW_MS,
})

/**
 * The flight companions are measured against: that of the first confirmed participant who has one,
 * otherwise that of the first participant with a hold. `except`: a participant to leave out.
 */
export function firstFlightOf(state: Group, except?: string): Instant | null {
  const others = (list: Group['participants']) =>
    list.find((p) => p.id !== except && p.party.flightTime !== null)
  const first =
    others(confirmedOf(state)) ?? others(state.participants.filter((p) => p.seat !== 'gone'))
  return first?.party.flightTime ?? null
}

/**
 * Why a flight is too far from the companions' flights; null: it isn't, or there is none to compare
 * with. `told`: the window to name in the error.
 */
export function refuseFarFlight(
  state: Group,
  flightTime: Instant,
  except?: string,
  told: (firstFlight: Instant) => FlightWindow = flightWindowAround,
): Result<never> | null {
  const first = firstFlightOf(state, except)
  if (first === null) return null
  const { from, to } = flightWindowAround(first)
  return flightTime >= from && flightTime <= to ? null : fail('flightTimeRangeError', told(first))
}
