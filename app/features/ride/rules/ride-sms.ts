import { findParticipant, type Group } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { type Car, carOf } from './ride-state.ts'

/** What a place was told of its car; `version`: the car's, null: it was withdrawn. */
type SmsVersion = { participantId: ParticipantId; version: number | null }

/**
 * The car that a text message is about, as long as what it says is the latest and whoever it goes
 * to still travels; `withdrawn`: it says that there is none. Null: it is not sent.
 */
export function carForSms(
  state: Group,
  { participantId, version }: SmsVersion,
): Car | 'withdrawn' | null {
  const p = findParticipant(state, participantId)
  if (p?.seat !== 'taken' || !is(state.status, 'together')) return null
  const car = carOf(state, p)
  if (version === null) return car === null ? 'withdrawn' : null
  return car?.version === version ? car : null
}
