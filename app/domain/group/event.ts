import type { AdminId, CarpoolId, ParticipantId, TripId, UserId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Instant } from '#app/domain/time.ts'
import type {
  AnyParty,
  AnyTerms,
  BalanceQuote,
  Deposit,
  GroupStatus,
  LeaveReason,
  PaymentPurpose,
  Refund,
  SavedCard,
} from './state.ts'

/** What happened to one place. */
type OfPlace =
  | { type: 'seatHeld'; userId: UserId; party: AnyParty; holdExpiresAt: Instant; at: Instant }
  | { type: 'partyChanged'; party: AnyParty }
  | { type: 'intentAttached'; intentId: string }
  /** The intent was cancelled while the hold lives on: another attempt may be made. */
  | { type: 'intentLost'; intentId: string }
  /** The hold is over; its payment must be looked at before the seat is freed. */
  | { type: 'holdLapsing'; reason: LeaveReason }
  /** An unpaid place is gone. `authorised`: the card had been authorised and let go again. */
  | { type: 'seatFreed'; reason: LeaveReason; authorised: boolean }
  | { type: 'seatTaken'; captureBefore: Instant | null; card?: SavedCard | null }
  /**
   * A paid place is gone; whatever money is on it goes back, but for the deposit of one whose
   * balance was not paid in time.
   */
  | { type: 'seatLeft'; reason: LeaveReason }
  /**
   * Those who run the service give back all that was paid for it, in pence and in points, though
   * its group is closed.
   */
  | { type: 'placeRefunded'; by: AdminId; at: Instant; total: MinorUnits; points: number }
  /** The place goes on as a private car, with its deposit. */
  | { type: 'converted'; to: { carpoolId: CarpoolId; participantId: ParticipantId } }
  | { type: 'depositCaptured'; amount: MinorUnits }
  | { type: 'depositReleased' }
  | { type: 'depositDeadlinePassed' }
  /** An intent that may take the place of the deposit. */
  | { type: 'nextAttached'; intentId: string }
  | { type: 'nextClosing' }
  | { type: 'nextLost' }
  /** The new hold is there; the one before it, if it still lives, is let go. */
  | { type: 'depositReplaced'; captureBefore: Instant | null; card: SavedCard | null; at: Instant }
  | { type: 'renewalDue' }
  | { type: 'renewalFailed' }
  | { type: 'balanceBegun'; quote: BalanceQuote; expiresAt: Instant }
  | { type: 'balancePointsReserved' }
  | { type: 'balanceAttached'; intentId: string }
  | { type: 'balanceClosing' }
  /** The try is over and unpaid; its points go back. */
  | { type: 'balanceLost'; attempt: number; points: number }
  /** `amount`: what the card paid. */
  | { type: 'balancePaid'; amount: MinorUnits }
  /** Given back in the provider's dashboard: `amount` now, `total` of this payment so far. */
  | {
      type: 'moneyReturned'
      intentId: string
      purpose: PaymentPurpose
      total: MinorUnits
      amount: MinorUnits
      at: Instant
    }
  /** Its owner has asked the bank for the money back; what comes of it is decided there. */
  | ({ type: 'disputeOpened' } & OfDispute)
  | ({ type: 'disputeClosed'; lost: boolean } & OfDispute)
  | { type: 'strayFound'; intentId: string; purpose?: PaymentPurpose }
  /** `authorised`: its owner may believe that it had paid for a place. */
  | { type: 'strayReturned'; intentId: string; authorised: boolean; purpose?: PaymentPurpose }

type OfDispute = {
  intentId: string
  purpose: PaymentPurpose
  disputeId: string
  amount: MinorUnits
  at: Instant
}

/** What has happened to a group. Stored for good: change a shape only by adding optional fields. */
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
      party: AnyParty
      deposit: Deposit
      at: Instant
    }
  /**
   * Pence a person; nobody has paid a balance yet. `from`: what it was before; `by`: who set it.
   */
  | {
      type: 'balancePriceSet'
      balancePrice: MinorUnits
      from?: MinorUnits
      by?: AdminId
      at?: Instant
    }
  /**
   * By those who run the service, and what that gives back; what becomes of each place follows in
   * events of its own.
   */
  | { type: 'groupCancelled'; by: AdminId; at: Instant; refunds: Refund[] }
  /** `at`: missing in what happened before it was said. */
  | { type: 'statusChanged'; to: GroupStatus; at?: Instant }
  /** Those who run the service let the group go with `amount` pence less than it costs. */
  | { type: 'shortfallAccepted'; by: AdminId; at: Instant; amount: MinorUnits }
  | PlaceEvent
