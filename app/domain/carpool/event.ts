import type { CarpoolId, ParticipantId, UserId } from '../id.ts'
import type { MinorUnits } from '../money.ts'
import type { Instant } from '../time.ts'
import type { CarpoolStatus, LeaveReason, Party, Terms } from './state.ts'

/** What has happened to a carpool. Stored for good: change a shape only by adding optional fields. */
export type Event =
  | { type: 'drafted'; carpoolId: CarpoolId; terms: Terms; cutoffAt: Instant; at: Instant }
  | { type: 'draftChanged'; terms: Terms; cutoffAt: Instant }
  | {
      type: 'seatHeld'
      participantId: ParticipantId
      userId: UserId
      party: Party
      holdExpiresAt: Instant
      at: Instant
    }
  | { type: 'partyChanged'; participantId: ParticipantId; party: Party }
  | { type: 'intentAttached'; participantId: ParticipantId; intentId: string }
  /** The intent was cancelled while the hold lives on: another attempt may be made. */
  | { type: 'intentLost'; participantId: ParticipantId; intentId: string }
  /** The hold is over; its payment must be looked at before the seat is freed. */
  | { type: 'holdLapsing'; participantId: ParticipantId; reason: LeaveReason }
  /** `authorised`: the card had been authorised and let go again. */
  | { type: 'seatFreed'; participantId: ParticipantId; reason: LeaveReason; authorised: boolean }
  | { type: 'seatTaken'; participantId: ParticipantId; captureBefore: Instant | null }
  | { type: 'depositCaptured'; participantId: ParticipantId; amount: MinorUnits }
  | { type: 'depositReleased'; participantId: ParticipantId }
  | { type: 'depositDeadlinePassed'; participantId: ParticipantId }
  | { type: 'strayFound'; participantId: ParticipantId; intentId: string }
  | { type: 'strayReturned'; participantId: ParticipantId; intentId: string; authorised: boolean }
  | { type: 'statusChanged'; to: CarpoolStatus }
