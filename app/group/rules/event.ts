import type { AdminId, CarpoolId, ParticipantId, TripId, UserId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { ChargeChange } from '#app/payments/rules/charge.ts'
import type { LedgerEvent } from '#app/payments/rules/ledger.ts'
import type { NoteParams } from '#app/payments/rules/payment.ts'
import type { Consent } from './consent.ts'
import type { AnyTerms, LeaveReason, Money, Party, PlaceRef, Refund, Slot } from './state.ts'
import type { GroupStatus } from './status.ts'

/** The events of one place. */
type PlaceChangeEvent =
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
  /** A change of one of its charges. */
  | (ChargeChange & { slot: Slot })
  /** The hold is over; its payment must be checked before the seat is freed. */
  | { type: 'holdLapsing'; reason: LeaveReason }
  /**
   * An unpaid place is gone. `authorised`: the card had been authorised and then released; `back`:
   * pence that had been charged and were given back.
   */
  | { type: 'seatFreed'; reason: LeaveReason; authorised: boolean; back?: MinorUnits }
  | { type: 'seatTaken' }
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
  | { type: 'depositDeadlinePassed' }
  | { type: 'renewalDue' }
  | { type: 'renewalFailed' }
  | WithoutPlace<LedgerEvent>
type WithoutPlace<T> = T extends unknown ? Omit<T, 'participantId'> : never

/** A place as it arrives from another group. `heldAt`: when it was booked. */
export type Arrival<P extends Party = Party> = {
  participantId: ParticipantId
  userId: UserId
  from: PlaceRef
  party: P
  money: Money
  heldAt: Instant
  consent?: Consent
  /** As in `Place`. */
  inFull?: MinorUnits
}

/**
 * The events of a group. Stored permanently: change a shape only by adding optional fields.
 * Anything else that is new needs a type of its own, which older versions refuse (event-types.ts).
 */
export type PlaceEvent = PlaceChangeEvent & { participantId: ParticipantId }
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
      money: Money
      at: Instant
      consent?: Consent
    }
  /**
   * In pence per person, set before anybody has paid a balance. `from`: the previous price; `by`:
   * who set it.
   */
  | {
      type: 'balancePriceSet'
      balancePrice: MinorUnits
      from?: MinorUnits
      by?: AdminId
      at?: Instant
    }
  /**
   * Cancelled by an administrator, with the refunds that follow. What happens to each place is
   * recorded in separate events.
   */
  | { type: 'groupCancelled'; by: AdminId; at: Instant; refunds: Refund[]; note?: NoteParams }
  /**
   * At its cutoff a carpool of `of` seats goes with `people`, who all accept the price for so many,
   * and without the places `out`. From here on it has no other seats.
   */
  | { type: 'wentWithFewer'; people: number; of: number; out: ParticipantId[]; at: Instant }
  /** `at`: missing in events from before this field existed. */
  | { type: 'statusChanged'; to: GroupStatus; at?: Instant }
  | PlaceEvent
