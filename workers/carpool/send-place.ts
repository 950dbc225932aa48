import { answerTo, arrivalOf } from '#app/domain/carpool/move.ts'
import type { CarpoolState } from '#app/domain/carpool/state.ts'
import type { Say } from '#app/domain/group/command.ts'
import { findParticipant } from '#app/domain/group/state.ts'
import type { CarpoolObjects } from '#app/services/groups/group-objects.server.ts'

/**
 * Asks another carpool to take a place in. Returns what its own carpool is to be told, or whether
 * there is nothing left to do: without an answer the place stays as it is, and is sent again.
 */
export async function sendPlace(
  carpools: Pick<CarpoolObjects, 'execute'>,
  state: CarpoolState | null,
  participantId: string,
): Promise<boolean | Say<'moveAnswered'>> {
  const place = state && findParticipant(state, participantId)
  const command = state && arrivalOf(state, participantId)
  if (!place?.moving || !command) return true
  const { to } = place.moving
  const asked = await carpools.execute(to.carpoolId, command)
  if (!asked.ok && asked.error.code !== 'notFound') return false
  const refused = asked.ok ? answerTo(asked.value.state, to.participantId) : 'over'
  return refused === undefined
    ? false
    : { type: 'moveAnswered', participantId: place.id, to, refused }
}
