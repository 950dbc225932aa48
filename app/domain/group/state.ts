import type { AdminId, CarpoolId, GroupId, ParticipantId, UserId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Dispute } from '#app/domain/payment.ts'
import type { Instant } from '#app/domain/time.ts'

/**
 * What each one means and how it is left is in docs/carpool.md. Not every kind of group knows all
 * of them.
 */
export const GROUP_STATUSES = [
  'PENDING',
  'OPEN',
  'FULL',
  'SUCCESS_PENDING_PAYMENT',
  'SUCCESS',
  'FAILED',
  'PRIVATE_PENDING_PAYMENT',
  'PRIVATE',
  'COMPLETED',
  'CLOSED',
  'CANCELLED',
] as const
export type GroupStatus = (typeof GROUP_STATUSES)[number]

/** What every kind of group promises. The rest of its terms is the kind's own. */
export type AnyTerms = { maxPassengers: number }
/** Who comes on one deposit. The rest of it is the kind's own. */
export type AnyParty = { people: number }

/**
 * held: on hold, not paid. lapsing: no longer wanted, but its payment has not been looked at yet.
 * taken: the deposit is (or was) held. gone: the seat is free again. The first three take seats.
 */
export type Seat = 'held' | 'lapsing' | 'taken' | 'gone'

/**
 * Why a place is gone or about to be. Unpaid ones: expired, cutoff, or givenUp, the user's own
 * wish, and then the money goes back whatever it is. Paid ones: exited; cancelled (a failed group,
 * the deposit back); dayOver (a failed carpool that nobody did anything about); departed (a private
 * car never paid); converted (the deposit went along to a private car); refunded (those who run the
 * service gave her money back after the group had been closed, or her deposit after her place was
 * released); unpaid (the balance was not paid in time, and the deposit is kept). Both:
 * groupCancelled, by those who run the service, and all money goes back whatever it is.
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
  | 'refunded'
  | 'unpaid'
  | 'groupCancelled'

/**
 * awaiting: nothing paid. held: authorised. captured: ours. released: the bank let a hold go while
 * the seat was taken. returning: the place is gone and the money on its way back. cancelled: the
 * place is gone and no money with it. A place that is gone since its balance was not paid leaves a
 * captured one behind.
 */
export type DepositStatus =
  | 'awaiting'
  | 'held'
  | 'captured'
  | 'released'
  | 'returning'
  | 'cancelled'

/**
 * A card its owner allowed us to charge for a deposit's renewal while she is away; ids of the
 * provider.
 */
export type SavedCard = { customerId: string; paymentMethodId: string }

export type Deposit = {
  /**
   * The number of the next intent to be made or being paid, from 1; part of the idempotency key.
   */
  attempt: number
  /**
   * The payment intent of the seat, once the object knows it. Its secret is given out only after
   * that.
   */
  intentId: string | null
  status: DepositStatus
  /** When the card's bank lets the hold go. */
  captureBefore: Instant | null
  /** What has been captured, in pence. */
  captured: MinorUnits
  /** Whether the bank's deadline has passed and a look at the payment has been ordered. */
  deadlinePassed: boolean
  /**
   * An intent to take the place of the deposit that the bank let go or will; closing: it must be
   * looked at now.
   */
  next: { intentId: string; closing: boolean } | null
  card: SavedCard | null
  /**
   * due: a new hold is being made on the saved card. failed: it could not, so she has to pay again.
   */
  renewal: 'none' | 'due' | 'failed'
  /** When a hold last took the place of another. */
  replacedAt: Instant | null
}

/**
 * How a balance is to be paid: `original` pence, `deducted` of them by `points`, `amount` by card.
 */
export type BalanceQuote = {
  original: MinorUnits
  points: number
  deducted: MinorUnits
  amount: MinorUnits
}

