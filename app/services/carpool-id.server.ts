import type { CarpoolId, ParticipantId, UserId } from '../domain/id.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CARPOOL = /^car_[0-9a-hjkmnp-tv-z]{26}$/
const PARTICIPANT = /^par_([0-9a-hjkmnp-tv-z]{26})_[0-9a-hjkmnp-tv-z]{10}$/

/** Five bits a letter, without letters that are mistaken for others. */
function encode(bytes: Uint8Array, length: number): string {
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

/**
 * The carpool of one try to create: the same user and attempt give the same id, so a double tap or
 * a retry is one draft. `turn` counts the drafts of this attempt that have been given up.
 */
export async function carpoolIdFor(userId: UserId, attemptId: string, turn: number): Promise<CarpoolId> {
  const text = new TextEncoder().encode(JSON.stringify([userId, attemptId, turn]))
  return `car_${encode(new Uint8Array(await crypto.subtle.digest('SHA-256', text)), 26)}`
}

/** The private car that a place becomes, and the place in it: they follow from the place, so it happens once. */
export async function privateIdsOf(
  participantId: ParticipantId,
): Promise<{ carpoolId: CarpoolId; participantId: ParticipantId }> {
  const text = new TextEncoder().encode(JSON.stringify(['private', participantId]))
  const letters = encode(new Uint8Array(await crypto.subtle.digest('SHA-256', text)), 36)
  const id = letters.slice(0, 26)
  return { carpoolId: `car_${id}`, participantId: `par_${id}_${letters.slice(26)}` }
}

/** A new place in a carpool. It carries the carpool's id, so that it is found without any index. */
export const newParticipantId = (carpoolId: CarpoolId): ParticipantId =>
  `par_${carpoolId.slice('car_'.length)}_${encode(crypto.getRandomValues(new Uint8Array(8)), 10)}`

export const isCarpoolId = (id: string): id is CarpoolId => CARPOOL.test(id)

/** The carpool that a participant's id belongs to, or null when it is none of ours. */
export function carpoolIdOf(participantId: string): CarpoolId | null {
  const part = PARTICIPANT.exec(participantId)?.[1]
  return part ? `car_${part}` : null
}
