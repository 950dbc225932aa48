import { and, count, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { LIST_RANK } from '#app/group/rules/state.ts'
import { type GroupStatus, statusesThat } from '#app/group/rules/status.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import { ORDER_KINDS } from '#app/orders/rules/order.ts'
import type { Db } from '#db/db.ts'
import { carpools } from '#db/kinds.ts'
import { orders, participants, users } from '#db/schema.ts'

export type TodayWindow = {
  now: Instant
  today: LondonDay
  tomorrow: LondonDay
  /** Starts of the displayed weeks, oldest first, and the end of the last. */
  weeks: Instant[]
  weeksFrom: LondonDay
  /** Groups that left unpaid count from this instant on. */
  unpaidSince: Instant
}

export const number = (value: SQL) => sql<number>`coalesce(${value}, 0)`.mapWith(Number)
export const sumIf = (amount: SQL | SQLiteColumn, condition: SQL | undefined) =>
  number(sql`sum(case when ${condition} then ${amount} else 0 end)`)

const RANKS = Object.values(LIST_RANK)
const EVERY_LISTED = and(inArray(carpools.listed, [true, false]), inArray(carpools.rank, RANKS))
export const departing = (from: Instant, to: Instant) =>
  and(
    EVERY_LISTED,
    inArray(carpools.tripType, ['PICKUP', 'DROPOFF']),
    gte(carpools.departureAt, from),
    lt(carpools.departureAt, to),
  )

/** The index of the week an instant falls in, from 0. */
function weekOf(column: SQLiteColumn, weeks: Instant[]): SQL<number> {
  const before = weeks.slice(1).map((end, at) => sql`when ${column} < ${end} then ${at}`)
  return sql<number>`case ${sql.join(before, sql` `)} else ${weeks.length - 1} end`
}

const CANCELLED = statusesThat('closed', 'cancelled')
const counted = (statuses: GroupStatus[]) =>
  statuses.filter((status) => !CANCELLED.includes(status))
/**
 * Filled: the group was complete, and was not cancelled later. A private car has one party and is
 * not counted.
 */
const FILLED = counted(statusesThat('filled'))
const FAILED = statusesThat('failed')
const WITH_SEATS = counted(statusesThat('filled', 'going'))

export const newUsers = (db: Db, { weeks }: TodayWindow) =>
  db
    .select({ week: weekOf(users.createdAt, weeks).as('week'), count: count() })
    .from(users)
    .where(gte(users.createdAt, weeks[0] ?? 0))
    .groupBy(sql`week`)

/** Seats sold, groups that filled and groups that did not, by week of departure. */
export function departures(db: Db, { weeks }: TodayWindow, end: Instant) {
  const isPrivate = eq(carpools.private, true)
  const shared = sql`not ${isPrivate}`
  return db
    .select({
      week: weekOf(carpools.departureAt, weeks).as('week'),
      seats: sumIf(carpools.currentPassengers, inArray(carpools.status, WITH_SEATS)),
      filled: sumIf(sql`1`, and(shared, inArray(carpools.status, FILLED))),
      failed: sumIf(sql`1`, and(shared, inArray(carpools.status, FAILED))),
    })
    .from(carpools)
    .where(departing(weeks[0] ?? 0, end))
    .groupBy(sql`week`)
}

/** The charged amount of a deposit; older rows lack it. */
export const charged = sql`coalesce(nullif(${participants.depositCaptured}, 0), ${DEPOSIT_PENCE})`

export const ordersByStatus = (db: Db, { weeksFrom }: TodayWindow) =>
  db
    .select({ kind: orders.kind, status: orders.status, count: count() })
    .from(orders)
    .where(
      and(
        inArray(orders.kind, ORDER_KINDS),
        gte(orders.sendDate, weeksFrom),
        ne(orders.payment, 'awaiting'),
      ),
    )
    .groupBy(orders.kind, orders.status)
