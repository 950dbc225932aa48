import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { GroupId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { refusedGroups } from '#db/schema.ts'

/** How many a sweep tries again. */
const TRIED_MAX = 20

/** Records that this version cannot open a group. Returns true the first time. */
export async function putRefusedGroup(
  db: Db,
  group: { id: GroupId; what: string; now: Instant },
): Promise<boolean> {
  const { id, what, now } = group
  const [row] = await db
    .insert(refusedGroups)
    .values({ id, what, sinceAt: now, triedAt: now })
    .onConflictDoUpdate({ target: refusedGroups.id, set: { what, triedAt: now } })
    .returning({ sinceAt: refusedGroups.sinceAt })
  return row?.sinceAt === now
}

/** The refused groups that have waited longest for another try. */
export const listRefusedGroups = (db: Db) =>
  db
    .select({ id: refusedGroups.id })
    .from(refusedGroups)
    .orderBy(asc(refusedGroups.triedAt))
    .limit(TRIED_MAX)

export const dropRefusedGroup = (db: Db, id: GroupId) =>
  db.delete(refusedGroups).where(eq(refusedGroups.id, id))

/** Whether this version can open a group, as far as is recorded. */
export const isNotRefused = (id: SQLiteColumn): SQL =>
  sql`not exists (select 1 from ${refusedGroups} where ${refusedGroups.id} = ${id})`

/** Whether any group is refused; also checks that D1 answers. */
export async function hasRefusedGroups(db: Db): Promise<boolean> {
  const [row] = await db.select({ one: sql<number>`1` }).from(refusedGroups).limit(1)
  return row !== undefined
}
