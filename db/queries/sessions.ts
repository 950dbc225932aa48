import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { UserId } from '../../app/domain/id.ts'
import type { Instant } from '../../app/domain/time.ts'
import type { Db } from '../db.ts'
import { sessions, users } from '../schema.ts'
import { userColumns } from './users.ts'

export type SessionRow = typeof sessions.$inferSelect

export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.insert(sessions).values(row)
}

/** A live session with its user, as one row or none. While an account is being closed, none of its sessions lives. */
export const selectSession = (db: Db, tokenHash: string, now: Instant) =>
  db
    .select({
      user: userColumns,
      // Both tables have one of this name, and in a batch the names must differ.
      createdAt: sql<Instant>`${sessions.createdAt}`.as('session_created_at'),
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now), isNull(users.closedAt)))

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

export async function deleteSessionsOf(db: Db, userId: UserId): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId))
}

export const deleteSessionsBefore = (db: Db, at: Instant) =>
  db.delete(sessions).where(lte(sessions.expiresAt, at))
