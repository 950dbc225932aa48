import type { Own } from '#app/group/rules/command.ts'
import { findParticipant, type Group, placeOf } from '#app/group/rules/state.ts'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import type { Result } from '#app/kernel/result.ts'
import type { PaymentLimits } from '#app/payments/service/payment-limits.server.ts'
import type { CommandTo, GroupObjects, GroupSnapshot } from './group-objects.server.ts'
import type { Looking } from './viewer.ts'

type Deps<S extends Group> = {
  objects: Pick<GroupObjects<S>, 'execute' | 'snapshot'>
  limits: PaymentLimits
}

/**
 * The only way a user gets a seat that is not paid yet. It is counted before the group is asked, so
 * that a refused request leaves nothing behind; what the group refuses is not counted. Correcting
 * an existing hold counts as a change.
 */
export function createHolds<S extends Group>({ objects, limits }: Deps<S>) {
  /** Whether the user has a place in the group, whatever D1 says. */
  async function isThere(id: S['id'], userId: UserId): Promise<boolean> {
    const found = await objects.snapshot(id)
    return found.ok && found.value !== null && placeOf(found.value.state, userId) !== undefined
  }

  return async (
    { viewer, user }: Looking,
    what: 'hold' | 'draft',
    { groupId, participantId }: { groupId: S['id']; participantId: ParticipantId },
    commandFor: (own: Own) => CommandTo<S>,
  ): Promise<Result<GroupSnapshot<S>>> => {
    const [{ id: userId }, begun] = await Promise.all([
      user,
      limits.beginPlace(viewer, what, { place: participantId, groupId }),
    ])
    const execute = () => objects.execute(groupId, commandFor({ participantId, userId }))
    if (!begun.isCounted) {
      const isKnown = !begun.isChange && (await isThere(groupId, userId))
      return isKnown ? execute() : begun.refuse(userId)
    }
    const done = await execute()
    const isNew = done.ok && findParticipant(done.value.state, participantId) !== undefined
    // A group that does not answer may have accepted the command.
    const unknown = !done.ok && done.error.code === 'unavailable'
    if (!isNew && !unknown) await begun.giveBack(userId)
    return done
  }
}
