import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import type { MostFewer } from '#app/group/rules/command.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import { findOwnPlace } from '#app/group/service/groups.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import { ok, type Result } from '#app/kernel/result.ts'

/**
 * Records the most that the owner of a place accepts per person if the car is not filled; null:
 * they go in a full car only. Repeating it has no further effect. Fails with notFound,
 * cutoffPassed, notOpen, or validationFailed for a price that the car does not have.
 */
export async function answerFewer(
  context: Objects,
  viewer: Viewer,
  id: string,
  most: MostFewer,
): Promise<Result<null>> {
  const mine = await findOwnPlace(carpoolKind, context, viewer, id)
  if (!mine.ok) return mine
  const { snapshot, place } = mine.value
  const own = { participantId: place.id, userId: place.userId }
  const command = { type: 'agreeFewer' as const, ...own, most }
  const answered = await carpoolKind.objectsIn(context.objects).execute(snapshot.state.id, command)
  return answered.ok ? ok(null) : answered
}
