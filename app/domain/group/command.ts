import type { AdminId, ParticipantId, UserId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { PaymentFacts } from './payment.ts'
import type { AnyParty, PaymentPurpose } from './state.ts'

/** A place, said by the one who has it. */
export type Own = { participantId: ParticipantId; userId: UserId }

/** What may be asked of any group. Each can be said twice: the second time it answers the same. */
export type GroupCommand<P extends AnyParty = AnyParty> =
  /** A joiner's hold. */
  | ({ type: 'hold'; party: P } & Own)
  /** Records the intent made for a place, before anybody can pay it. */
  | ({ type: 'attachIntent'; purpose: PaymentPurpose; attempt: number; intentId: string } & Own)
  /** What was read about a payment. */
  | { type: 'settle'; facts: PaymentFacts }
  /** The user drops a place that is not paid. */
  | ({ type: 'giveUp' } & Own)
  /** The user leaves; her deposit goes back. */
  | { type: 'exit'; userId: UserId }
  /** Fixes what is left to pay, with up to `points` points put in. */
  | ({ type: 'beginBalance'; points: number; pointsPerPound: number } & Own)
  /** Whether the points of a try could be set aside. */
  | { type: 'pointsReserved'; participantId: ParticipantId; attempt: number; granted: boolean }
  /** The saved card could not be charged for a new hold; `intentId` can be paid by hand. */
  | {
      type: 'renewalFailed'
      participantId: ParticipantId
      attempt: number
      intentId: string | null
    }
  /** Those who run the service cancel it: everybody is let go and all money goes back. */
  | { type: 'cancelGroup'; by: AdminId }
  /**
   * They give somebody back her money, whose group was closed, or her deposit, whose place was
   * released.
   */
  | { type: 'refundPlace'; participantId: ParticipantId; by: AdminId }
  /** They let a group go with `amount` pence less than it costs, since somebody has not paid. */
  | { type: 'acceptShortfall'; amount: MinorUnits; by: AdminId }
  /** Time has passed. */
  | { type: 'tick' }

/** One of them. */
export type Say<T extends GroupCommand['type']> = Extract<GroupCommand, { type: T }>

/** What a payment has to say to a group. */
export type PaymentCommand = Say<'attachIntent' | 'settle' | 'beginBalance' | 'pointsReserved'>
