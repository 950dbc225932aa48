import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Facts } from '#app/domain/notice-truth.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { notices, users } from '#db/schema.ts'
import { noticeFacts } from './notice-facts.ts'

/**
 * Notices whose email is due by `now`, longest waiting first, with what decides whether it is sent
 * at all.
 */
export const listDueEmails = (db: Db, now: Instant, limit: number) =>
  db
    .select({
      id: notices.id,
      code: notices.code,
      params: notices.params,
      createdAt: notices.createdAt,
      readAt: notices.readAt,
      tries: notices.emailTries,
      // An address counts once its link was opened, or if it dates from before links existed.
      to: sql<
        string | null
      >`coalesce(${notices.emailTo}, case when ${users.emailConfirmedAt} is not null then ${users.email} end)`,
      language: users.language,
      wanted: users.emailNotices,
      closedAt: users.closedAt,
    })
    .from(notices)
    .leftJoin(users, eq(users.id, notices.userId))
    .where(lte(notices.emailDueAt, now))
    .orderBy(asc(notices.emailDueAt))
    .limit(limit)

export type DueEmail = Awaited<ReturnType<typeof listDueEmails>>[number]
type Seen = Pick<DueEmail, 'id' | 'tries'>

/** Holds only while nobody else has tried it since it was seen. */
const asSeen = ({ id, tries }: Seen) =>
  and(eq(notices.id, id), eq(notices.emailState, 'waiting'), eq(notices.emailTries, tries))

/**
 * Counts a try before it is made; nobody else tries before `nextAt`. Returns the current state of
 * the notice's subject, or null if someone else was quicker.
 */
export async function claimEmail(db: Db, seen: Seen, nextAt: Instant): Promise<Facts | null> {
  const [claimed] = await db
    .update(notices)
    .set({ emailTries: seen.tries + 1, emailDueAt: nextAt })
    .where(asSeen(seen))
    .returning({ facts: noticeFacts(db) })
  return claimed?.facts ?? null
}

/** Records the outcome; it is not tried again. */
export const finishEmail = (db: Db, seen: Seen, state: 'sent' | 'skipped' | 'dropped' | 'failed') =>
  db.update(notices).set({ emailState: state, emailDueAt: null }).where(asSeen(seen))

/** Postpones the next try. */
export const postponeEmail = (db: Db, seen: Seen, dueAt: Instant) =>
  db.update(notices).set({ emailDueAt: dueAt }).where(asSeen(seen))
