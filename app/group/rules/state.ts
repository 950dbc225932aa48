import type { AdminId, CarpoolId, GroupId, ParticipantId, UserId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  type Charge,
  type ChargeState,
  isBegun,
  isPaid,
  type SavedCard,
} from '#app/payments/rules/charge.ts'
import type { Ledger } from '#app/payments/rules/ledger.ts'
import type { Consent } from './consent.ts'
import { type GroupStatus, is } from './status.ts'

/** The terms every kind of group has; each kind adds its own. */
export type AnyTerms = { maxPassengers: number }
/** The people travelling on one deposit, and their details. A trip's creator gives theirs later. */
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
/** The personal details of a party, and what replaces them when its owner's account is closed. */
export const PERSONAL: Partial<Party> = { nLocation: '', flightNumber: null }

/**
 * held: on hold, unpaid. lapsing: no longer wanted, but its payment has not been checked yet.
 * taken: the deposit is (or was) held. out: its group went with fewer people and without it; its
 * owner has the choice of a failed group. gone: the seat is free again. The first three occupy
 * seats.
 */
export type Seat = 'held' | 'lapsing' | 'taken' | 'out' | 'gone'

/** Whether a place is its owner's for good: confirmed, and neither left nor refunded. */
export const isStanding = ({ seat }: Pick<Place, 'seat'>): boolean =>
  seat === 'taken' || seat === 'out'

/**
 * A place as its owner sees it: one that its group went without is a confirmed place in a failed
 * group.
 */
export const seenByOwner = <S extends { seat: string; status: GroupStatus }>(s: S): S =>
  s.seat === 'out' ? { ...s, seat: 'taken', status: 'FAILED' } : s

/**
 * Why a place is gone or about to be.
 * - Unpaid places: expired; cutoff; givenUp (the user's choice; any money goes back).
 * - Paid places: exited; cancelled (a failed group, deposit returned); dayOver (a failed carpool
 * the user did nothing about); departed (a private car never paid); converted (the deposit moved to
 * a private car); moved (the place moved to another group with everything paid); refunded (an
 * administrator refunded the user after the group was closed, or
 * returned the deposit after the place was released); unpaid (the balance was not paid in time, and
 * the deposit is kept).
 * - Both: groupCancelled, by an administrator; all money goes back.
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
  | 'moved'
  | 'refunded'
  | 'unpaid'
  | 'groupCancelled'

/** The hold of a deposit, which the bank may release. */
export type Hold = {
  /** When the card's bank releases the hold. */
  captureBefore: Instant | null
  /** Whether the bank's deadline has passed and a check of the payment has been ordered. */
  deadlinePassed: boolean
  card: SavedCard | null
  /**
   * due: a new hold is being placed on the saved card. failed: that did not work, so the user has
   * to pay again.
   */
  renewing: 'none' | 'due' | 'failed'
  /** When a hold last replaced another. */
  replacedAt: Instant | null
}
export const NO_HOLD: Hold = {
  captureBefore: null,
  deadlinePassed: false,
  card: null,
  renewing: 'none',
  replacedAt: null,
}

/** What is owed for a place. */
export type Charges = {
  deposit: Charge
  /** A deposit to replace one that the bank has released, or will release. */
  renewal: Charge
  balance: Charge
}
export type Slot = keyof Charges

/** Everything about a place's money; it moves with the place to another group. */
export type Money = Charges & {
  hold: Hold
  /**
   * The place that its balance was paid for, if it has moved here since: the ledger's entries of
   * its points name that place.
   */
  paidAs?: ParticipantId
}

/**
 * The deposit as it is shown and stored in the read model. awaiting: nothing paid. held:
 * authorised. captured: ours. released: the bank released a hold while the seat was taken.
 * returning: the place is gone and its money is on its way back. cancelled: the place is gone and
 * there is no money on it. A place that is gone because its balance was not paid keeps its deposit
 * as captured.
 */
