import type { Consent } from '#app/domain/group/consent.ts'
import type { Balance, Deposit, Party } from '#app/domain/group/state.ts'
import type { AdminId, ParticipantId, UserId } from '#app/domain/id.ts'
import type { MinorUnits } from '#app/domain/money.ts'
import type { Instant } from '#app/domain/time.ts'
import type { MoveRefusal, PlaceRef } from './moving.ts'

/** A place as it arrives in another group. `heldAt`: when it was booked. */
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

export type MoveEvent = { participantId: ParticipantId } & (
  | { type: 'moveBegun'; to: PlaceRef; by: AdminId; at: Instant }
  | { type: 'moveRefused'; to: PlaceRef; why: MoveRefusal; at: Instant }
  /** It is in the other group now, with everything paid for it. */
  | { type: 'placeMoved'; to: PlaceRef; by: AdminId; at: Instant }
  | ({ type: 'placeArrived'; by: AdminId; at: Instant } & Arrival)
  /** For good: a late message about the same move must not bring the place after all. */
  | { type: 'arrivalRefused'; why: MoveRefusal; at: Instant }
)

const MOVE_EVENTS: Record<MoveEvent['type'], true> = {
  moveBegun: true,
  moveRefused: true,
  placeMoved: true,
  placeArrived: true,
  arrivalRefused: true,
}
export const isMoveEvent = (event: { type: string }): event is MoveEvent =>
  Object.hasOwn(MOVE_EVENTS, event.type)
