import { and, eq, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { hours, minutes } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { attempts } from '#db/schema.ts'

/** The sweep's queues, whose items are handled independently. */
export type QueueName =
  | 'balances'
  | 'closings'
  | 'driverTexts'
  | 'emails'
  | 'flights'
  | 'groups'
  | 'meetings'
  | 'news'
  | 'openings'
  | 'orders'
  | 'requests'
  | 'payments'
  | 'rides'
  | 'seats'
  | 'texts'

const kindOf = (queue: QueueName) => `undone-${queue}`
/** The wait after an item's first failure; it doubles with each recent one. */
const FIRST_WAIT_MS = minutes(0.5)
/** Five doublings of 30 seconds: no item waits for long. */
const DOUBLED_MAX = 5
const REMEMBERED_MS = hours(3)

/** The number of recent failures, and when the wait after them ends. */
const failuresOf = (queue: QueueName, now: Instant) =>
  and(eq(attempts.kind, kindOf(queue)), gt(attempts.at, sql`${now} - ${REMEMBERED_MS}`))
const waitsUntil = sql`max(at) + (${FIRST_WAIT_MS} << min(${DOUBLED_MAX}, count(*) - 1))`

/**
 * Whether an item of a queue may be taken: it has not failed, or its wait is over. Part of the
 * query for due items, so that failing ones leave room for others.
 */
export const isNotSetAside = (queue: QueueName, item: SQLWrapper, now: Instant): SQL =>
  sql`coalesce((select ${waitsUntil} from ${attempts} where ${failuresOf(queue, now)} and ${attempts.subject} = ${item}), 0) <= ${now}`

/** Which of these items have failed recently, for lists a query cannot filter. */
export async function listSetAside(db: Db, queue: QueueName, now: Instant): Promise<Set<string>> {
  const rows = await db
    .select({ item: attempts.subject })
    .from(attempts)
    .where(failuresOf(queue, now))
    .groupBy(attempts.subject)
    .having(sql`${waitsUntil} > ${now}`)
  return new Set(rows.map(({ item }) => item))
}

/** Records that these items have failed. */
export const setAside = (db: Db, queue: QueueName, items: readonly string[], now: Instant) =>
  db.run(
    sql`insert into attempts (kind, subject, at) select ${kindOf(queue)}, value, ${now} from json_each(${JSON.stringify(items)})`,
  )
