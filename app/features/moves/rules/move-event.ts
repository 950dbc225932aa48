import type { Terms, Party as TravelParty } from '#app/carpool/rules/state.ts'
import type { Arrival } from '#app/group/rules/event.ts'
import type { Group, Place, PlaceRef } from '#app/group/rules/state.ts'
import { sliceOf } from '#app/group/rules/state.ts'
import type { AdminId, CarpoolId, ParticipantId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'

/** An announced move; the place stays as it is until the other group has answered. */
export type Moving = { to: PlaceRef; by: AdminId; at: Instant }

/**
 * Why a place does not move. Because of the place: its flight needs no decision (settled), it has
 * departed or is on board (left), a payment is open (unsettled), its money was refunded or is
 * disputed (returned). Because of the other group: another airport or direction, or a private car
 * (otherJourney), over or past its cutoff (over), too few seats (full), not complete even with this
 * party (incomplete), the student is in it already (joined), not for its terminal (terminal), the
 * flight is too far from the others' (flight), its vehicle has too few seats (vehicle), or its
 * balances can no longer be paid (due).
 */
export const MOVE_REFUSALS = [
  ...(['settled', 'left', 'unsettled', 'returned', 'otherJourney', 'over'] as const),
  ...(['full', 'incomplete', 'joined', 'terminal', 'flight', 'vehicle', 'due'] as const),
] as const
export type MoveRefusal = (typeof MOVE_REFUSALS)[number]

/** What a group remembers of moves, each by the place's id. */
export type Moves = {
  /** The announced destinations of places. */
  moving: Record<string, Moving>
  /** Why the last target group refused a place. */
  refused: Record<string, { carpoolId: CarpoolId; why: MoveRefusal }>
  /** Places of other groups that this group refused, and why. */
  arrivalsRefused: Record<string, MoveRefusal>
}
const NONE: Moves = { moving: {}, refused: {}, arrivalsRefused: {} }
export const MOVES = 'moves'
type WithMoves = Pick<Group, 'slices'>
export const movesOf = (state: WithMoves): Moves => sliceOf<Moves>(state, MOVES) ?? NONE
/** Where a place is moving; undefined if it is not. */
export const movingOf = (state: WithMoves, { id }: Pick<Place, 'id'>): Moving | undefined =>
  movesOf(state).moving[id]

/** An event of a move, besides the place leaving one group and arriving in the other. */
export type MoveEvent = { participantId: ParticipantId } & (
  | { type: 'moveBegun'; to: PlaceRef; by: AdminId; at: Instant }
  | { type: 'moveRefused'; to: PlaceRef; why: MoveRefusal; at: Instant }
  /** Final: a late message about the same move must not add the place after all. */
  | { type: 'arrivalRefused'; why: MoveRefusal; at: Instant }
)

/** The journey that a moved place must find in its new car. */
export type Journey = Pick<Terms, 'tripType' | 'airportId'>

/** Commands of a move, to the old carpool and to the new one. */
export type MoveCommand =
  /** To the old group; `seen`: the version of the flight that was on the screen. */
  | { type: 'beginMove'; participantId: ParticipantId; to: PlaceRef; seen: number; by: AdminId }
  /** To the new group, from the old one. */
  | ({ type: 'arrive'; by: AdminId; journey: Journey } & Arrival<TravelParty>)

/** The target group's answer to a move; `refused: null` means it took the place. */
export type MoveAnswered = {
  type: 'moveAnswered'
  participantId: ParticipantId
  to: PlaceRef
  refused: MoveRefusal | null
}
