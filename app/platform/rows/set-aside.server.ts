import { and, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { hours, minutes } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { attempts } from '#db/schema.ts'

/** What sweeps work through, each item by itself. */
export type QueueName =
  | 'balances'
  | 'closings'
  | 'emails'
  | 'flights'
  | 'groups'
  | 'meetings'
  | 'news'
  | 'openings'
  | 'orders'
  | 'payments'
  | 'rides'
  | 'seats'
  | 'texts'

const kindOf = (queue: QueueName) => `undone-${queue}`
/** The wait after an item's first failure; it doubles with each further one of the last hours. */
const FIRST_WAIT_MS = minutes(0.5)
/** 30 seconds five times doubled: an item is never left alone for long. */
const DOUBLED_MAX = 5
const REMEMBERED_MS = hours(3)

/** Failures that count, and when the wait after some of them is over. */
const failuresOf = (queue: QueueName, now: Instant) =>
  and(eq(attempts.kind, kindOf(queue)), gt(attempts.at, sql`${now} - ${REMEMBERED_MS}`))
const waitsUntil = sql`max(at) + (${FIRST_WAIT_MS} << min(${DOUBLED_MAX}, count(*) - 1))`

/**
 * Whether an item of a queue may be taken: it has not failed, or long enough ago. Part of the query
 * that takes what is due, so that items that fail leave room for others.
 */
export const isNotSetAside = (queue: QueueName, item: SQLWrapper, now: Instant): SQL =>
  sql`coalesce((select ${waitsUntil} from ${attempts} where ${failuresOf(queue, now)} and ${attempts.subject} = ${item}), 0) <= ${now}`

/** Which of these items have failed lately, where a query cannot leave them out. */
export async function listSetAside(db: Db, queue: QueueName, now: Instant): Promise<Set<string>> {
  const rows = await db
    .select({ item: attempts.subject })
    .from(attempts)
    .where(failuresOf(queue, now))
    .groupBy(attempts.subject)
    .having(sql`${waitsUntil} > ${now}`)
  return new Set(rows.map(({ item }) => item))
}

/** Notes that these items have failed. */
export const setAside = (db: Db, queue: QueueName, items: readonly string[], now: Instant) =>
  db.run(
    sql`insert into attempts (kind, subject, at) select ${kindOf(queue)}, value, ${now} from json_each(${JSON.stringify(items)})`,
  )
