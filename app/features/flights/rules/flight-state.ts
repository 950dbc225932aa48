import type { FlightWindow } from '#app/group/rules/state.ts'
import type { Instant } from '#app/kernel/time.ts'

/** A traveller's flight. */
export type Flight = {
  flightNumber: string | null
  flightTime: Instant
  terminal: string
}
/** The part of it that other travellers need. */
export type FlightTime = Pick<Flight, 'flightTime' | 'terminal'>

/** A flight that was changed after the group was complete (decision 0031). */
export type FlightChange = {
  /** The number of changes of this place so far. */
  version: number
  /** When it was last changed. */
  at: Instant
  /**
   * Whether it is within the group's window and, for a drop-off, takes off after the car leaves.
   */
  fits: boolean
  /** The flight as it was when the group was complete. */
  before: FlightTime
  /** As the others were last notified of it. */
  told: FlightTime
  /** As an administrator last settled it. */
  settled: FlightTime
  /** When the others are notified; null: no notice is due. */
  notifyAt: Instant | null
}

/** The part of it that the lists show. */
export type FlightMark = Pick<FlightChange, 'version' | 'at' | 'fits' | 'before'>

export type Flights = {
  /** Fixed when the group was complete: the first flight may itself change. */
  window: FlightWindow
  /** By place. */
  changes: Record<string, FlightChange>
}
