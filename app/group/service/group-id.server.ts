import type { CarpoolId, GroupId, ParticipantId, TripId, UserId } from '#app/kernel/id.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CARPOOL = /^car_[0-9a-hjkmnp-tv-z]{26}$/
const TRIP = /^trip_[0-9a-hjkmnp-tv-z]{26}$/
const PARTICIPANT = /^par_([0-9a-hjkmnp-tv-z]{26})_[0-9a-hjkmnp-tv-z]{10}$/

/** Five bits per letter, without letters that are easily mistaken for others. */
export function encodeLetters(bytes: Uint8Array, length: number): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return text.slice(0, length)
}

/** Letters derived from `what`, the same each time. */
async function lettersOf(what: readonly unknown[], length: number): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(what))
  return encodeLetters(new Uint8Array(await crypto.subtle.digest('SHA-256', text)), length)
}

/** Random letters that nobody can guess. */
export const randomLetters = (length: number): string =>
  encodeLetters(crypto.getRandomValues(new Uint8Array(length)), length)

/** Derives a group's id from the attempt that creates it. */
export type GroupIdFor<Id extends GroupId> = (
  userId: UserId,
  attemptId: string,
  turn: number,
) => Promise<Id>

/**
 * The id of the carpool that an attempt creates. The same user and attempt give the same id, so a
 * double tap or a retry makes one draft. `turn`: number of this attempt's drafts that are already
 * over.
 */
export const carpoolIdFor: GroupIdFor<CarpoolId> = async (...attempt) =>
  `car_${await lettersOf(attempt, 26)}`

/** The same for a trip. */
export const tripIdFor: GroupIdFor<TripId> = async (...attempt) =>
  `trip_${await lettersOf(['trip', ...attempt], 26)}`

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
 * A new id for a place in a group. It contains the group's id, so the group is found without an
 * index.
 */
export const newParticipantId = (groupId: GroupId): ParticipantId =>
  `par_${groupId.slice(groupId.indexOf('_') + 1)}_${randomLetters(10)}`

export const isCarpoolId = (id: string): id is CarpoolId => CARPOOL.test(id)
export const isTripId = (id: string): id is TripId => TRIP.test(id)

/** The part of a participant's id that names the group; null if the id is not one of ours. */
const groupPartOf = (participantId: string): string | null =>
  PARTICIPANT.exec(participantId)?.[1] ?? null

/** The carpool that a participant's id belongs to, or null if the id is not one of ours. */
export function carpoolIdOf(participantId: string): CarpoolId | null {
  const part = groupPartOf(participantId)
  return part === null ? null : `car_${part}`
}

/** The same for a trip. */
export function tripIdOf(participantId: string): TripId | null {
  const part = groupPartOf(participantId)
  return part === null ? null : `trip_${part}`
}
