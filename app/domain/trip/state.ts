import type { Group, Place } from '#app/domain/group/state.ts'
import type { TripId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Instant } from '#app/domain/time.ts'

/** Of the statuses of groups, those that a trip can have. */
export const TRIP_STATUSES = [
  'PENDING',
  'OPEN',
  'FULL',
  'SUCCESS',
  'FAILED',
  'COMPLETED',
  'CLOSED',
  'CANCELLED',
] as const

/** Who comes along on one deposit. Whoever made the trip has not said how she travels. */
export type Party = {
  people: number
  terminal: string | null
  flightNumber: string | null
  flightTime: Instant | null
  /** The street address in Nottingham. Only ever shown to its owner. */
  nLocation: string | null
  bigLuggage: number
  smallLuggage: number
  bag: number
}

/** What a trip promises. */
export type Terms = {
  tripName: string
  minPassengers: number
  maxPassengers: number
  cutoffAt: Instant
  tripStartAt: Instant
  tripEndAt: Instant
  /** Pence a person beside the deposit; may change until somebody has paid it. */
  balancePrice: MinorUnits
}

/** A trip; docs/trip.md says how it lives. */
export type TripState = Group<Terms, Party> & { id: TripId }
/** A place on a trip. */
export type Participant = Place<Party>
