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

/**
 * Why a place is gone or about to be. Unpaid ones: expired, cutoff, or givenUp, the user's own wish, and then
 * the money goes back whatever it is. Paid ones: exited; cancelled and dayOver (a failed group, by her or by
 * nobody); departed (a private car never paid); converted (the deposit went along to a private car).
 */
export type LeaveReason =
  | 'expired'
  | 'cutoff'
  | 'givenUp'
  | 'exited'
  | 'cancelled'
  | 'dayOver'
  | 'departed'
  | 'converted'

/**
 * awaiting: nothing paid. held: authorised. captured: ours. released: the bank let a hold go while
 * the seat was taken. returning: the place is gone and the money on its way back. cancelled: the place is
 * gone and no money with it.
 */
export type DepositStatus = 'awaiting' | 'held' | 'captured' | 'released' | 'returning' | 'cancelled'

/** A card its owner allowed us to charge for a deposit's renewal while she is away; ids of the provider. */
export type SavedCard = { customerId: string; paymentMethodId: string }

export type Deposit = {
  /** The number of the next intent to be made or being paid, from 1; part of the idempotency key. */
  attempt: number
  /** The payment intent of the seat, once the object knows it. Its secret is given out only after that. */
  intentId: string | null
  status: DepositStatus
  /** When the card's bank lets the hold go. */
  captureBefore: Instant | null
  /** What has been captured, in pence. */
  captured: MinorUnits
  /** Whether the bank's deadline has passed and a look at the payment has been ordered. */
  deadlinePassed: boolean
  /** An intent to take the place of the deposit that the bank let go or will; closing: it must be looked at now. */
  next: { intentId: string; closing: boolean } | null
  card: SavedCard | null
  /** due: a new hold is being made on the saved card. failed: it could not, so she has to pay again. */
  renewal: 'none' | 'due' | 'failed'
  /** When a hold last took the place of another. */
  replacedAt: Instant | null
}

/** How a balance is to be paid: `original` pence, `deducted` of them by `points`, `amount` by card. */
export type BalanceQuote = {
  original: MinorUnits
  points: number
  deducted: MinorUnits
  amount: MinorUnits
}

export type Balance = {
  /** The number of the next try to pay or the one being made, from 1; part of its idempotency keys. */
  attempt: number
  /** What is being paid; null: nothing has been begun. */
  quote: BalanceQuote | null
  /** Whether the quote's points have been set aside in the ledger. */
  reserved: boolean
  intentId: string | null
  /** When a try that was begun is over, and its points go back. */
  expiresAt: Instant | null
  /** Over, but its payment has not been looked at yet. */
  closing: boolean
  /** What the card paid in the end, in pence; null: not paid. */
  paid: MinorUnits | null
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
  balance: Balance
  /** The private car that took the deposit along. */
  convertedTo: { carpoolId: CarpoolId; participantId: ParticipantId } | null
}

export type PaymentPurpose = 'deposit' | 'balance'

/**
 * An intent that pays for no place and is on its way to being released. `unexpected`: its owner may believe
 * that it paid for one, so she is told.
 */
export type Stray = {
  intentId: string
  participantId: ParticipantId
  purpose: PaymentPurpose
  unexpected: boolean
}

export type CarpoolState = Terms & {
  id: CarpoolId
  /** The number of events so far. */
  version: number
  status: CarpoolStatus
  cutoffAt: Instant
  createdAt: Instant
  /** One party hires the whole car: never listed, and the 1-person price is paid once. */
  private: boolean
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
/** The user's place of this id; somebody else's is not there. */
export function ownPlace(
  state: CarpoolState,
  participantId: string,
  userId: UserId,
): Participant | undefined {
  const p = findParticipant(state, participantId)
  return p?.userId === userId ? p : undefined
}
/** The user's one live place, if any. */
export const placeOf = (state: CarpoolState, userId: UserId): Participant | undefined =>
  state.participants.find((p) => p.userId === userId && takesSeats(p))
/** The user's live place, or else the last she had. */
export const lastPlaceOf = (state: CarpoolState, userId: UserId): Participant | undefined =>
  placeOf(state, userId) ?? state.participants.findLast((p) => p.userId === userId)
/** Joinable as far as the status goes. */
export const isGroupOpen = (state: CarpoolState): boolean =>
  state.status === 'OPEN' || state.status === 'FULL'
/** A group that others may see; a draft, a private car or a cancelled one is not. */
export const isListed = (state: CarpoolState): boolean =>
  !state.private && state.status !== 'PENDING' && state.status !== 'CANCELLED'

export type PaymentStatus = 'DEPOSIT' | 'PAID' | 'PRIVATE_CONVERTED' | 'REFUNDED'

/** SPEC's paymentStatus of a place. REFUNDED is what has been decided; the money may still be on its way. */
export function paymentStatusOf(p: Pick<Participant, 'seat' | 'leaving' | 'balance'>): PaymentStatus {
  if (p.leaving === 'converted') return 'PRIVATE_CONVERTED'
  if (p.seat === 'gone') return 'REFUNDED'
  return p.balance.paid === null ? 'DEPOSIT' : 'PAID'
}

/** Whether anything can still change: the ends have no way out, a failed group waits for its people. */
export const isOver = (status: CarpoolStatus): boolean =>
  status === 'COMPLETED' || status === 'CLOSED' || status === 'CANCELLED'
