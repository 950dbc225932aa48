import { rules as carpoolRules } from '#app/domain/carpool/rules.ts'
import type { CarpoolState, TripType } from '#app/domain/carpool/state.ts'
import { remainderOf } from '#app/domain/group/balance.ts'
import { isCancellable } from '#app/domain/group/decide-cancel.ts'
import type { DepositStory } from '#app/domain/group/deposit-fate.ts'
import type { FlightChange, FlightWindow } from '#app/domain/group/flight-state.ts'
import { changeOf, flightOpenUntil, windowOf } from '#app/domain/group/flights.ts'
import { refundByHand, refundsOf } from '#app/domain/group/refund.ts'
import { isAssignable } from '#app/domain/group/ride.ts'
import { type Ride, rideOf } from '#app/domain/group/ride-state.ts'
import type { Rules } from '#app/domain/group/rules.ts'
import { outstandingOf } from '#app/domain/group/shortfall.ts'
import {
  type DepositStatus,
  type Group,
  type GroupStatus,
  type LeaveReason,
  type Party,
  type PaymentStatus,
  type Place,
  paymentStatusOf,
  type Refund,
  type Seat,
} from '#app/domain/group/state.ts'
import type {
  AdminId,
  AirportId,
  CarpoolId,
  GroupId,
  ParticipantId,
  UserId,
} from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Instant } from '#app/domain/time.ts'
import { rules as tripRules } from '#app/domain/trip/rules.ts'
import type { TripState } from '#app/domain/trip/state.ts'
import { storyOfPlace } from '#app/services/groups/deposit-story.server.ts'
import type { GroupSnapshot } from '#app/services/groups/group-objects.server.ts'
import { carpoolRowOf, tripRowOf } from '#app/services/groups/group-rows.server.ts'
import type { Person } from '#db/queries/admin-groups.ts'
import type { CarpoolRow } from '#db/queries/carpools.ts'
import type { FailedRefundRow } from '#db/queries/failed-refunds.ts'
import type { TripRow } from '#db/queries/trips.ts'
import type { StuckRow } from '#db/schema.ts'

export type GroupKind = 'carpool' | 'trip'

/** What a group is about, by kind. Prices are pence. */
export type GroupAbout =
  | {
      kind: 'carpool'
      tripType: TripType
      airportId: AirportId
      airportName: { zh: string; en: string }
      prices: MinorUnits[]
    }
  | {
      kind: 'trip'
      tripName: string
      endAt: Instant
      minPassengers: number
      balancePrice: MinorUnits
    }

/** As much of it as a name needs. */
export type NamedAbout =
  | Pick<Extract<GroupAbout, { kind: 'carpool' }>, 'kind' | 'tripType' | 'airportName'>
  | Pick<Extract<GroupAbout, { kind: 'trip' }>, 'kind' | 'tripName'>

/** A group in the administration's list, including groups that no student can see. */
export type GroupRow = {
  id: GroupId
  about: GroupAbout
  status: GroupStatus
  /** Departure of a carpool or start of a trip. */
  at: Instant
  cutoffAt: Instant
  /** When the balances are due. */
  balanceDueAt: Instant
  createdAt: Instant
  private: boolean
  /** People with a seat, held or confirmed. */
  people: number
  maxPassengers: number
  /** Since when one of its payments has been undecided for too long; null if none. */
  stuckSinceAt: Instant | null
  /**
   * Pence missing although the group goes ahead, and not yet accepted by an administrator; 0 if
   * none.
   */
  shortfall: MinorUnits
}

