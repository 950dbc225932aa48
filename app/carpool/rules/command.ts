import type { ChangeFlight } from '#app/features/flights/rules/flight-event.ts'
import type { MoveCommand } from '#app/features/moves/rules/move-event.ts'
import type { JoinList } from '#app/features/waitlist/rules/wait-event.ts'
import type { MostFewer, Own } from '#app/group/rules/command.ts'
import type { Consent } from '#app/group/rules/consent.ts'
import type { AnyCommand } from '#app/group/rules/extensions.ts'
import type { Money } from '#app/group/rules/state.ts'
import type { CarpoolId, ParticipantId, UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Party, Terms } from './state.ts'

/** The details that a participant may correct while the group is open. */
export type TravelInfo = Omit<Party, 'people' | 'terminal'>

/** Commands only a carpool accepts. */
export type CarpoolOwn =
  /** A creator's draft; it occupies seats until its deposit is held or its hold ends. */
  | ({
      type: 'draft'
      carpoolId: CarpoolId
      terms: Terms
      party: Party
      consent?: string | null
      fewer?: MostFewer
    } & Own)
  /** Opens a private car for a student whose group did not fill. */
  | ({
      type: 'openPrivate'
      carpoolId: CarpoolId
      terms: Terms
      cutoffAt: Instant
      party: Party
      money: Money
      consent?: Consent
    } & Own)
  | ({ type: 'editInfo'; info: TravelInfo } & Own)
  /**
   * In a failed group: continue as a private car with the given ids, which are derived from the
   * participant's.
   */
  | { type: 'convert'; userId: UserId; to: { carpoolId: CarpoolId; participantId: ParticipantId } }
  /** In a failed group: return the deposit. */
  | { type: 'cancelFailed'; userId: UserId }
  | ChangeFlight
  | JoinList
  | MoveCommand

/** All commands a carpool accepts. */
export type Command = AnyCommand<Party> | CarpoolOwn
