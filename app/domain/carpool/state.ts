import type { AirportId, CarpoolId, ParticipantId, UserId } from '../id.ts'
import type { MinorUnits } from '../money.ts'
import type { Instant } from '../time.ts'

/** SPEC section 4; what each one means and how it is left is in docs/carpool.md. */
export type CarpoolStatus =
  | 'PENDING'
  | 'OPEN'
  | 'FULL'
  | 'SUCCESS_PENDING_PAYMENT'
  | 'SUCCESS'
  | 'FAILED'
  | 'PRIVATE_PENDING_PAYMENT'
  | 'PRIVATE'
  | 'COMPLETED'
  | 'CLOSED'
  | 'CANCELLED'

export type TripType = 'PICKUP' | 'DROPOFF'

/** Who travels on one deposit, and with what. */
export type Party = {
  people: number
  terminal: string
  flightNumber: string | null
  flightTime: Instant
  /** The street address in Nottingham. Only ever shown to its owner. */
  nLocation: string
  bigLuggage: number
  smallLuggage: number
  bag: number
}

/** What a carpool promises; copied in when it is drafted, so that later changes of prices alter nothing. */
export type Terms = {
  tripType: TripType
  airportId: AirportId
  airportName: { zh: string; en: string }
  airportTerminals: string[]
  /** Pence a person for 1, 2 … 5 people. */
  prices: MinorUnits[]
  maxPassengers: number
  carpoolAt: Instant
}

/**
 * held: on hold, not paid. lapsing: no longer wanted, but its payment has not been looked at yet.
 * taken: the deposit is (or was) held. gone: the seat is free again. The first three take seats.
 */
export type Seat = 'held' | 'lapsing' | 'taken' | 'gone'

/** Why a hold lapses or a place is gone. `givenUp` is the user's own wish: the money goes back whatever it is. */
export type LeaveReason = 'expired' | 'cutoff' | 'givenUp'

/**
 * awaiting: nothing paid. held: authorised. captured: ours. released: the bank let a hold go while
 * the seat was taken. cancelled: the place is gone and so is any hold.
 */
export type DepositStatus = 'awaiting' | 'held' | 'captured' | 'released' | 'cancelled'

export type Deposit = {
  /** Counts the intents made for this place, from 1; part of the idempotency key. */
  attempt: number
  /** The payment intent of this attempt, once the object knows it. Its secret is given out only after that. */
  intentId: string | null
  status: DepositStatus
  /** When the card's bank lets the hold go. */
  captureBefore: Instant | null
  /** What has been captured, in pence. */
  captured: MinorUnits
  /** Whether the bank's deadline has passed and a look at the payment has been ordered. */
  deadlinePassed: boolean
}

export type Participant = {
  id: ParticipantId
  userId: UserId
  party: Party
  seat: Seat
  leaving: LeaveReason | null
  heldAt: Instant
  holdExpiresAt: Instant
  deposit: Deposit
}

/** An intent that pays for no place and is on its way to being released. */
export type Stray = { intentId: string; participantId: ParticipantId }

export type CarpoolState = Terms & {
  id: CarpoolId
  /** The number of events so far. */
  version: number
  status: CarpoolStatus
  cutoffAt: Instant
  createdAt: Instant
  /** In order of their holds; the creator is the first. Nobody for whom a payment was begun is ever removed. */
  participants: Participant[]
  strays: Stray[]
  /** Intents known to hold no money any more. An intent never comes back from there, so any other reading of it is old. */
  closedIntents: string[]
}

const takesSeats = (p: Participant) => p.seat !== 'gone'
const sumPeople = (list: Participant[]) => list.reduce((sum, p) => sum + p.party.people, 0)

/** People with a seat, on hold or taken. */
export const seatedPeople = (state: CarpoolState): number => sumPeople(state.participants.filter(takesSeats))
/** People whose deposit has been confirmed. */
export const confirmedPeople = (state: CarpoolState): number => sumPeople(confirmedOf(state))
export const freeSeats = (state: CarpoolState): number => state.maxPassengers - seatedPeople(state)
export const confirmedOf = (state: CarpoolState): Participant[] =>
  state.participants.filter((p) => p.seat === 'taken')
export const findParticipant = (state: CarpoolState, id: string): Participant | undefined =>
  state.participants.find((p) => p.id === id)
/** The user's one live place, if any. */
export const placeOf = (state: CarpoolState, userId: UserId): Participant | undefined =>
  state.participants.find((p) => p.userId === userId && takesSeats(p))
/** Joinable as far as the status goes. */
export const isGroupOpen = (state: CarpoolState): boolean =>
  state.status === 'OPEN' || state.status === 'FULL'
/** A group that others may see; a draft, a private car or a cancelled one is not. */
export const isListed = (state: CarpoolState): boolean =>
  !['PENDING', 'PRIVATE_PENDING_PAYMENT', 'PRIVATE', 'CANCELLED'].includes(state.status)
