import type { CarEvent } from '#app/features/ride/rules/ride-event.ts'
import type { Extension } from '#app/group/rules/extension.ts'
import { findParticipant } from '#app/group/rules/state.ts'
import type { FlightCommand, FlightEvent } from './flight-event.ts'
import type { Flights } from './flight-state.ts'
import {
  changeOf,
  decideSettleFlight,
  dueOfFlights,
  effectsOfFlight,
  evolveFlights,
  FLIGHTS,
  flightOpenUntil,
  markOf,
  settledBy,
  withWindow,
} from './flights.ts'

const EVENTS: Record<FlightEvent['type'], true> = {
  flightChanged: true,
  flightTold: true,
  flightSettled: true,
}
const isOfFlight = (event: { type: string }): event is FlightEvent =>
  Object.hasOwn(EVENTS, event.type)

const isAssigned = (event: { type: string }): event is Extract<CarEvent, { type: 'carAssigned' }> =>
  event.type === 'carAssigned'

/** Flights that change after the group is complete (docs/rules.md#changed-flights). */
export const flights = {
  name: FLIGHTS,
  events: EVENTS,
  evolve(slice, event, state) {
    if (isOfFlight(event)) {
      const p = findParticipant(state, event.participantId)
      return p ? evolveFlights(state, event, p) : slice
    }
    const completes = event.type === 'statusChanged' && state.completedAt !== null
    return completes ? withWindow(state) : slice
  },
  facts: ({ slices }) => ({
    flightWindow: (slices[FLIGHTS] as Flights | undefined)?.window ?? null,
  }),
  decide: (_, state, command, now) =>
    command.type === 'settleFlight' ? decideSettleFlight(state, command, now) : null,
  complete: (rules, state, decided) =>
    decided.filter(isAssigned).flatMap((event) => settledBy(rules, state, event)),
  placeRow: (rules, state, p) => ({
    flight: markOf(changeOf(state, p)),
    flightOpenUntil: flightOpenUntil(rules, state, p),
  }),
  due: (_, state) => dueOfFlights(state),
  effects(rules, event, state) {
    const p = isOfFlight(event) ? findParticipant(state, event.participantId) : undefined
    return p && isOfFlight(event) ? effectsOfFlight(rules, event, p, state) : []
  },
  /** The note is about the passenger. */
  forget: (event, places) =>
    event.type === 'flightSettled' && event.outcome === 'kept' && places.has(event.participantId)
      ? { ...event, note: '' }
      : event,
} satisfies Extension<Flights, FlightEvent, FlightCommand>