export type Balance = {
  /**
   * The number of the next try to pay or the one being made, from 1; part of its idempotency keys.
   */
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

export type Place<P extends AnyParty = AnyParty> = {
  id: ParticipantId
  userId: UserId
  party: P
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
 * An intent that pays for no place and is on its way to being released. `unexpected`: its owner may
 * believe that it paid for one, so she is told.
 */
export type Stray = {
  intentId: string
  participantId: ParticipantId
  purpose: PaymentPurpose
  unexpected: boolean
}

/** A payment that its owner has objected to at the bank. */
export type PlaceDispute = Dispute & {
  intentId: string
  participantId: ParticipantId
  purpose: PaymentPurpose
  openedAt: Instant
}

/** release: a hold is let go. refund: what was taken goes back. none: there is no money on it. */
export type RefundAction = 'release' | 'refund' | 'none'
type RefundPart = { intentId: string | null; action: RefundAction; amount: MinorUnits }

/**
 * What one person gets back when her group is cancelled or her place refunded, in pence and in
 * points.
 */
export type Refund = {
  participantId: ParticipantId
  userId: UserId
  people: number
  deposit: RefundPart
  balance: RefundPart
  points: number
  /** Held or taken, in pence. */
  total: MinorUnits
}

/** A group of a kind: its terms, and what all groups have. */
export type Group<T extends AnyTerms = AnyTerms, P extends AnyParty = AnyParty> = T & {
  id: GroupId
  /** The number of events so far. */
  version: number
  status: GroupStatus
  cutoffAt: Instant
  createdAt: Instant
  /** When it completed; null: it has not, or before this was noted. */
  completedAt: Instant | null
  /** One party hires the whole of it: never listed, and the price for one is paid once. */
  private: boolean
  /**
   * When and by whom of those who run the service it was cancelled, and what that gave back to
   * whom; null: it was not. A group that nobody is left in is cancelled without.
   */
  cancelled: { at: Instant; by: AdminId; refunds: Refund[] } | null
  /** The shortfall in pence that those who run the service have let it go with. */
  acceptedShortfall: MinorUnits
  /**
   * In order of their holds; the creator is the first. Nobody for whom a payment was begun is ever
   * removed.
   */
  participants: Place<P>[]
  strays: Stray[]
  /**
   * Intents known to hold no money any more. An intent never comes back from there, so any other
   * reading of it is old.
   */
  closedIntents: string[]
  /** Pence given back in the provider's dashboard of payments that stand, by intent. */
  returned?: Record<string, MinorUnits>
  /** Disputes of its payments, the oldest first; a closed one stays. */
  disputes?: PlaceDispute[]
}
/** A place as a kind of group has it. */
export type PlaceIn<S extends Group> = S['participants'][number]

const takesSeats = (p: Place) => p.seat !== 'gone'
/** The places that have a seat, on hold, being looked at or taken. */
export const seatedOf = <S extends Group>(state: S): PlaceIn<S>[] =>
  state.participants.filter(takesSeats)
const sumPeople = (list: Place[]) => list.reduce((sum, p) => sum + p.party.people, 0)

/** People with a seat, on hold or taken. */
export const seatedPeople = (state: Group): number => sumPeople(seatedOf(state))
/** People whose deposit has been confirmed. */
export const confirmedPeople = (state: Group): number => sumPeople(confirmedOf(state))
/**
 * People that the lists show: those with a seat; of a group that is closed everybody it had
 * completed with, also who did not pay or got her money back since.
 */
export const shownPeople = (state: Group): number =>
  sumPeople(
    state.participants.filter((p) => takesSeats(p) || (state.status === 'CLOSED' && isMissed(p))),
  )
/** People whose seat is in one state. */
export const peopleIn = (state: Group, seat: Seat): number =>
  sumPeople(state.participants.filter((p) => p.seat === seat))
export const freeSeats = (state: Group): number => state.maxPassengers - seatedPeople(state)
export const confirmedOf = <S extends Group>(state: S): PlaceIn<S>[] =>
  state.participants.filter((p) => p.seat === 'taken')
export const findParticipant = <S extends Group>(state: S, id: string): PlaceIn<S> | undefined =>
  state.participants.find((p) => p.id === id)
/** The user's place of this id; somebody else's is not there. */
export function ownPlace<S extends Group>(
  state: S,
  participantId: string,
  userId: UserId,
): PlaceIn<S> | undefined {
  const p = findParticipant(state, participantId)
  return p?.userId === userId ? p : undefined
}
/** The user's one live place, if any. */
export const placeOf = <S extends Group>(state: S, userId: UserId): PlaceIn<S> | undefined =>
  state.participants.find((p) => p.userId === userId && takesSeats(p))
/** The user's live place, or else the last she had. */
export const lastPlaceOf = <S extends Group>(state: S, userId: UserId): PlaceIn<S> | undefined =>
  placeOf(state, userId) ?? state.participants.findLast((p) => p.userId === userId)
/** Joinable as far as the status goes. */
export const isGroupOpen = (state: Pick<Group, 'status'>): boolean =>
  state.status === 'OPEN' || state.status === 'FULL'
/**
 * Where lists show a group to everybody: what can be joined first, then what is full or past;
 * `hidden`: only to its own people.
 */
export const LIST_RANK = { joinable: 0, other: 1, hidden: 2 } as const
/** The read model has the same as a column (db/schema.ts). */
export function listRankOf(status: GroupStatus): number {
  if (status === 'OPEN') return LIST_RANK.joinable
  const hidden = status === 'PENDING' || status === 'FAILED' || status === 'CANCELLED'
  return hidden ? LIST_RANK.hidden : LIST_RANK.other
}
/**
 * Whether others see a group of the read model. A failed one may be marked as listed by an older
 * version of us.
 */
export const isShown = ({ listed, status }: { listed: boolean; status: string }): boolean =>
  listed && listRankOf(status as GroupStatus) < LIST_RANK.hidden
/** A group that others may see; a draft, a private, a failed or a cancelled one is not. */
export const isListed = (state: Pick<Group, 'private' | 'status'>): boolean =>
  !state.private && listRankOf(state.status) < LIST_RANK.hidden

/**
 * Whether a place was in the group when it completed and has been released since, for a balance
 * that was not paid.
 */
export const isMissed = ({ leaving }: Pick<Place, 'leaving'>): boolean =>
  leaving === 'unpaid' || leaving === 'refunded'

/** People whose places have been released. */
export const releasedPeople = (state: Group): number =>
  sumPeople(state.participants.filter(isMissed))

/**
 * Whether an unpaid place is not wanted any more, whoever said so: money that shows up for it goes
 * back, and not into a seat.
 */
export const isUnwanted = ({ leaving }: Pick<Place, 'leaving'>): boolean =>
  leaving === 'givenUp' || leaving === 'groupCancelled'

export type PaymentStatus = 'DEPOSIT' | 'PAID' | 'PRIVATE_CONVERTED' | 'REFUNDED'

/**
 * The payment status of a place (docs/rules.md#carpool-records). REFUNDED is what has been decided;
 * the money may still be on its way. Of a place that was released the deposit is what was paid, and
 * it stays so.
 */
export function paymentStatusOf(p: Pick<Place, 'seat' | 'leaving' | 'balance'>): PaymentStatus {
  if (p.leaving === 'converted') return 'PRIVATE_CONVERTED'
  if (p.seat === 'gone') return p.leaving === 'unpaid' ? 'DEPOSIT' : 'REFUNDED'
  return p.balance.paid === null ? 'DEPOSIT' : 'PAID'
}

/**
 * Whether anything can still change: the ends have no way out, a failed group waits for its people.
 */
export const isOver = (status: GroupStatus): boolean =>
  status === 'COMPLETED' || status === 'CLOSED' || status === 'CANCELLED'

const KEEPS_DEPOSIT: GroupStatus[] = [
  'OPEN',
  'FULL',
  'SUCCESS_PENDING_PAYMENT',
  'SUCCESS',
  'PRIVATE_PENDING_PAYMENT',
  'PRIVATE',
]

/** Whether a deposit is still needed here, so that one that is gone is renewed or paid again. */
export const keepsDeposit = (status: GroupStatus): boolean => KEEPS_DEPOSIT.includes(status)

/**
 * Whether a payment that the end of balances depends on has not been decided: it was begun, or is
 * being captured.
 */
export const isUndecided = (state: Group): boolean =>
  state.participants.some((p) => p.seat === 'taken' && isPlaceUndecided(state, p))

export function isPlaceUndecided({ status }: Group, { balance, deposit }: Place): boolean {
  const begun = (balance.quote !== null && balance.paid === null) || deposit.next !== null
  return begun || (deposit.status === 'held' && status !== 'PRIVATE_PENDING_PAYMENT')
}

/** Whether something is so of everybody with a confirmed seat. */
export const everyone = (state: Group, is: (p: Place) => boolean): boolean =>
  state.participants.every((p) => p.seat !== 'taken' || is(p))
