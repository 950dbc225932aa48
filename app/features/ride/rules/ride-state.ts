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
  /** When places are met that are not met at `meetAt`, at their own doors. */
  stops?: Record<string, Instant>
  /** For the passengers; may be empty. */
  note: string
  /** The passengers; null: everybody in the group. */
  places: ParticipantId[] | null
  /** Who assigned it, and when; missing in older events. */
  by?: AdminId
  at?: Instant
}

/** A car's stages, as its driver reports them, in order; none is taken back. */
export const STAGES = ['onTheWay', 'arrived', 'done'] as const
/** A driver's marks for a party; the last one counts. */
export const PARTY_MARKS = ['onBoard', 'notHere'] as const
export const DRIVER_MARKS = [...STAGES, ...PARTY_MARKS] as const
export type RideStage = (typeof STAGES)[number]
export type PartyMark = (typeof PARTY_MARKS)[number]
export type DriverMark = (typeof DRIVER_MARKS)[number]

/** How far a car has got, as its driver reports. */
export type Progress = {
  /** The car version it is about; another vehicle or driver starts again. */
  version: number
  stage: RideStage | null
  /** Since when it is at this stage. */
  at: Instant | null
  /** By place. */
  parties: Record<string, { mark: PartyMark; at: Instant }>
}

/** The progress as a passenger sees it. */
export type PlaceProgress = { stage: RideStage | null; at: Instant | null; mark: PartyMark | null }

/** The car that a driver's link names. */
export type CarRef = { carId: RideId; version: number }

/** The car as a passenger sees it; `meetAt` is of their own stop. */
export type PlaceRide = Omit<Car, 'places' | 'stops' | 'by' | 'at'> & {
  /** Missing: the driver has not reported anything. */
  progress?: PlaceProgress
}

/** Objections to a car that an administrator may override by confirming each. */
export const WARNINGS = ['luggage', 'driverBusy'] as const
export type Warning = (typeof WARNINGS)[number]

/** How a group travels. */
export type Ride = {
  /** Grows with every change; a command that has seen an older version is refused. */
  version: number
  /** A carpool has at most one. */
  cars: Car[]
  /** When students are notified of changes; null: they have been. */
  notifyAt: Instant | null
  /** The car version that each place was last notified of. */
  told: Record<string, number>
  /** Drivers' reports, by car. */
  progress?: Record<string, Progress>
  /** When each missing passenger was reported; removed once somebody has dealt with it. */
  missed?: Record<string, Instant>
}

export const NO_RIDE: Ride = { version: 0, cars: [], notifyAt: null, told: {} }
export const RIDE = 'ride'
/** The parts of a group, and of a place, that a ride depends on. */
type WithRides = Pick<Group, 'slices'>
type PlaceSeat = { id: ParticipantId; seat: string }

export const rideOf = (state: WithRides): Ride => sliceOf<Ride>(state, RIDE) ?? NO_RIDE
/** Whether a car was ever assigned. */
export const hasRide = (state: WithRides): boolean => sliceOf(state, RIDE) !== undefined

/** The car of a place; null if it has none yet or the place is not confirmed. */
export const carOf = (state: WithRides, p: PlaceSeat): Car | null =>
  rideOf(state).cars.find((car) => isIn(car, p)) ?? null

/** The confirmed places that travel in a car. */
export const placesIn = <P extends PlaceSeat>(
  { participants }: { participants: P[] },
  car: Pick<Car, 'places'>,
): P[] => participants.filter((p) => isIn(car, p))

const isIn = ({ places }: Pick<Car, 'places'>, { id, seat }: PlaceSeat): boolean =>
  seat === 'taken' && (places === null || places.includes(id))

/** When a car meets a place. */
export const meetsAt = (
  { stops, meetAt }: Pick<Car, 'stops' | 'meetAt'>,
  { id }: Pick<PlaceSeat, 'id'>,
): Instant => stops?.[id] ?? meetAt
