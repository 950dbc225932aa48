import type { GroupCommand, Own } from '#app/domain/group/command.ts'
import type { Deposit } from '#app/domain/group/state.ts'
import type { CarpoolId, ParticipantId, UserId } from '#app/domain/id.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Party, Terms } from './state.ts'

/** What a participant may correct while the group is open. */
export type TravelInfo = Omit<Party, 'people' | 'terminal'>

/** What only a carpool can be asked. */
export type CarpoolOwn =
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
  | ({ type: 'editInfo'; info: TravelInfo } & Own)
  /**
   * A failed group: on with a private car of the given ids, which follow from the participant's.
   */
  | { type: 'convert'; userId: UserId; to: { carpoolId: CarpoolId; participantId: ParticipantId } }
  /** A failed group: the deposit back. */
  | { type: 'cancelFailed'; userId: UserId }

/** What may be asked of a carpool. */
export type Command = GroupCommand<Party> | CarpoolOwn
