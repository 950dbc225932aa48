import { and, eq, lt, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type Waiting, waitlistOf } from '#app/features/waitlist/rules/wait-event.ts'
import type { Group } from '#app/group/rules/state.ts'
import type { CarpoolId, ParticipantId } from '#app/kernel/id.ts'
import type { Db } from '#db/db.ts'
import { inList } from '#db/lists.ts'
import { attempts, groups, participants, waits } from '#db/schema.ts'

export type ParticipantRow = typeof participants.$inferSelect

/** A confirmed seat, phrased so that those of a group are found by their index. */
export const isTaken = sql`${participants.seat} = 'taken'`
/** Number of people on a place's deposit. */
export const peopleOf = sql<number>`${participants.party} ->> 'people'`

/**
 * The current id of a place, which may have moved on to other groups, according to the read model.
 */
export async function findPlaceNow(db: Db, id: ParticipantId): Promise<ParticipantId> {
  const [row] = await db
    .select({ movedTo: participants.movedTo })
    .from(participants)
    .where(eq(participants.id, id))
  return row?.movedTo ? findPlaceNow(db, row.movedTo) : id
}

/** Marks places their group no longer has as gone. */
export const freePlaces = (db: Db, ids: string[], version: number): BatchItem<'sqlite'> =>
  db
    .update(participants)
    .set({ seat: 'gone', holdExpiresAt: null, version })
    .where(and(inList(participants.id, ids as ParticipantId[]), lt(participants.version, version)))

/**
 * Removes held places that a late write has restored. The group's row is newer by then, and the
 * write that made it newer knew that the group had dropped them. Goes at the end of the batch that
 * writes the places as `version`.
 */
export const dropGhosts = (
  db: Db,
  held: ParticipantRow[],
  { id, version }: { id: string; version: number },
): BatchItem<'sqlite'> =>
  db.delete(participants).where(
    and(
      inList(
        participants.id,
        held.map((p) => p.id),
      ),
      eq(participants.version, version),
      sql`(select ${groups.version} from ${groups} where ${groups.id} = ${id}) > ${version}`,
    ),
  )

/**
 * Replaces a group's waitlist, in the batch that has written the group's row as `version`. A late
 * write finds a newer row and changes nothing. From now on a user's waitlists are counted by these
 * rows, and no longer by the attempts to join them.
 */
export function waitWrites(
  db: Db,
  group: Pick<Group, 'id' | 'slices'>,
  version: number,
): [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] {
  const { id } = group
  const { waiting } = waitlistOf(group)
  const carpoolId = id as CarpoolId
  const isNewest = sql`(select ${groups.version} from ${groups} where ${eq(groups.id, carpoolId)}) = ${version}`
  const of = (name: keyof Waiting) => sql`value ->> ${sql.raw(`'${name}'`)}`
  return [
    db.delete(waits).where(and(eq(waits.groupId, carpoolId), isNewest)),
    db
      .insert(waits)
      .select(
        sql`select ${id}, ${of('userId')}, key, ${of('people')}, ${of('bigLuggage')}, ${of('smallLuggage')}, ${of('bag')}, ${of('offeredUntil')}, ${of('since')} from json_each(${JSON.stringify(waiting)}) where ${isNewest}`,
      ),
    db
      .update(attempts)
      .set({ place: null })
      .where(
        and(
          eq(attempts.kind, 'wait'),
          inList(
            attempts.subject,
            waiting.map(({ userId }) => userId),
          ),
          eq(attempts.place, id),
        ),
      ),
  ]
}
