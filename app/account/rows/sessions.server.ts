import { and, desc, eq, gt, lte, ne, sql } from 'drizzle-orm'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isLive } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared-query.ts'
import { sessions, users } from '#db/schema.ts'
import { userColumns } from './users.server.ts'

export type SessionRow = typeof sessions.$inferSelect

export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.insert(sessions).values(row)
}

/**
 * A live session with its user, as one row or none.
 */
export const selectSession = prepared((db, at: { tokenHash: string; now: Instant }) =>
  db
    .select({
      user: userColumns,
      // Both tables have a column of this name, and in a batch the names must differ.
      createdAt: sql<Instant>`${sessions.createdAt}`.as('session_created_at'),
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isLive(at)),
)

export async function touchSession(
  db: Db,
  tokenHash: string,
  lastSeenAt: Instant,
  expiresAt: Instant,
): Promise<void> {
  await db.update(sessions).set({ lastSeenAt, expiresAt }).where(eq(sessions.tokenHash, tokenHash))
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** A user's live sessions, most recently used first. */
export const listLiveSessions = (db: Db, userId: UserId, now: Instant) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))

/** Ends all sessions of a user, except one to keep, if given. */
export const deleteSessionsOf = (db: Db, userId: UserId, keepHash: string | null) =>
  db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        keepHash === null ? undefined : ne(sessions.tokenHash, keepHash),
      ),
    )

/** Ends the user's session whose hash starts with the given prefix; false if there is none. */
export async function deleteOwnSession(
  db: Db,
  userId: UserId,
  hashStart: string,
): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sql`substr(${sessions.tokenHash}, 1, ${hashStart.length})`, hashStart),
      ),
    )
    .returning({ userId: sessions.userId })
  return ended.length > 0
}

export const deleteSessionsBefore = (db: Db, at: Instant) =>
  db.delete(sessions).where(lte(sessions.expiresAt, at))
