import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { admins, feedKeys } from '#db/schema.ts'
import { type AuditEntry, auditEntry, auditIfChanged } from './audit.ts'

/** More than anybody needs at once. */
const LIST_MAX = 50

export const listFeedKeys = (db: Db) =>
  db
    .select({ id: feedKeys.id, createdAt: feedKeys.createdAt, revokedAt: feedKeys.revokedAt })
    .from(feedKeys)
    .orderBy(desc(feedKeys.createdAt))
    .limit(LIST_MAX)

export const insertFeedKey = (
  db: Db,
  row: Omit<typeof feedKeys.$inferInsert, 'revokedAt'>,
  entry: AuditEntry,
) => db.batch([db.insert(feedKeys).values(row), auditEntry(db, entry)])

/** Ends a key; writes nothing if there is none or it has ended before. */
export const revokeFeedKey = (db: Db, id: string, entry: AuditEntry) =>
  db.batch([
    db
      .update(feedKeys)
      .set({ revokedAt: entry.at })
      .where(and(eq(feedKeys.id, id), isNull(feedKeys.revokedAt)))
      .returning({ id: feedKeys.id }),
    auditIfChanged(db, entry),
  ])

/** Whether a key opens anything: not without an administrator who may see the cars. */
export async function isFeedKey(db: Db, keyHash: string): Promise<boolean> {
  const mayDispatch = sql`exists (select 1 from json_each(${admins.scopes}) where value = 'dispatch')`
  const found = await db
    .select({ id: feedKeys.id })
    .from(feedKeys)
    .innerJoin(admins, and(eq(admins.id, feedKeys.adminId), isNull(admins.removedAt), mayDispatch))
    .where(and(eq(feedKeys.keyHash, keyHash), isNull(feedKeys.revokedAt)))
    .get()
  return found !== undefined
}
