import { and, asc, desc, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm'
import type { UserId } from '../../app/domain/id.ts'
import type { Instant } from '../../app/domain/time.ts'
import type { Db } from '../db.ts'
import { notices } from '../schema.ts'
import { idOf, type Looker } from './looker.ts'

export type NewNotice = Pick<typeof notices.$inferInsert, 'id' | 'userId' | 'code' | 'params' | 'createdAt'>
/** More than anybody has unread; the bell says no larger number. */
export const UNREAD_MAX = 100

const columns = {
  id: notices.id,
  code: notices.code,
  params: notices.params,
  createdAt: notices.createdAt,
  readAt: notices.readAt,
}

/** Writes a notice, its email to be sent; the same id again changes nothing, so telling twice tells once. */
export const insertNotice = (db: Db, notice: NewNotice) =>
  db
    .insert(notices)
    .values({ ...notice, emailState: 'waiting', emailDueAt: notice.createdAt })
    .onConflictDoNothing()

/** What a user has not read yet, oldest first. */
export const listUnreadNotices = (db: Db, looker: Looker) =>
  db
    .select(columns)
    .from(notices)
    .where(and(eq(notices.userId, idOf(db, looker)), isNull(notices.readAt)))
    .orderBy(asc(notices.createdAt), asc(notices.id))
    .limit(UNREAD_MAX)

/** A user's notices, newest first, from after a place in that order on. */
export const listNotices = (
  db: Db,
  userId: UserId,
  after: { at: Instant; id: string } | null,
  limit: number,
) =>
  db
    .select(columns)
    .from(notices)
    .where(
      and(
        eq(notices.userId, userId),
        after
          ? or(
              lt(notices.createdAt, after.at),
              and(eq(notices.createdAt, after.at), lt(notices.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(limit)

/** Marks notices as read; only the user's own. */
export const markNoticesRead = (db: Db, userId: UserId, ids: string[], now: Instant) =>
  db
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), inArray(notices.id, ids), isNull(notices.readAt)))

/** Marks all of a user's notices as read that are no newer than `until`. */
export const markAllNoticesRead = (db: Db, userId: UserId, until: Instant, now: Instant) =>
  db
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), lte(notices.createdAt, until), isNull(notices.readAt)))
