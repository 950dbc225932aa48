import type { CarpoolId, ParticipantId, UserId } from '#app/domain/id.ts'
import { lettersOf, randomLetters } from './group-id.server.ts'

const CARPOOL = /^car_[0-9a-hjkmnp-tv-z]{26}$/
const PARTICIPANT = /^par_([0-9a-hjkmnp-tv-z]{26})_[0-9a-hjkmnp-tv-z]{10}$/

/**
 * The id of the carpool for one attempt to create. The same user and attempt give the same id, so a
 * double tap or a retry is one draft. `turn` counts this attempt's drafts that are already over.
 */
export async function carpoolIdFor(
  userId: UserId,
  attemptId: string,
  turn: number,
): Promise<CarpoolId> {
  return `car_${await lettersOf([userId, attemptId, turn], 26)}`
}

/**
 * The ids of the private car that a place becomes and of the place in it. Both are derived from the
 * place, so the conversion happens only once.
 */
export async function privateIdsOf(
  participantId: ParticipantId,
): Promise<{ carpoolId: CarpoolId; participantId: ParticipantId }> {
  const letters = await lettersOf(['private', participantId], 36)
  const id = letters.slice(0, 26)
  return { carpoolId: `car_${id}`, participantId: `par_${id}_${letters.slice(26)}` }
}

/**
 * A new id for a place in a carpool. It contains the carpool's id, so the carpool is found without
 * an index.
 */
export const newParticipantId = (carpoolId: CarpoolId): ParticipantId =>
  `par_${carpoolId.slice('car_'.length)}_${randomLetters(10)}`

export const isCarpoolId = (id: string): id is CarpoolId => CARPOOL.test(id)

/** The carpool that a participant's id belongs to, or null if the id is not one of ours. */
export function carpoolIdOf(participantId: string): CarpoolId | null {
  const part = PARTICIPANT.exec(participantId)?.[1]
  return part ? `car_${part}` : null
}
