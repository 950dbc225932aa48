import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/db.ts'
import { feedKeys } from '#db/schema.ts'
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

/** Whether a key opens anything. */
export async function isFeedKey(db: Db, keyHash: string): Promise<boolean> {
  const found = await db
    .select({ revokedAt: feedKeys.revokedAt })
    .from(feedKeys)
    .where(eq(feedKeys.keyHash, keyHash))
    .get()
  return found?.revokedAt === null
}
