import type { AdminId, ParticipantId, RideId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Car, CarRef, DriverMark, PartyMark, RideStage, Warning } from './ride-state.ts'

/** An event of a group's cars. */
export type CarEvent =
  /** Adds a car, or replaces the one with the same id. Passengers are notified at `notifyAt`. */
  | ({ type: 'carAssigned'; car: Car } & Deed)
  | ({ type: 'carUnassigned'; carId: RideId } & Deed)
  | { type: 'rideNotified'; news: CarNews[] }

type Deed = { reason: string | null; by: AdminId; at: Instant; notifyAt: Instant }

/** News for one place about its car. `version`: the car's; null if it no longer has one. */
export type CarNews = {
  participantId: ParticipantId
  code: 'carAssigned' | 'carChanged' | 'carWithdrawn'
  version: number | null
}

/** A driver's report about the car or a party in it, and its follow-up. */
export type ProgressEvent =
  | ({ type: 'driverMarked'; mark: RideStage; at: Instant } & CarRef)
  | ({ type: 'partyMarked'; mark: PartyMark; participantId: ParticipantId; at: Instant } & CarRef)
  | { type: 'missedSettled'; participantId: ParticipantId; by: AdminId; at: Instant }

export type RideEvent = CarEvent | ProgressEvent

export type RideCommand =
  /**
   * An administrator assigns a vehicle and a driver, or replaces those of the same car. `seen`: the
   * ride's version on their screen. `isBusy`: the driver meets other passengers around then,
   * according to the lists. `confirmed`: the warnings they accepted.
   */
  | {
      type: 'assignCar'
      car: Omit<Car, 'version' | 'by' | 'at'>
      seen: number
      reason: string | null
      isBusy: boolean
      confirmed: Warning[]
      by: AdminId
    }
  /** An administrator withdraws a car. */
  | { type: 'unassignCar'; carId: RideId; seen: number; reason: string | null; by: AdminId }
  /** A driver reports; `participantId`: the party the report is about, if any. */
  | ({ type: 'driverMark'; mark: DriverMark; participantId: ParticipantId | null } & CarRef)
  /** An administrator has dealt with a passenger whom the driver did not find. */
  | { type: 'settleMissed'; participantId: ParticipantId; by: AdminId }

export type Say<T extends RideCommand['type']> = Extract<RideCommand, { type: T }>
