import type { Group } from '#app/group/rules/state.ts'
import { sliceOf } from '#app/group/rules/state.ts'
import type { AdminId, ParticipantId, RideId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Driver, Vehicle } from './fleet.ts'

/** A vehicle with its driver, and where and when they meet their passengers. */
export type Car = {
  id: RideId
  /** The version of the group's ride that set it; students are told once per version. */
  version: number
  vehicle: Vehicle
  driver: Driver
  meetingPoint: string
  meetAt: Instant
  /** For the passengers; may be empty. */
  note: string
  /** Who travels in it; null: everybody in the group. */
  places: ParticipantId[] | null
  /** Who sent it, and when; missing in what was stored before. */
  by?: AdminId
  at?: Instant
}

/** What a driver reports of the car, in this order: a later one is never taken back. */
export const STAGES = ['onTheWay', 'arrived', 'done'] as const
/** What a driver reports of a party; the last one counts. */
export const PARTY_MARKS = ['onBoard', 'notHere'] as const
export const DRIVER_MARKS = [...STAGES, ...PARTY_MARKS] as const
export type Stage = (typeof STAGES)[number]
export type PartyMark = (typeof PARTY_MARKS)[number]
export type DriverMark = (typeof DRIVER_MARKS)[number]

/** How far a car has got, as its driver reports. */
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

/** The car as one of its passengers knows it. */
export type PlaceRide = Omit<Car, 'places' | 'by' | 'at'> & {
  /** Missing: the driver has not reported anything. */
  progress?: PlaceProgress
}

/** What speaks against a car without forbidding it; an administrator has to confirm each. */
export const WARNINGS = ['luggage', 'driverBusy'] as const
export type Warning = (typeof WARNINGS)[number]

/** How a group travels. */
export type Ride = {
  /** Grows with every change; a console that has seen an older one is refused. */
  version: number
  /** A carpool has at most one. */
  cars: Car[]
  /** When students will be told what changed; null: they know. */
  notifyAt: Instant | null
  /** Which version of their car each place was last told. */
  told: Record<string, number>
  /** What the drivers have reported, by car. */
  progress?: Record<string, Progress>
  /** When each missing passenger was reported; removed once somebody has dealt with it. */
  missed?: Record<string, Instant>
}

export const NO_RIDE: Ride = { version: 0, cars: [], notifyAt: null, told: {} }
export const RIDE = 'ride'
/** A group, and a place, as far as a ride is concerned. */
type Riding = Pick<Group, 'slices'>
type Seated = { id: ParticipantId; seat: string }

export const rideOf = (state: Riding): Ride => sliceOf<Ride>(state, RIDE) ?? NO_RIDE
/** Whether a car was ever assigned. */
export const hasRide = (state: Riding): boolean => sliceOf(state, RIDE) !== undefined

/** The car a place travels in; null: none yet, or the place is not confirmed. */
export const carOf = (state: Riding, p: Seated): Car | null =>
  rideOf(state).cars.find((car) => isIn(car, p)) ?? null

/** The confirmed places that travel in a car. */
export const placesIn = <P extends Seated>(
  { participants }: { participants: P[] },
  car: Pick<Car, 'places'>,
): P[] => participants.filter((p) => isIn(car, p))

const isIn = ({ places }: Pick<Car, 'places'>, { id, seat }: Seated): boolean =>
  seat === 'taken' && (places === null || places.includes(id))
