import type { Own } from '#app/domain/group/command.ts'
import { findParticipant, type Group, placeOf } from '#app/domain/group/state.ts'
import type { UserId } from '#app/domain/id.ts'
import type { Result } from '#app/domain/result.ts'
import type { PaymentLimits } from '#app/services/payments/payment-limits.server.ts'
import type { CommandTo, GroupObjects, GroupSnapshot } from './group-objects.server.ts'

/** The group of a user's unpaid hold or draft that has not run out. */
export type OpenHold<Id> = { groupId: Id }

type Deps<S extends Group> = {
  objects: Pick<GroupObjects<S>, 'execute' | 'snapshot'>
  /** From D1, which may lag by a moment. */
  openHolds(userId: UserId): Promise<OpenHold<S['id']>[]>
  limits: PaymentLimits
}

/**
 * The only way a user gets a seat that is not paid yet. It is counted before the group is asked, so
 * that a refused request leaves nothing behind; what the group refuses is not counted. Correcting
 * an existing hold counts as a change.
 */
export function createHolds<S extends Group>({ objects, openHolds, limits }: Deps<S>) {
  /** Whether the user has a place in the group, whatever D1 says. */
  async function isThere(id: S['id'], userId: UserId): Promise<boolean> {
    const found = await objects.snapshot(id)
    return found.ok && found.value !== null && placeOf(found.value.state, userId) !== undefined
  }

  return async (
    id: S['id'],
    what: 'hold' | 'draft',
    { participantId, userId }: Own,
    command: CommandTo<S>,
  ): Promise<Result<GroupSnapshot<S>>> => {
    const execute = () => objects.execute(id, command)
    const holds = await openHolds(userId)
    if (holds.some(({ groupId }) => groupId === id)) {
      const counted = await limits.change(userId)
      return counted.ok ? execute() : counted
    }
    const begun = await limits.begin(userId, what, { place: participantId })
    if (!begun.ok) return (await isThere(id, userId)) ? execute() : begun
    const done = await execute()
    const isNew = done.ok && findParticipant(done.value.state, participantId) !== undefined
    // A group that does not answer may have accepted the command.
    const unknown = !done.ok && done.error.code === 'unavailable'
    if (!isNew && !unknown) await begun.value.giveBack()
    return done
  }
}