/** A current or former member of a group, with everything concerning their money. */
export type GroupPlace = {
  participantId: ParticipantId
  userId: UserId
  /** Null if there is no such account. */
  person: Omit<Person, 'id'> | null
  party: Party
  seat: Seat
  leaving: LeaveReason | null
  heldAt: Instant
  /** When an unpaid hold ends. */
  holdExpiresAt: Instant | null
  paymentStatus: PaymentStatus
  deposit: {
    status: DepositStatus
    intentId: string | null
    captured: MinorUnits
    captureBefore: Instant | null
    renewalFailed: boolean
  }
  /** What has become of the deposit, as its owner is told. */
  depositStory: DepositStory
  balance: {
    /**
     * none: not due, or dropped because the place was released. due: to be paid. begun: may be in
     * the middle of being paid.
     */
    status: 'none' | 'due' | 'begun' | 'paid'
    /** What the card paid or still has to pay; null if that is not settled. */
    amount: MinorUnits | null
    points: number
    intentId: string | null
  }
  /** What was paid on top for a car alone; null: nothing. */
  supplement: { amount: MinorUnits; intentId: string | null } | null
  /** Whether any of the money is being refunded right now. */
  returning: boolean
  /** Pence of its payments refunded in Stripe's dashboard. */
  returned: MinorUnits
  /** What it still owes although its group goes ahead, in pence: `outstandingOf`. */
  outstanding: MinorUnits
  /**
   * What a manual refund would return: the group is closed, or the place was released. Null if
   * there is nothing to decide.
   */
  refund: Refund | null
  convertedTo: CarpoolId | null
  /** How its flight has changed since the group was complete; null: it has not. */
  flight: FlightChange | null
  /** Until when that waits for a decision; null: it does not. */
  flightOpenUntil: Instant | null
}

/** What one person gets, or got, back from a cancelled group. */
export type NamedRefund = Refund & { person: Omit<Person, 'id'> | null }

export type GroupView = GroupRow & {
  /** Places with a seat come first. */
  places: GroupPlace[]
  cancelled: { at: Instant; by: AdminId } | null
  isCancellable: boolean
  /** Whether an administrator opened it for wishes. */
  forWishes: boolean
  /** Seats that are offered to parties which wait, or wished. */
  offers: { people: number; until: Instant }[]
  /** Its cars so far, and whether that can still change. */
  ride: Ride
  isAssignable: boolean
  /** When its flights may be without a decision; null: it has none. */
  flightWindow: FlightWindow | null
  /**
   * Who gets what if the group is cancelled in its current state, or who got what when it was;
   * empty if there is nothing to cancel.
   */
  refunds: NamedRefund[]
  stuck: StuckRow[]
}

export const carpoolRow = (row: CarpoolRow): GroupRow => ({
  id: row.id,
  about: {
    kind: 'carpool',
    tripType: row.tripType,
    airportId: row.airportId,
    airportName: { zh: row.airportNameZh, en: row.airportNameEn },
    prices: row.prices,
  },
  status: row.status as GroupStatus,
  at: row.carpoolAt,
  cutoffAt: row.cutoffAt,
  balanceDueAt: row.balanceDueAt ?? row.carpoolAt,
  shortfall: row.shortfall ?? 0,
  createdAt: row.createdAt,
  private: row.private,
  people: row.currentPassengers,
  maxPassengers: row.maxPassengers,
  stuckSinceAt: row.stuckSinceAt,
})

export const tripRow = (row: TripRow): GroupRow => ({
  id: row.id,
  about: {
    kind: 'trip',
    tripName: row.tripName,
    endAt: row.tripEndAt,
    minPassengers: row.minPassengers,
    balancePrice: row.balancePrice,
  },
  status: row.status as GroupStatus,
  at: row.tripStartAt,
  cutoffAt: row.cutoffAt,
  balanceDueAt: row.balanceDueAt ?? row.tripStartAt,
  shortfall: row.shortfall ?? 0,
  createdAt: row.createdAt,
  private: false,
  people: row.currentPassengers,
  maxPassengers: row.maxPassengers,
  stuckSinceAt: row.stuckSinceAt,
})

export function carpoolGroup(
  { state, stuck }: GroupSnapshot<CarpoolState>,
  people: Person[],
  failed: FailedRefundRow[],
): GroupView {
  return viewOf(
    carpoolRow(carpoolRowOf(state, { version: state.version, stuck })),
    state,
    carpoolRules,
    stuck,
    people,
    failed,
  )
}

export function tripGroup(
  { state, stuck }: GroupSnapshot<TripState>,
  people: Person[],
  failed: FailedRefundRow[],
): GroupView {
  return viewOf(
    tripRow(tripRowOf(state, { version: state.version, stuck })),
    state,
    tripRules,
    stuck,
    people,
    failed,
  )
}

const promisedIn = (state: Group): Refund[] =>
  state.cancelled?.refunds ?? (isCancellable(state) ? refundsOf(state) : [])

