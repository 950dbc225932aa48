import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { UserId } from '../../app/domain/id.ts'
import type { Instant } from '../../app/domain/time.ts'
import type { Db } from '../db.ts'
import { notices } from '../schema.ts'

export type NewNotice = Pick<typeof notices.$inferInsert, 'id' | 'userId' | 'code' | 'params' | 'createdAt'>
const UNREAD_MAX = 20

/** Writes a notice, its email to be sent; the same id again changes nothing, so telling twice tells once. */
export const insertNotice = (db: Db, notice: NewNotice) =>
  db
    .insert(notices)
    .values({ ...notice, emailState: 'waiting', emailDueAt: notice.createdAt })
    .onConflictDoNothing()

/** What a user has not been shown yet, oldest first. */
export const listUnreadNotices = (db: Db, userId: UserId) =>
  db
    .select({ id: notices.id, code: notices.code, params: notices.params, createdAt: notices.createdAt })
    .from(notices)
    .where(and(eq(notices.userId, userId), isNull(notices.readAt)))
    .orderBy(asc(notices.createdAt))
    .limit(UNREAD_MAX)

/** Marks notices as shown; only the user's own. */
export const markNoticesRead = (db: Db, userId: UserId, ids: string[], now: Instant) =>
  db
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), inArray(notices.id, ids), isNull(notices.readAt)))
