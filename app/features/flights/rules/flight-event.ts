import type { Own } from '#app/group/rules/command.ts'
import type { AdminId, ParticipantId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Flight } from './flight-state.ts'

/** What happened to the flight of one place in a complete group. */
export type FlightEvent = { participantId: ParticipantId } & OfFlight

type OfFlight =
  /**
   * The flight changed; the group's own event has the new one. `notifyAt`: when the others are
   * notified; null: never.
   */
  | { type: 'flightChanged'; fits: boolean; at: Instant; notifyAt: Instant | null }
  /** The others were notified of this version of a flight. */
  | { type: 'flightTold'; version: number }
  /**
   * An administrator has dealt with a changed flight: by assigning a car that is in time for it, or
   * by keeping everything as it is, with a reason for the passenger.
   */
  | ({ type: 'flightSettled'; version: number; by: AdminId; at: Instant } & (
      | { outcome: 'moved' }
      | { outcome: 'kept'; note: string }
    ))
/** A passenger of a complete carpool takes another flight. */
export type ChangeFlight = { type: 'changeFlight'; flight: Flight } & Own

/**
 * An administrator keeps a ride as it is although a flight has changed. `seen`: the change's
 * version on their screen. `note`: the reason for the passenger.
 */
export type FlightCommand = {
  type: 'settleFlight'
  participantId: ParticipantId
  seen: number
  note: string
  by: AdminId
}
