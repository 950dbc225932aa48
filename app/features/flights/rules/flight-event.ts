import type { Own } from '#app/group/rules/command.ts'
import type { AdminId, ParticipantId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Flight } from './flight-state.ts'

/** What happened to the flight of one place in a complete group. */
export type FlightEvent = { participantId: ParticipantId } & OfFlight

type OfFlight =
  /**
   * It is another one now; the group's own event says which. `notifyAt`: when the others are
   * notified; null: never.
   */
  | { type: 'flightChanged'; fits: boolean; at: Instant; notifyAt: Instant | null }
  /** The others were notified of this version of a flight. */
  | { type: 'flightTold'; version: number }
  /**
   * An administrator has seen to a changed flight: by assigning a car that is in time for it, or by
   * keeping everything as it is, for a reason that the passenger reads.
   */
  | ({ type: 'flightSettled'; version: number; by: AdminId; at: Instant } & (
      | { outcome: 'moved' }
      | { outcome: 'kept'; note: string }
    ))
/** A passenger of a complete carpool takes another flight. */
export type ChangeFlight = { type: 'changeFlight'; flight: Flight } & Own

/**
 * An administrator leaves a ride as it is although a flight has changed; `seen`: the version of the
 * change on their screen, `note`: the reason the passenger reads.
 */
export type FlightCommand = {
  type: 'settleFlight'
  participantId: ParticipantId
  seen: number
  note: string
  by: AdminId
}
