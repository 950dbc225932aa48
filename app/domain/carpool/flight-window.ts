import { FLIGHT_WINDOW_MS } from '../limits.ts'
import type { Instant } from '../time.ts'
import { type CarpoolState, confirmedOf, type Participant } from './state.ts'

export type FlightWindow = { from: Instant; to: Instant }

/** When a companion's flight may be: 3 hours around the car's first flight, both ends in (SPEC section 5). */
export const flightWindowAround = (firstFlight: Instant): FlightWindow => ({
  from: firstFlight - FLIGHT_WINDOW_MS,
  to: firstFlight + FLIGHT_WINDOW_MS,
})

/**
 * The flight that companions are measured against: that of the first confirmed participant; while there
 * is none, of the first with a hold. `except`: as if this one were not there.
 */
export function firstFlightOf(state: CarpoolState, except?: string): Instant | null {
  const others = (list: Participant[]) => list.find((p) => p.id !== except)
  const first = others(confirmedOf(state)) ?? others(state.participants.filter((p) => p.seat !== 'gone'))
  return first?.party.flightTime ?? null
}
