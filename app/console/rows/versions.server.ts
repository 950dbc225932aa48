import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { VersionedTable } from '#app/kernel/admin.ts'
import type { Db } from '#db/db.ts'
import { versions } from '#db/schema.ts'

/**
 * How often a table has been replaced; 0 if it is still as seeded. Read it in one batch with the
 * table.
 */
export const selectVersion = (db: Db, name: VersionedTable) =>
  db.select({ version: versions.version }).from(versions).where(eq(versions.name, name))

/** The version returned by a batch's `selectVersion`. */
export const versionOf = (rows: { version: number }[]): number => rows[0]?.version ?? 0

/** The tables that have been replaced at least once. */
export const listVersions = async (db: Db): Promise<VersionedTable[]> =>
  (await db.select({ name: versions.name }).from(versions)).map(
    ({ name }) => name as VersionedTable,
  )

/**
 * The next version, or NULL, which no row may have, if another write came first: then the whole
 * transaction fails.
 */
function bump(db: Db, name: VersionedTable, seen: number) {
  const current = sql`(select coalesce(max(${versions.version}), 0) from ${versions} where ${versions.name} = ${name})`
  return db
    .insert(versions)
    .values({ name, version: sql`case when ${current} = ${seen} then ${seen + 1} end` })
    .onConflictDoUpdate({ target: versions.name, set: { version: sql`excluded.version` } })
}

/**
 * Replaces a whole table by `writes` (including its audit entry), all or nothing. Returns its new
 * version, or null if the table is no longer at version `seen`; then nothing is written.
 */
export async function writeVersioned(
  db: Db,
  name: VersionedTable,
  seen: number,
  writes: BatchItem<'sqlite'>[],
): Promise<number | null> {
  try {
    await db.batch([bump(db, name, seen), ...writes])
    return seen + 1
  } catch (error) {
    if (isStale(error)) return null
    throw error
  }
}

const isStale = (error: unknown): boolean =>
  error instanceof Error &&
  (/NOT NULL constraint failed: versions\.version/.test(error.message) || isStale(error.cause))
