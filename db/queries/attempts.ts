import { and, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../../app/domain/time.ts'
import type { Db } from '../db.ts'
import { attempts } from '../schema.ts'

/** At most `max` attempts of `kind` by `subject` in any `windowMs`. */
export type Rule = { kind: string; subject: string; windowMs: number; max: number }
export type Taken = { taken: true } | { taken: false; rule: Rule; waitMs: number }

const counted = ({ kind, subject, windowMs }: Rule, now: Instant) =>
  and(eq(attempts.kind, kind), eq(attempts.subject, subject), gt(attempts.at, now - windowMs))

/**
 * Counts one attempt for each subject if every rule has room, or none at all: one statement, so
 * that requests at the same moment cannot all pass. When refused, tells the rule with the longest wait.
 */
export async function takeAttempt(db: Db, rules: Rule[], now: Instant): Promise<Taken> {
  const subjects = [...new Map(rules.map((rule) => [`${rule.kind} ${rule.subject}`, rule])).values()]
  const rows = sql.join(
    subjects.map((rule) => sql`select ${rule.kind} as kind, ${rule.subject} as subject`),
    sql` union all `,
  )
  const room = sql.join(
    rules.map((rule) => sql`(select count(*) from ${attempts} where ${counted(rule, now)}) < ${rule.max}`),
    sql` and `,
  )
  const inserted = await db.all(
    sql`insert into attempts (kind, subject, at) select kind, subject, ${now} from (${rows}) where ${room} returning id`,
  )
  return inserted.length > 0 ? { taken: true } : { taken: false, ...(await longestWait(db, rules, now)) }
}

/** Whether a rule's window is full, and how long until it has room. */
export async function countAttempts(
  db: Db,
  rule: Rule,
  now: Instant,
): Promise<{ full: boolean; waitMs: number }> {
  const { waitMs } = await longestWait(db, [rule], now)
  return { full: waitMs > 0, waitMs }
}

async function longestWait(db: Db, rules: Rule[], now: Instant): Promise<{ rule: Rule; waitMs: number }> {
  const waits = await Promise.all(
    rules.map(async (rule) => {
      const filling = db.select({ at: attempts.at }).from(attempts).where(counted(rule, now))
      const [row] = await filling
        .orderBy(desc(attempts.at))
        .limit(1)
        .offset(rule.max - 1)
      return { rule, waitMs: row ? row.at + rule.windowMs - now : 0 }
    }),
  )
  return waits.reduce((longest, wait) => (wait.waitMs > longest.waitMs ? wait : longest))
}

/** Gives back what `takeAttempt` counted at `now`, for the subjects of these kinds. */
export async function giveBackAttempt(db: Db, rules: Rule[], at: Instant): Promise<void> {
  const latest = rules.map(
    ({ kind, subject }): SQL =>
      sql`select max(id) from attempts where kind = ${kind} and subject = ${subject} and at = ${at}`,
  )
  await db.run(sql`delete from attempts where id in (${sql.join(latest, sql` union `)})`)
}

type Backoff = { freeTries: number; maxWaitMs: number; windowMs: number }

/**
 * Counts one try that may fail, unless it comes too soon: the first `freeTries` in the window are
 * free, then each must wait 1, 2, 4, … seconds after the one before. Gives the wait, 0 when counted.
 */
export async function takeBackoff(db: Db, kind: string, subject: string, limits: Backoff, now: Instant) {
  const { freeTries, maxWaitMs, windowMs } = limits
  const mine = counted({ kind, subject, windowMs, max: 0 }, now)
  // The shift is capped, since a wait of 2^12 s is past any maximum already.
  const waitMs = sql`case when count(*) < ${freeTries} then 0 else min(${maxWaitMs}, 1000 * (1 << min(12, count(*) - ${freeTries}))) end`
  const readyAt = sql`(select coalesce(max(at), 0) + ${waitMs} from ${attempts} where ${mine})`
  const inserted = await db.all(
    sql`insert into attempts (kind, subject, at) select ${kind}, ${subject}, ${now} where ${readyAt} <= ${now} returning id`,
  )
  if (inserted.length > 0) return 0
  const row = await db.get<{ at: number }>(sql`select ${readyAt} as at`)
  return Math.max(1, row.at - now)
}

/** Forgets the attempts of a subject: it has shown who it is. */
export async function clearAttempts(db: Db, kinds: string[], subject: string): Promise<void> {
  await db.delete(attempts).where(and(inArray(attempts.kind, kinds), eq(attempts.subject, subject)))
}

export const deleteAttemptsBefore = (db: Db, at: Instant) => db.delete(attempts).where(lt(attempts.at, at))