/** Pence of a place's deposit that are owed because their refund failed. */
const owedIn = (failed: FailedRefundRow[], id: ParticipantId): MinorUnits =>
  failed
    .filter((one) => one.participantId === id && one.purpose === 'deposit')
    .reduce((sum, { missing, settledAt }) => sum + (settledAt === null ? missing : 0), 0)

function personOf(people: Person[], id: UserId): Omit<Person, 'id'> | null {
  const found = people.find((one) => one.id === id)
  return found ? { name: found.name, phone: found.phone, wechat: found.wechat } : null
}

function viewOf<S extends CarpoolState | TripState>(
  row: GroupRow,
  state: S,
  rules: Rules<S>,
  stuck: StuckRow[],
  people: Person[],
  failed: FailedRefundRow[],
): GroupView {
  const { cancelled } = state
  const places = state.participants.map(
    (p): GroupPlace => ({
      ...placeOf(p, p.seat === 'taken' ? rules.owedBy(state, p) : null),
      flight: changeOf(state, p),
      flightOpenUntil: flightOpenUntil(rules, state, p),
      outstanding: outstandingOf(rules, state, p),
      person: personOf(people, p.userId),
      returning: state.strays.some((s) => s.participantId === p.id),
      returned: returnedOf(state, p),
      depositStory: storyOfPlace(state, p, owedIn(failed, p.id)),
      refund: refundByHand(state, p.id),
    }),
  )
  return {
    ...row,
    places: [
      ...places.filter((p) => p.seat !== 'gone'),
      ...places.filter((p) => p.seat === 'gone'),
    ],
    cancelled: cancelled && { at: cancelled.at, by: cancelled.by },
    isCancellable: isCancellable(state),
    forWishes: state.forWishes !== undefined,
    offers: (state.waiting ?? []).flatMap(({ people, offeredUntil: until }) =>
      until === null ? [] : [{ people, until }],
    ),
    ride: rideOf(state),
    isAssignable: isAssignable(state),
    flightWindow: windowOf(state),
    refunds: promisedIn(state).map((refund) => ({
      ...refund,
      person: personOf(people, refund.userId),
    })),
    stuck,
  }
}

const returnedOf = (
  { returned = {} }: Group,
  { deposit, balance, supplement }: Place,
): MinorUnits =>
  [deposit.intentId, balance.intentId, supplement?.intentId].reduce<MinorUnits>(
    (sum, id) => sum + ((id && returned[id]) || 0),
    0,
  )

function placeOf(
  p: Place,
  owed: MinorUnits | null,
): Omit<
  GroupPlace,
  | 'person'
  | 'returning'
  | 'returned'
  | 'refund'
  | 'outstanding'
  | 'depositStory'
  | 'flight'
  | 'flightOpenUntil'
> {
  const { deposit } = p
  return {
    participantId: p.id,
    userId: p.userId,
    party: p.party,
    seat: p.seat,
    leaving: p.leaving,
    heldAt: p.heldAt,
    holdExpiresAt: p.seat === 'held' ? p.holdExpiresAt : null,
    paymentStatus: paymentStatusOf(p),
    deposit: {
      status: deposit.status,
      intentId: deposit.intentId,
      captured: deposit.captured,
      captureBefore: deposit.status === 'held' ? deposit.captureBefore : null,
      renewalFailed: deposit.renewal === 'failed',
    },
    balance: balanceOf(p, owed),
    supplement: supplementOf(p),
    convertedTo: p.convertedTo?.carpoolId ?? null,
  }
}

/** What was paid on top for a car alone. */
const supplementOf = ({ supplement }: Place): GroupPlace['supplement'] =>
  supplement && supplement.amount > 0
    ? { amount: supplement.amount, intentId: supplement.intentId }
    : null

function balanceOf({ balance }: Place, owed: MinorUnits | null): GroupPlace['balance'] {
  const { quote, intentId, paid } = balance
  const points = quote?.points ?? 0
  if (paid !== null) return { status: 'paid', amount: paid, points, intentId }
  if (owed === null) return { status: 'none', amount: null, points: 0, intentId: null }
  if (quote) return { status: 'begun', amount: quote.amount, points, intentId }
  return { status: 'due', amount: remainderOf(owed), points: 0, intentId: null }
}
