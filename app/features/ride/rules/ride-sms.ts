import { findParticipant, type Group } from '#app/group/rules/state.ts'
import { is } from '#app/group/rules/status.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { type Car, carOf, meetsAt } from './ride-state.ts'

/** The car version a text message was about; null: the car was withdrawn. */
type SmsVersion = { participantId: ParticipantId; version: number | null }

/**
 * The car of a text message, if the message is still the latest and its receiver still travels;
 * `withdrawn` if it says that there is none. Returns null if it must not be sent.
 */
export function carForSms(
  state: Group,
  { participantId, version }: SmsVersion,
): Car | 'withdrawn' | null {
  const p = findParticipant(state, participantId)
  if (p?.seat !== 'taken' || !is(state.status, 'together')) return null
  const car = carOf(state, p)
  if (version === null) return car === null ? 'withdrawn' : null
  return car?.version === version ? { ...car, meetAt: meetsAt(car, p) } : null
}
