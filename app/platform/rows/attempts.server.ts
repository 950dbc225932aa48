import { and, count, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { attempts } from '#db/schema.ts'

/**
 * At most `max` attempts of `kind` by `subject` in any `windowMs`. `place`: the place whose payment
 * the attempt begins (`begun.ts`).
 */
export type Rule = {
  kind: string
  subject: string | SQL
  windowMs: number
  max: number
  place?: string
}
export type AttemptResult = { taken: true } | { taken: false; rule: Rule; waitMs: number }

const isCounted = ({ kind, subject, windowMs }: Omit<Rule, 'max'>, now: Instant) =>
  and(eq(attempts.kind, kind), eq(attempts.subject, subject), gt(attempts.at, now - windowMs))

type Conditions = { others?: Rule[]; also?: SQL | undefined }

/**
 * Counts one attempt per subject if every rule has room, including `others`, which are checked but
 * not counted; otherwise counts none. One statement, so that concurrent requests cannot all pass.
 * Returns a row for each that was counted. `also`: a further condition.
 */
export function claimAttempt(
  db: Db,
  rules: Rule[],
  now: Instant,
  { others = [], also }: Conditions = {},
) {
  const all = [...rules, ...others]
  const subjects = [
    ...new Map(rules.map((rule) => [`${rule.kind} ${rule.subject}`, rule])).values(),
  ]
  const rows = sql.join(
    subjects.map(
      ({ kind, subject, place = null }) =>
        sql`select ${kind} as kind, ${subject} as subject, ${place} as place`,
    ),
    sql` union all `,
  )
  const room = sql.join(
    [
      ...all.map(
        (rule) =>
          sql`(select count(*) from ${attempts} where ${isCounted(rule, now)}) < ${rule.max}`,
      ),
      ...(also ? [also] : []),
    ],
    sql` and `,
  )
  return db
    .insert(attempts)
    .select(sql`select kind, subject, ${now}, random(), place from (${rows}) where ${room}`)
    .returning({ at: attempts.at })
}

/** Makes one attempt. If refused, returns the rule with the longest wait. */
export async function takeAttempt(
  db: Db,
  rules: Rule[],
  now: Instant,
  conditions: Conditions = {},
): Promise<AttemptResult> {
  const claimed = await claimAttempt(db, rules, now, conditions)
  const all = [...rules, ...(conditions.others ?? [])]
  return claimed.length > 0
    ? { taken: true }
    : { taken: false, ...(await longestWait(db, all, now)) }
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

/** The rule with the longest wait for a caller; 0 or less: they need not wait. */
export async function longestWait(
  db: Db,
  rules: Rule[],
  now: Instant,
): Promise<{ rule: Rule; waitMs: number }> {
  const waits = await Promise.all(
    rules.map(async (rule) => {
      const filling = db.select({ at: attempts.at }).from(attempts).where(isCounted(rule, now))
      const [row] = await filling
        .orderBy(desc(attempts.at))
        .limit(1)
        .offset(rule.max - 1)
      return { rule, waitMs: row ? row.at + rule.windowMs - now : 0 }
    }),
  )
  return waits.reduce((longest, wait) => (wait.waitMs > longest.waitMs ? wait : longest))
}

/** Uncounts what `takeAttempt` counted at `now`, for the subjects of these kinds. */
export async function giveBackAttempt(db: Db, rules: Rule[], at: Instant): Promise<void> {
  const one = rules.map(
    ({ kind, subject, place = null }): SQL =>
      sql`select kind, subject, at, max(id) from attempts where kind = ${kind} and subject = ${subject} and at = ${at} and place is ${place}`,
  )
  await db.run(
    sql`delete from attempts where (kind, subject, at, id) in (${sql.join(one, sql` union `)})`,
  )
}

/**
 * The first `max` attempts in the window are free; after that each must wait 1, 2, 4, … seconds
 * after the previous one.
 */
export type Backoff = Rule & { subject: string; maxWaitMs: number }

/**
 * Counts one try that may fail against every subject, unless it comes too soon for any of them;
 * then it counts against none. Returns the wait in milliseconds, 0 when counted.
 */
export async function takeBackoff(db: Db, rules: Backoff[], now: Instant): Promise<number> {
  const rows = rules.map(({ kind, subject }) => sql`select ${kind} as kind, ${subject} as subject`)
  const readyAt = rules.map((rule) => {
    // The shift is capped: a wait of 2^12 s is beyond any maximum already.
    const waitMs = sql`case when count(*) < ${rule.max} then 0 else min(${rule.maxWaitMs}, 1000 * (1 << min(12, count(*) - ${rule.max}))) end`
    return sql`(select coalesce(max(at), 0) + ${waitMs} from ${attempts} where ${isCounted(rule, now)})`
  })
  const ready = sql.join(
    readyAt.map((at) => sql`${at} <= ${now}`),
    sql` and `,
  )
  const inserted = await db.all(
    sql`insert into attempts (kind, subject, at) select kind, subject, ${now} from (${sql.join(rows, sql` union all `)}) where ${ready} returning at`,
  )
  if (inserted.length > 0) return 0
  const [row] = await db.all<{ at: number }>(
    sql`select max(at) as at from (${sql.join(
      readyAt.map((at) => sql`select ${at} as at`),
      sql` union all `,
    )})`,
  )
  return Math.max(1, (row?.at ?? 0) - now)
}

/** Clears a subject's attempts after it has proved who it is. */
export async function clearAttempts(db: Db, kind: string, subject: string): Promise<void> {
  await db.delete(attempts).where(and(eq(attempts.kind, kind), eq(attempts.subject, subject)))
}

/** Clears the attempts of a subject and all its parts (`subject.part`). */
export async function clearAttemptsWithParts(db: Db, kind: string, subject: string): Promise<void> {
  // "/" is the character after ".", so the range covers everything that begins with "subject." and
  // uses the index.
  const parts = and(gt(attempts.subject, `${subject}.`), lt(attempts.subject, `${subject}/`))
  await db
    .delete(attempts)
    .where(and(eq(attempts.kind, kind), or(eq(attempts.subject, subject), parts)))
}

/** How many attempts currently count for a rule. */
export const attemptsOf = (db: Db, rule: Omit<Rule, 'max'>, now: Instant) =>
  db.select({ count: count() }).from(attempts).where(isCounted(rule, now))

export const deleteAttemptsBefore = (db: Db, at: Instant) =>
  db.delete(attempts).where(lt(attempts.at, at))
