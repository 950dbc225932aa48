import type { AdminId, ParticipantId, RideId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Car, CarRef, DriverMark, PartyMark, Stage, Warning } from './ride-state.ts'

/** What happened to a group's cars. */
export type CarEvent =
  /** Passengers are notified at `notifyAt`. Replaces a car with the same id. */
  | ({ type: 'carAssigned'; car: Car } & Deed)
  | ({ type: 'carUnassigned'; carId: RideId } & Deed)
  | { type: 'rideNotified'; news: CarNews[] }

type Deed = { reason: string | null; by: AdminId; at: Instant; notifyAt: Instant }

/** News for one place about its car. `version`: of the car; null if it no longer has one. */
export type CarNews = {
  participantId: ParticipantId
  code: 'carAssigned' | 'carChanged' | 'carWithdrawn'
  version: number | null
}

/** What a driver reported of the car, or of a party in it, and what came of that. */
export type ProgressEvent =
  | ({ type: 'driverMarked'; mark: Stage; at: Instant } & CarRef)
  | ({ type: 'partyMarked'; mark: PartyMark; participantId: ParticipantId; at: Instant } & CarRef)
  | { type: 'missedSettled'; participantId: ParticipantId; by: AdminId; at: Instant }

export type RideEvent = CarEvent | ProgressEvent

export type RideCommand =
  /**
   * An administrator assigns a vehicle and a driver, or replaces those of the same car. `seen`: the
   * ride's version on their screen. `isBusy`: the driver meets other passengers around then, as far
   * as lists know. `confirmed`: the warnings they accepted.
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
  /** An administrator takes a car away. */
  | { type: 'unassignCar'; carId: RideId; seen: number; reason: string | null; by: AdminId }
  /** The driver of a car reports; `participantId`: the party it is about, if it is about one. */
  | ({ type: 'driverMark'; mark: DriverMark; participantId: ParticipantId | null } & CarRef)
  /** An administrator has dealt with a passenger whom the driver did not find. */
  | { type: 'settleMissed'; participantId: ParticipantId; by: AdminId }

export type Say<T extends RideCommand['type']> = Extract<RideCommand, { type: T }>
