import type { Group, Place } from '#app/group/rules/state.ts'
import type { TripId } from '#app/kernel/id.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'

/** The group statuses a trip can have. */
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

/** A trip's terms. */
export type Terms = {
  tripName: string
  minPassengers: number
  maxPassengers: number
  cutoffAt: Instant
  tripStartAt: Instant
  tripEndAt: Instant
  /** Pence per person on top of the deposit; may change until someone has paid it. */
  balancePrice: MinorUnits
  /** Whether joiners give their flight. Missing in older trips: they do. */
  needsFlight?: boolean
}

/** Whether a trip asks its joiners for flight and terminal (decision 0033). */
export const asksForFlight = ({ needsFlight = true }: Pick<Terms, 'needsFlight'>): boolean =>
  needsFlight

/** A trip; docs/trip.md describes its lifecycle. */
export type TripState = Group<Terms> & { id: TripId }
/** A place on a trip. */
export type Participant = Place

/** The texts of a trip's creator, as plain text; empty: none. */
export type TripTexts = { itinerary: string; meetingPoint: string; included: string }

export const NO_TEXTS: TripTexts = { itinerary: '', meetingPoint: '', included: '' }
export const TEXT_STATES = ['waiting', 'approved', 'declined'] as const
/** The review state of texts; others see them only while they are approved. */
export type TextState = (typeof TEXT_STATES)[number]

export const isEmpty = ({ itinerary, meetingPoint, included }: TripTexts): boolean =>
  !(itinerary || meetingPoint || included)
export const isSame = (a: TripTexts, b: TripTexts): boolean =>
  a.itinerary === b.itinerary && a.meetingPoint === b.meetingPoint && a.included === b.included

/** The review state of new texts; empty texts need no approval. */
export const stateOfNew = (texts: TripTexts): TextState => (isEmpty(texts) ? 'approved' : 'waiting')

/** The total price of a trip for a party, deposit included (docs/rules.md#a-trips-price). */
export const tripTotal = (balancePrice: MinorUnits, people = 1): MinorUnits =>
  DEPOSIT_PENCE + balancePrice * people
