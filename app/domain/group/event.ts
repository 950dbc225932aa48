import type { AdminId, CarpoolId, ParticipantId, TripId, UserId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Consent } from './consent.ts'
import type {
  AnyTerms,
  Balance,
  BalanceQuote,
  Deposit,
  LeaveReason,
  Party,
  PaymentPurpose,
  PlaceRef,
  Refund,
  SavedCard,
} from './state.ts'
import type { GroupStatus } from './status.ts'

/** What happened to one place. */
type OfPlace =
  /** `consent`: missing in events from before it was asked for. */
  | {
      type: 'seatHeld'
      userId: UserId
      party: Party
      holdExpiresAt: Instant
      at: Instant
      consent?: Consent
      /** The pence to be paid at once for released seats. */
      inFull?: MinorUnits
    }
  | { type: 'partyChanged'; party: Party }
  | { type: 'intentAttached'; intentId: string }
  /** The intent was cancelled while the hold is still live: another attempt may be made. */
  | { type: 'intentLost'; intentId: string }
  /** The hold is over; its payment must be checked before the seat is freed. */
  | { type: 'holdLapsing'; reason: LeaveReason }
  /**
   * An unpaid place is gone. `authorised`: the card had been authorised and then released; `back`:
   * pence that had been charged and were given back.
   */
  | { type: 'seatFreed'; reason: LeaveReason; authorised: boolean; back?: MinorUnits }
  | { type: 'seatTaken'; captureBefore: Instant | null; card?: SavedCard | null }
  /**
   * A paid place is gone. Its money goes back, except for the deposit of a place whose balance was
   * not paid in time.
   */
  | { type: 'seatLeft'; reason: LeaveReason }
  /**
   * An administrator refunds everything paid for the place, in pence and in points, although its
   * group is closed.
   */
  | { type: 'placeRefunded'; by: AdminId; at: Instant; total: MinorUnits; points: number }
  /** The place becomes a private car and takes its deposit along. */
  | { type: 'converted'; to: { carpoolId: CarpoolId; participantId: ParticipantId } }
  /** The place is in another group now, with everything paid for it. */
  | { type: 'placeMoved'; to: PlaceRef; by: AdminId; at: Instant }
  | ({ type: 'placeArrived'; by: AdminId; at: Instant } & Arrival)
  | { type: 'depositCaptured'; amount: MinorUnits }
  | { type: 'depositReleased' }
  | { type: 'depositDeadlinePassed' }
  /** An intent that may replace the deposit. */
  | { type: 'nextAttached'; intentId: string }
  | { type: 'nextClosing' }
  | { type: 'nextLost' }
  /** The new hold is in place; the previous one is released if it still exists. */
  | { type: 'depositReplaced'; captureBefore: Instant | null; card: SavedCard | null; at: Instant }
  | { type: 'renewalDue' }
  | { type: 'renewalFailed' }
  | { type: 'balanceBegun'; quote: BalanceQuote; expiresAt: Instant }
  | { type: 'balancePointsReserved' }
  | { type: 'balanceAttached'; intentId: string }
  | { type: 'balanceClosing' }
  /** The attempt ended unpaid; its points go back. */
  | { type: 'balanceLost'; attempt: number; points: number }
  /** `amount`: what the card paid, in pence. */
  | { type: 'balancePaid'; amount: MinorUnits }
  /**
   * Refunded in the provider's dashboard: `amount` now, `total` of this payment so far, in pence.
   * The total includes what failed later.
   */
  | {
      type: 'moneyReturned'
      intentId: string
      purpose: PaymentPurpose
      total: MinorUnits
      amount: MinorUnits
      at: Instant
    }
  /** A refund of a payment that stands was not taken by the bank: its money is ours again. */
  | {
      type: 'refundFailed'
      intentId: string
      purpose: PaymentPurpose
      refundId: string
      amount: MinorUnits
      at: Instant
    }
  /** The owner disputed the payment with their bank, which decides the outcome. */
  | ({ type: 'disputeOpened' } & OfDispute)
  | ({ type: 'disputeClosed'; lost: boolean } & OfDispute)
  | { type: 'strayFound'; intentId: string; purpose?: PaymentPurpose }
  /**
   * `authorised`: the owner may believe the payment had bought a place. `amount`: of the payment,
   * in pence; missing in older events. `back`: how much of it had been charged and was given back.
   */
  | {
      type: 'strayReturned'
      intentId: string
      authorised: boolean
      purpose?: PaymentPurpose
      amount?: MinorUnits
      back?: MinorUnits
    }

/** A place as it arrives from another group. `heldAt`: when it was booked. */
export type Arrival<P extends Party = Party> = {
  participantId: ParticipantId
  userId: UserId
  from: PlaceRef
  party: P
  deposit: Deposit
  balance: Balance
  heldAt: Instant
  consent?: Consent
  /** As in `Place`. */
  inFull?: MinorUnits
}

type OfDispute = {
  intentId: string
  purpose: PaymentPurpose
  disputeId: string
  amount: MinorUnits
  /** How often the bank has moved money for it; missing in older events. */
  moves?: number
  at: Instant
}

/**
 * What has happened to a group. Stored permanently: change a shape only by adding optional fields.
 * Anything else that is new needs a type of its own, which older versions refuse (event-types.ts).
 */
export type PlaceEvent = OfPlace & { participantId: ParticipantId }
export type Event =
  | { type: 'drafted'; carpoolId: CarpoolId; terms: AnyTerms; cutoffAt: Instant; at: Instant }
  | { type: 'tripDrafted'; tripId: TripId; terms: AnyTerms; cutoffAt: Instant; at: Instant }
  | { type: 'draftChanged'; terms: AnyTerms; cutoffAt: Instant }
  | {
      type: 'privateOpened'
      carpoolId: CarpoolId
      terms: AnyTerms
      cutoffAt: Instant
      participantId: ParticipantId
      userId: UserId
      party: Party
      deposit: Deposit
      at: Instant
      consent?: Consent
    }
  /**
   * In pence per person, while nobody has paid a balance yet. `from`: the price before; `by`: who
   * set it.
   */
  | {
      type: 'balancePriceSet'
      balancePrice: MinorUnits
      from?: MinorUnits
      by?: AdminId
      at?: Instant
    }
  /**
   * Cancelled by an administrator, with the refunds that follow. What becomes of each place is
   * recorded in separate events.
   */
  | { type: 'groupCancelled'; by: AdminId; at: Instant; refunds: Refund[] }
  /** `at`: missing in events from before this field existed. */
  | { type: 'statusChanged'; to: GroupStatus; at?: Instant }
  | PlaceEvent
