import type { AdminId, ParticipantId, UserId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { PaymentPurpose } from '#app/payments/rules/ledger.ts'
import type { NoteParams } from '#app/payments/rules/payment.ts'
import type { PaymentFacts } from './payment.ts'
import type { Party } from './state.ts'

/** A place, named by its owner. */
export type Own = { participantId: ParticipantId; userId: UserId }

/**
 * The most that a place accepts per person if its car goes with fewer, in pence; null: nothing.
 * Missing: whatever it said before.
 */
export type MostFewer = MinorUnits | null

/** Commands every kind of group accepts. Each can be repeated and gets the same answer. */
export type GroupCommand<P extends Party = Party> =
  /** A joiner's hold. `consent`: the version of the sentence about sharing that they were shown. */
  | ({ type: 'hold'; party: P; consent?: string | null; fewer?: MostFewer } & Own)
  /** Records the intent made for a place, before anybody can pay it. */
  | ({ type: 'attachIntent'; purpose: PaymentPurpose; attempt: number; intentId: string } & Own)
  /** A payment reading. */
  | { type: 'settle'; facts: PaymentFacts }
  /** The user drops an unpaid place. */
  | ({ type: 'giveUp' } & Own)
  /** The user leaves; their deposit is returned. */
  | { type: 'exit'; userId: UserId }
  /** Fixes what is left to pay, using up to `points` points. */
  | ({ type: 'beginBalance'; points: number; pointsPerPound: number } & Own)
  /** Whether the points of a balance attempt could be set aside. */
  | { type: 'pointsReserved'; participantId: ParticipantId; attempt: number; granted: boolean }
  /** The saved card could not be charged for a new hold; the user can pay `intentId` themselves. */
  | {
      type: 'renewalFailed'
      participantId: ParticipantId
      attempt: number
      intentId: string | null
    }
  /**
   * An administrator cancels the group: everyone is released and all money goes back. `note`: what
   * its people are told.
   */
  | { type: 'cancelGroup'; by: AdminId; note?: NoteParams }
  /**
   * An administrator refunds a student: everything if the group was closed, the deposit if their
   * place was released.
   */
  | { type: 'refundPlace'; participantId: ParticipantId; by: AdminId }
  /** The user's account is being closed: every feature of the group removes them. */
  | { type: 'leaveFeatures'; userId: UserId }
  | { type: 'tick' }

export type Say<T extends GroupCommand['type']> = Extract<GroupCommand, { type: T }>
