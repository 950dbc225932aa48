import type { CarpoolId, ParticipantId, UserId } from '../id.ts'
import type { PaymentFacts } from './payment.ts'
import type { Party, Terms } from './state.ts'

/** What may be asked of a carpool. Each can be said twice: the second time it answers the same. */
export type Command =
  /** A creator's draft; takes seats until its deposit is held or its hold is over. */
  | {
      type: 'draft'
      carpoolId: CarpoolId
      participantId: ParticipantId
      userId: UserId
      terms: Terms
      party: Party
    }
  /** A joiner's hold. */
  | { type: 'hold'; participantId: ParticipantId; userId: UserId; party: Party }
  /** Records the intent made for a place, before anybody can pay it. */
  | { type: 'attachIntent'; participantId: ParticipantId; userId: UserId; attempt: number; intentId: string }
  /** What was read about a payment. */
  | { type: 'settle'; facts: PaymentFacts }
  /** The user drops a place that is not paid. */
  | { type: 'giveUp'; participantId: ParticipantId; userId: UserId }
  /** Time has passed. */
  | { type: 'tick' }
