import type { AdminId, CarpoolId, ParticipantId } from '#app/domain/id.ts'
import type { Instant } from '#app/domain/time.ts'

/** A place, with the group that it is in. */
export type PlaceRef = { carpoolId: CarpoolId; participantId: ParticipantId }

/** A move that has been announced; the place stays as it is until the other group has answered. */
export type Moving = { to: PlaceRef; by: AdminId; at: Instant }

/**
 * Why a place does not move. Of the place: its flight is not to be decided about (settled), it has
 * departed or is on board (left), a payment is open (unsettled), money of it went back or is
 * disputed (returned). Of the other group: another airport or direction, or a private car
 * (otherJourney), over or past its cutoff (over), too few seats (full), not complete even with this
 * party (incomplete), the student is in it already (joined), not for its terminal (terminal),
 * the flight is too far from the others' (flight), its vehicle has too few seats (vehicle), or its
 * balances can no longer be paid (due).
 */
export const MOVE_REFUSALS = [
  ...(['settled', 'left', 'unsettled', 'returned', 'otherJourney', 'over'] as const),
  ...(['full', 'incomplete', 'joined', 'terminal', 'flight', 'vehicle', 'due'] as const),
] as const
export type MoveRefusal = (typeof MOVE_REFUSALS)[number]
