import { autoPayOf } from '#app/features/auto-pay/rules/auto-pay-event.ts'
import type { Group } from '#app/group/rules/state.ts'
import type { GroupKind } from '#app/group/service/group-kind.server.ts'
import type { Objects } from '#app/group/service/group-objects.server.ts'
import { findOwnPlace } from '#app/group/service/groups.server.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import { ok, type Result } from '#app/kernel/result.ts'
import type { Needs } from '#app/platform/resources.server.ts'

/**
 * Records the owner's answer before the deposit can be paid: the version of the sentence that they
 * ticked; null: not ticked, or not any more. Repeating it has no further effect. Fails with
 * notFound, or paymentNotConfirmed while the card is being charged.
 */
export async function answerAutoPay<S extends Group>(
  kind: GroupKind<S, unknown>,
  context: Needs<'clock'> & Objects,
  viewer: Viewer,
  id: string,
  version: string | null,
): Promise<Result<null>> {
  const mine = await findOwnPlace(kind, context, viewer, id)
  if (!mine.ok) return mine
  const { snapshot, place } = mine.value
  if (version === null && !autoPayOf(snapshot.state, place.id)) return ok(null)
  const own = { participantId: place.id, userId: place.userId }
  const command = { type: 'agreeAutoPay' as const, ...own, version }
  const answered = await kind.objectsIn(context.objects).execute(snapshot.state.id, command)
  return answered.ok ? ok(null) : answered
}
