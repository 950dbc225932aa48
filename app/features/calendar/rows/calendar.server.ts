import { and, eq, ne } from 'drizzle-orm'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import type { Db } from '#db/db.ts'
import type { GroupRow } from '#db/kinds.ts'
import { groups, participants } from '#db/schema.ts'

const isOwn = (id: ParticipantId, userId: UserId) =>
  and(eq(participants.id, id), eq(participants.userId, userId))

/** Whose place it must be; `bearer`: anyone's, unless it is gone. */
export type Owner = UserId | 'bearer'

const isOf = (id: ParticipantId, owner: Owner) =>
  owner === 'bearer'
    ? and(eq(participants.id, id), ne(participants.seat, 'gone'))
    : isOwn(id, owner)

/**
 * A user's own place with its group of this kind, even if the place is gone. Other users' places
 * are not found.
 */
export const findPlace = async (
  db: Db,
  { id, kind, owner }: { id: ParticipantId; kind: GroupRow['kind']; owner: Owner },
) => {
  const found = await db
    .select({ group: groups, place: participants })
    .from(participants)
    .innerJoin(groups, eq(groups.id, participants.groupId))
    .where(and(isOf(id, owner), eq(groups.kind, kind)))
    .get()
  return found && { place: found.place, group: found.group as GroupRow }
}