export type DepositStatus =
  | 'awaiting'
  | 'held'
  | 'captured'
  | 'released'
  | 'returning'
  | 'cancelled'

const DEPOSIT_STATUS: Record<ChargeState, DepositStatus> = {
  open: 'awaiting',
  begun: 'awaiting',
  closing: 'awaiting',
  held: 'held',
  paid: 'captured',
  lost: 'released',
  returning: 'returning',
  void: 'cancelled',
}
export const depositStatusOf = ({ deposit }: Pick<Place, 'deposit'>): DepositStatus =>
  DEPOSIT_STATUS[deposit.state]

/**
 * The slot of the next deposit payment: once the seat is taken, a new deposit replaces the old one.
 */
export const depositSlot = ({ seat }: Pick<Place, 'seat'>): 'deposit' | 'renewal' =>
  isStanding({ seat }) ? 'renewal' : 'deposit'
/** The charge that a deposit is paid with. */
export const openDeposit = (p: Place): Charge => p[depositSlot(p)]

/** A place and its group. */
export type PlaceRef = { carpoolId: CarpoolId; participantId: ParticipantId }

export type Place<P extends Party = Party> = Money & {
  id: ParticipantId
  userId: UserId
  party: P
  seat: Seat
  leaving: LeaveReason | null
  heldAt: Instant
  holdExpiresAt: Instant
  /** The private car that the deposit moved to, or the group that the place moved to. */
  convertedTo: PlaceRef | null
  /** The place it moved here from. */
  movedFrom?: PlaceRef
  /** Consent to share the car at separate fares; missing in places older than the question. */
  consent?: Consent
  /**
   * Pence of the one payment of deposit and balance together, if the place took over released
   * seats; missing in all others. The payment is the deposit's.
   */
  inFull?: MinorUnits
  /**
   * Pence returned of payments that pay for nothing any more, by intent; missing if there are none.
   */
  back?: Record<string, MinorUnits>
}

/** release: a hold is released. refund: captured money goes back. none: there is no money on it. */
export type RefundAction = 'release' | 'refund' | 'none'
export type RefundPart = { intentId: string | null; action: RefundAction; amount: MinorUnits }

/**
 * One person's refund when their group is cancelled or their place refunded, in pence and in
 * points.
 */
export type Refund = {
  participantId: ParticipantId
  userId: UserId
  people: number
  deposit: RefundPart
  balance: RefundPart
  points: number
  /** Held or captured, in pence. */
  total: MinorUnits
}

/** The window that a group's flights must be in, both ends included. */
export type FlightWindow = { from: Instant; to: Instant }

/**
 * The facts that a group's features tell it (extension.ts), worked out again after every event: the
 * group knows none of the features.
 */
export type Facts = {
  /** Number of seats kept, by user; nobody else can take them. */
  kept: Record<string, number>
  /** Number of seats of its cars; null: it has no car yet. */
  seats: number | null
  /** When its cars meet their passengers, and when the last car with passengers has met them. */
  meetings: Instant[]
  metAt: Instant | null
  /** Whether everybody has been dropped off. */
  isDone: boolean
  /** The flight window as fixed when the group completed; null: not fixed. */
  flightWindow: FlightWindow | null
  /** Places whose people are on board. */
  aboard: ParticipantId[]
  /** Places with something undecided; their balances are not closed meanwhile. */
  undecided: ParticipantId[]
  /** Places whose balance is being charged to the saved card; nor are theirs. */
  charging: Record<ParticipantId, Charging>
}
/** At most so many pence, and only until then. */
export type Charging = { most: MinorUnits; until: Instant }
export const NO_FACTS: Facts = {
  kept: {},
  seats: null,
  meetings: [],
  metAt: null,
  isDone: false,
  flightWindow: null,
  aboard: [],
  undecided: [],
  charging: {},
}

