import { FLIGHT_WINDOW_MS } from '#app/kernel/limits.ts'
import { fail, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { confirmedOf, type FlightWindow, type Group } from './state.ts'

/**
 * The window for a companion's flight: within 3 hours of the group's first flight, both ends
 * included (docs/rules.md#flight-window).
 */
export const flightWindowAround = (firstFlight: Instant): FlightWindow => ({
  from: firstFlight - FLIGHT_WINDOW_MS,
  to: firstFlight + FLIGHT_WINDOW_MS,
})

/**
 * The flight that companions' flights are compared with: that of the first confirmed participant
 * who has one, otherwise of the first participant with a hold. `except`: a participant to leave
 * out.
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
  told: (window: FlightWindow) => FlightWindow = (window) => window,
): Result<never> | null {
  const window = windowOf(state, except)
  if (window === null || (flightTime >= window.from && flightTime <= window.to)) return null
  return fail('flightTimeRangeError', told(window))
}

/**
 * The flight window of a group: as fixed when it completed, else around its first flight. Null: it
 * has no flights. `except`: a participant to leave out.
 */
export function windowOf(state: Group, except?: string): FlightWindow | null {
  const first = firstFlightOf(state, except)
  return state.facts.flightWindow ?? (first === null ? null : flightWindowAround(first))
}
