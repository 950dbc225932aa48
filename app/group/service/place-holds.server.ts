import type { Own } from '#app/group/rules/command.ts'
import { findParticipant, type Group, placeOf } from '#app/group/rules/state.ts'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import type { Result } from '#app/kernel/result.ts'
import { countPlace } from '#app/payments/service/payment-limits.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { PaidKind } from './group-kind.server.ts'
import type { CommandTo, GroupObjects, GroupSnapshot, Objects } from './group-objects.server.ts'
import type { PendingViewer } from './viewer.ts'

export type NeedsToHold = Needs<'db' | 'clock' | 'log' | 'config'> & Objects

/** Whether the user has a place in the group, according to the group itself. */
async function isThere<S extends Group>(
  objects: GroupObjects<S>,
  id: S['id'],
  userId: UserId,
): Promise<boolean> {
  const found = await objects.snapshot(id)
  return found.ok && found.value !== null && placeOf(found.value.state, userId) !== undefined
}

/**
 * The only way a user gets a seat that is not paid yet. It is counted before the group is asked, so
 * that a request that is over the limit changes nothing; a hold that the group refuses is not
 * counted. Correcting an existing hold counts as a change.
 */
export async function beginHold<S extends Group>(
  kind: Pick<PaidKind<S>, 'objectsIn'>,
  context: NeedsToHold,
  { viewer, user }: PendingViewer,
  what: 'hold' | 'draft',
  { groupId, participantId }: { groupId: S['id']; participantId: ParticipantId },
  commandFor: (own: Own) => CommandTo<S>,
): Promise<Result<GroupSnapshot<S>>> {
  const objects = kind.objectsIn(context.objects)
  const [{ id: userId }, begun] = await Promise.all([
    user,
    countPlace(context, viewer, what, { place: participantId, groupId }),
  ])
  const execute = () => objects.execute(groupId, commandFor({ participantId, userId }))
  if (!begun.isCounted) {
    const isKnown = !begun.isChange && (await isThere(objects, groupId, userId))
    return isKnown ? execute() : begun.refuse(userId)
  }
  const done = await execute()
  const isNew = done.ok && findParticipant(done.value.state, participantId) !== undefined
  // A group that does not answer may have accepted the command.
  const unknown = !done.ok && done.error.code === 'unavailable'
  if (!isNew && !unknown) await begun.giveBack(userId)
  return done
}
