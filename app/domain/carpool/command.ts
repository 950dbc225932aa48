import type { CarpoolId, ParticipantId, UserId } from '../id.ts'
import type { Instant } from '../time.ts'
import type { PaymentFacts } from './payment.ts'
import type { Deposit, Party, PaymentPurpose, Terms } from './state.ts'

/** What a participant may correct while the group is open. */
export type TravelInfo = Omit<Party, 'people' | 'terminal'>
/** A place, said by the one who has it. */
type Own = { participantId: ParticipantId; userId: UserId }

/** What may be asked of a carpool. Each can be said twice: the second time it answers the same. */
export type Command =
  /** A creator's draft; takes seats until its deposit is held or its hold is over. */
  | ({ type: 'draft'; carpoolId: CarpoolId; terms: Terms; party: Party } & Own)
  /** The private car of a participant whose group failed; it takes the deposit along. */
  | ({
      type: 'openPrivate'
      carpoolId: CarpoolId
      terms: Terms
      cutoffAt: Instant
      party: Party
      deposit: Deposit
    } & Own)
  /** A joiner's hold. */
  | ({ type: 'hold'; party: Party } & Own)
  /** Records the intent made for a place, before anybody can pay it. */
  | ({ type: 'attachIntent'; purpose: PaymentPurpose; attempt: number; intentId: string } & Own)
  /** What was read about a payment. */
  | { type: 'settle'; facts: PaymentFacts }
  /** The user drops a place that is not paid. */
  | ({ type: 'giveUp' } & Own)
  /** The user leaves; her deposit goes back. */
  | { type: 'exit'; userId: UserId }
  | ({ type: 'editInfo'; info: TravelInfo } & Own)
  /** A failed group: on with a private car of the given ids, which follow from the participant's. */
  | { type: 'convert'; userId: UserId; to: { carpoolId: CarpoolId; participantId: ParticipantId } }
  /** A failed group: the deposit back. */
  | { type: 'cancelFailed'; userId: UserId }
  /** Fixes what is left to pay, with up to `points` points put in. */
  | ({ type: 'beginBalance'; points: number; pointsPerPound: number } & Own)
  /** Whether the points of a try could be set aside. */
  | { type: 'pointsReserved'; participantId: ParticipantId; attempt: number; granted: boolean }
  /** The saved card could not be charged for a new hold; `intentId` can be paid by hand. */
  | { type: 'renewalFailed'; participantId: ParticipantId; attempt: number; intentId: string | null }
  /** Time has passed. */
  | { type: 'tick' }
