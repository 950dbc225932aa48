import type { TripType } from '#app/domain/carpool/state.ts'
import type { FlightChange } from '#app/domain/features/flights/flight-state.ts'
import type { Ride } from '#app/domain/features/ride/ride-state.ts'
import type { DepositStory } from '#app/domain/group/deposit-fate.ts'
import type {
  DepositStatus,
  FlightWindow,
  LeaveReason,
  Party,
  PaymentStatus,
  Refund,
  Seat,
} from '#app/domain/group/state.ts'
import type { GroupStatus } from '#app/domain/group/status.ts'
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
import type { Person } from '#db/queries/admin-groups.ts'
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
  /** Pence missing although the group goes ahead; 0 if none. */
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
  /** What has become of the deposit, as shown to its owner. */
  depositStory: DepositStory
  balance: {
    /**
     * none: not due, or dropped because the place was released. due: to be paid. begun: may be in
     * the middle of being paid. refunded: it was paid, and goes back or is back with the deposit.
     */
    status: 'none' | 'due' | 'begun' | 'paid' | 'refunded'
    /** What the card paid or still has to pay; null if that is not settled. */
    amount: MinorUnits | null
    points: number
    intentId: string | null
  }
  /** Whether any of the money is being refunded right now. */
  returning: boolean
  /** Pence of everything charged for it that are back with its owner. */
  refunded: MinorUnits
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
  /** Seats that are offered to parties which wait. */
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
