import type { RideId } from '#app/domain/id.ts'
import type { Instant } from '#app/domain/time.ts'

/** What a driver reports of the car, in this order: a later one is never taken back. */
export const STAGES = ['onTheWay', 'arrived', 'done'] as const
/** What a driver reports of a party; the last one counts. */
export const PARTY_MARKS = ['onBoard', 'notHere'] as const
export const DRIVER_MARKS = [...STAGES, ...PARTY_MARKS] as const
export type Stage = (typeof STAGES)[number]
export type PartyMark = (typeof PARTY_MARKS)[number]
export type DriverMark = (typeof DRIVER_MARKS)[number]

/** How far a car has got, as its driver says. */
export type Progress = {
  /** The car's version it is about: another car, or another driver, begins again. */
  version: number
  stage: Stage | null
  /** Since when it is at this stage. */
  at: Instant | null
  /** By place. */
  parties: Record<string, { mark: PartyMark; at: Instant }>
}

/** The same as one of its passengers knows it. */
export type PlaceProgress = { stage: Stage | null; at: Instant | null; mark: PartyMark | null }

/** Which car a driver's link names. */
export type CarRef = { carId: RideId; version: number }
