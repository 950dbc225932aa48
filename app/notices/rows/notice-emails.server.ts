import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/time.ts'
import type { Facts } from '#app/notices/rules/notice-facts.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import type { Db } from '#db/db.ts'
import { emailStops, notices, users } from '#db/schema.ts'
import { noticeFacts } from './notice-facts.server.ts'

/**
 * Notices whose email is due by `now`, longest waiting first, with the facts that decide whether to
 * send it.
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
      userId: notices.userId,
      emailTo: notices.emailTo,
      email: users.email,
      emailConfirmedAt: users.emailConfirmedAt,
      emailNotices: sql<boolean>`coalesce(${users.emailNotices}, 0)`.mapWith(Boolean),
      emailStop: emailStops.why,
      language: users.language,
      closedAt: users.closedAt,
    })
    .from(notices)
    .leftJoin(users, eq(users.id, notices.userId))
    .leftJoin(
      emailStops,
      eq(emailStops.emailKey, sql`coalesce(lower(${notices.emailTo}), ${users.emailKey})`),
    )
    .where(and(lte(notices.emailDueAt, now), isNotSetAside('emails', notices.id, now)))
    .orderBy(asc(notices.emailDueAt))
    .limit(limit)

export type DueEmail = Awaited<ReturnType<typeof listDueEmails>>[number]
type EmailTry = Pick<DueEmail, 'id' | 'tries'>

/** Matches only if nobody else has tried the email since it was read. */
const asSeen = ({ id, tries }: EmailTry) =>
  and(eq(notices.id, id), eq(notices.emailState, 'waiting'), eq(notices.emailTries, tries))

/**
 * Counts a try before it is made; nobody else tries before `nextAt`. Returns the current facts of
 * the notice's subject, or null if someone else was quicker.
 */
export async function claimEmail(db: Db, seen: EmailTry, nextAt: Instant): Promise<Facts | null> {
  const [claimed] = await db
    .update(notices)
    .set({ emailTries: seen.tries + 1, emailDueAt: nextAt })
    .where(asSeen(seen))
    .returning({ facts: noticeFacts(db) })
  return claimed?.facts ?? null
}

type Outcome = 'sent' | 'skipped' | 'dropped' | 'failed'
/** Records a final outcome: these emails are not tried again. */
export function finishEmails(db: Db, seen: EmailTry[], state: Outcome) {
  const claims = JSON.stringify(seen.map(({ id, tries }) => [id, tries]))
  return db
    .update(notices)
    .set({ emailState: state, emailDueAt: null })
    .where(
      and(
        eq(notices.emailState, 'waiting'),
        sql`(${notices.id}, ${notices.emailTries}) IN
          (SELECT value ->> 0, value ->> 1 FROM json_each(${claims}))`,
      ),
    )
}

/** Postpones the next try. */
export const postponeEmail = (db: Db, seen: EmailTry, dueAt: Instant) =>
  db.update(notices).set({ emailDueAt: dueAt }).where(asSeen(seen))