/** A group of one kind: the kind's terms, and what all groups have. */
export type Group<T extends AnyTerms = AnyTerms, P extends Party = Party> = T &
  Ledger & {
    id: GroupId
    /** The number of events so far. */
    version: number
    status: GroupStatus
    /** Its seats until it went with fewer people; missing: it did not. */
    openedFor?: number
    cutoffAt: Instant
    createdAt: Instant
    /** When it completed; null: it has not, or it did before this was recorded. */
    completedAt: Instant | null
    /** One party hires the whole group: it is never listed, and the price for one is paid once. */
    private: boolean
    /**
     * When the group was cancelled, by which administrator, and who got what back; null: no
     * administrator cancelled it. A group everyone has left becomes CANCELLED without this.
     */
    cancelled: { at: Instant; by: AdminId; refunds: Refund[] } | null
    /**
     * In the order of their holds; the creator is first. A place for which a payment
     * was begun is never removed.
     */
    participants: Place<P>[]
    /** The state of each feature, by the feature's name. Only that feature reads it. */
    slices: Record<string, unknown>
    facts: Facts
  }
/** A feature's slice of a state; undefined: nothing has happened in it yet. */
export const sliceOf = <Slice>({ slices }: Pick<Group, 'slices'>, name: string) =>
  slices[name] as Slice | undefined
/** A place in a given kind of group. */
export type PlaceIn<S extends Group> = S['participants'][number]

const takesSeats = ({ seat }: Place) => seat !== 'gone' && seat !== 'out'
/** The places that occupy a seat: on hold, being checked or taken. */
export const seatedOf = <S extends Group>(state: S): PlaceIn<S>[] =>
  state.participants.filter(takesSeats)
const sumPeople = (list: Place[]) => list.reduce((sum, p) => sum + p.party.people, 0)

/** Number of people with a seat, on hold or taken. */
export const seatedPeople = (state: Group): number => sumPeople(seatedOf(state))
/** Number of people whose deposit has been confirmed. */
export const confirmedPeople = (state: Group): number => sumPeople(confirmedOf(state))
/**
 * Number of people shown in lists: those with a seat, and those for whom one is kept. In a closed
 * group, everyone in it when it completed counts, even if they did not pay or have been refunded
 * since.
 */
export const shownPeople = (state: Group): number =>
  keptSeats(state) +
  sumPeople(
    state.participants.filter((p) => takesSeats(p) || (is(state.status, 'closed') && isMissed(p))),
  )
/** Number of people whose seat is in the given state. */
export const peopleIn = (state: Group, seat: Seat): number =>
  sumPeople(state.participants.filter((p) => p.seat === seat))
export const freeSeats = (state: Group): number => state.maxPassengers - seatedPeople(state)

/**
 * Number of seats that are kept for users, `except` for one of them. Seats that these users already
 * hold are not counted again.
 */
export const keptSeats = (state: Group, except?: UserId): number =>
  Object.entries(state.facts.kept).reduce((sum, [userId, people]) => {
    const held = placeOf(state, userId as UserId)?.party.people ?? 0
    return userId === except ? sum : sum + Math.max(0, people - held)
  }, 0)
/** Number of seats that nobody has or holds; limited by the seats of the cars, if there are any. */
export const roomIn = (state: Group): number =>
  Math.min(freeSeats(state), (state.facts.seats ?? Infinity) - seatedPeople(state))
/** Number of seats that this user could take now, including those kept for them. */
export const freeFor = (state: Group, userId?: UserId): number =>
  freeSeats(state) - keptSeats(state, userId)
export const confirmedOf = <S extends Group>(state: S): PlaceIn<S>[] =>
  state.participants.filter((p) => p.seat === 'taken')
export const findParticipant = <S extends Group>(state: S, id: string): PlaceIn<S> | undefined =>
  state.participants.find((p) => p.id === id)
/** The user's place with this id; undefined if it belongs to another user. */
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
/** The user's live place, or else their last one. */
export const lastPlaceOf = <S extends Group>(state: S, userId: UserId): PlaceIn<S> | undefined =>
  placeOf(state, userId) ?? state.participants.findLast((p) => p.userId === userId)
