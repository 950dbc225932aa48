import { FLIGHT_WINDOW_MS } from '../limits.ts'
import type { Instant } from '../time.ts'
import { type CarpoolState, confirmedOf } from './state.ts'

export type FlightWindow = { from: Instant; to: Instant }

/** When a companion's flight may be: 3 hours around the car's first flight, both ends in (SPEC section 5). */
export const flightWindowAround = (firstFlight: Instant): FlightWindow => ({
  from: firstFlight - FLIGHT_WINDOW_MS,
  to: firstFlight + FLIGHT_WINDOW_MS,
})

/** The flight that companions are measured against: that of the first confirmed participant, at first the creator. */
export const firstFlightOf = (state: CarpoolState): Instant | null =>
  (confirmedOf(state)[0] ?? state.participants[0])?.party.flightTime ?? null