/**
 * Position of a group in public lists: joinable ones first, then full or past ones; `hidden`: shown
 * only to its own people.
 */
export const LIST_RANK = { joinable: 0, other: 1, hidden: 2 } as const
/** The read model has the same logic as a column (db/schema.ts). */
export function listRankOf(status: GroupStatus): number {
  if (is(status, 'joinable')) return LIST_RANK.joinable
  return is(status, 'hidden') ? LIST_RANK.hidden : LIST_RANK.other
}
/**
 * Whether others see a group of the read model. An older version may have marked a failed group as
 * listed.
 */
export const isShown = ({ listed, status }: { listed: boolean; status: GroupStatus }): boolean =>
  listed && listRankOf(status) < LIST_RANK.hidden
/** Whether others may see the group; drafts, private, failed and cancelled ones are hidden. */
export const isListed = (state: Pick<Group, 'private' | 'status'>): boolean =>
  !state.private && listRankOf(state.status) < LIST_RANK.hidden
/**
 * Whether people with its link may learn that the group is over, instead of getting the 404 page:
 * it could be joined before it failed or was cancelled.
 */
export const wasListed = (state: Pick<Group, 'private' | 'status'>): boolean =>
  isListed(state) || (!state.private && is(state.status, 'failed', 'cancelled'))

/**
 * Whether the place was in the group when it completed and has since been released over an unpaid
 * balance, or refunded.
 */
export const isMissed = ({ leaving }: Pick<Place, 'leaving'>): boolean =>
  leaving === 'unpaid' || leaving === 'refunded'

/** Number of people whose places have been released or refunded since the group completed. */
export const releasedPeople = (state: Group): number =>
  sumPeople(state.participants.filter(isMissed))

/**
 * Whether an unpaid place is no longer wanted, by the user or an administrator: money that arrives
 * for it goes back instead of buying a seat.
 */
export const isUnwanted = ({ leaving }: Pick<Place, 'leaving'>): boolean =>
  leaving === 'givenUp' || leaving === 'groupCancelled'

/**
 * Whether money found for an unpaid place is refunded: the place is unwanted, or the group left
 * before the payment in full was known.
 */
export const isMoneySentBack = (p: Pick<Place, 'seat' | 'leaving'>): boolean =>
  isUnwanted(p) || (p.seat === 'lapsing' && p.leaving === 'departed')

export type PaymentStatus = 'DEPOSIT' | 'PAID' | 'PRIVATE_CONVERTED' | 'MOVED' | 'REFUNDED'

/**
 * The payment status of a place (docs/rules.md#carpool-records). REFUNDED is the decision; the
 * money may still be on its way. A released place stays at DEPOSIT, which is what was paid.
 */
export function paymentStatusOf(p: Pick<Place, 'seat' | 'leaving' | 'balance'>): PaymentStatus {
  if (p.leaving === 'converted') return 'PRIVATE_CONVERTED'
  if (p.leaving === 'moved') return 'MOVED'
  if (p.seat === 'gone') return p.leaving === 'unpaid' ? 'DEPOSIT' : 'REFUNDED'
  return isPaid(p.balance) ? 'PAID' : 'DEPOSIT'
}

/**
 * Whether the balances cannot be closed yet: a payment is begun or being captured, or a place is
 * moving to another group.
 */
export const isUndecided = (state: Group): boolean =>
  state.participants.some((p) => p.seat === 'taken' && isPlaceUndecided(state, p))

export function isPlaceUndecided({ status, facts }: Group, p: Place): boolean {
  const isPaying = isBegun(p.balance) || isBegun(p.renewal)
  const begun = isPaying || facts.undecided.includes(p.id) || p.id in facts.charging
  return begun || (p.deposit.state === 'held' && !is(status, 'unpaidCar'))
}

/** Whether a condition holds for everyone with a confirmed seat. */
export const everyone = (state: Group, is: (p: Place) => boolean): boolean =>
  state.participants.every((p) => p.seat !== 'taken' || is(p))
