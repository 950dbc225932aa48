import { and, between, count, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { isTaken } from '#app/group/rows/participants.server.ts'
import { LIST_RANK } from '#app/group/rules/state.ts'
import { statusesThat } from '#app/group/rules/status.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import { ORDER_KINDS } from '#app/orders/rules/order.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { orders, participants, users } from '#db/schema.ts'

export type TodayWindow = {
  now: Instant
  today: LondonDay
  tomorrow: LondonDay
  /** Starts of the displayed weeks, oldest first, and the end of the last. */
  weeks: Instant[]
  weeksFrom: LondonDay
  /** The London month of today. */
  monthFrom: Instant
  monthTo: Instant
  monthFirstDay: LondonDay
  monthLastDay: LondonDay
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

/**
 * Filled: the group was complete, whatever happened later. A private car has one party and is not
 * counted.
 */
const FILLED = statusesThat('filled')
const FAILED = statusesThat('failed')
const WITH_SEATS = statusesThat('filled', 'going')

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
const charged = sql`coalesce(nullif(${participants.depositCaptured}, 0), ${DEPOSIT_PENCE})`

/**
 * Pence held and taken for carpools departing this month: deposits, and balances paid by card,
 * minus refunds.
 */
export const carpoolMoney = (db: Db, { monthFrom, monthTo }: TodayWindow) =>
  db
    .select({
      held: sumIf(sql`${DEPOSIT_PENCE}`, eq(participants.depositStatus, 'held')),
      taken: number(sql`sum(
        case when ${participants.depositStatus} = 'captured' then ${charged} else 0 end
        + case when ${participants.paymentStatus} = 'PAID' then coalesce(${participants.originalRemaining}, 0) - ${participants.deductedAmount} else 0 end
        - ${participants.returnedAmount})`),
    })
    .from(carpools)
    .innerJoin(participants, eq(participants.groupId, carpools.id))
    // A deposit that moved to a private car still shows at the place it came from.
    .where(and(isTaken, departing(monthFrom, monthTo)))

/** Pence kept for places in carpools departing this month whose balance was not paid in time. */
export const keptMoney = (db: Db, { monthFrom, monthTo }: TodayWindow) =>
  db
    .select({
      taken: sumIf(
        sql`${charged} - ${participants.returnedAmount}`,
        eq(participants.depositStatus, 'captured'),
      ),
    })
    .from(carpools)
    .innerJoin(participants, eq(participants.groupId, carpools.id))
    .where(and(sql`${participants.leaving} = 'unpaid'`, departing(monthFrom, monthTo)))

/**
 * The same for trips with a cutoff this month: nothing is certain before it, and the index is by
 * cutoff.
 */
export const tripMoney = (db: Db, { monthFrom, monthTo }: TodayWindow) =>
  db
    .select({
      taken: number(sql`sum(
        case when ${participants.depositStatus} = 'captured' then ${charged} else 0 end
        + case when ${participants.paymentStatus} = 'PAID' then coalesce(${participants.originalRemaining}, 0) else 0 end
        - ${participants.returnedAmount})`),
    })
    .from(trips)
    .innerJoin(participants, eq(participants.groupId, trips.id))
    .where(
      and(
        inArray(trips.listed, [true, false]),
        inArray(trips.rank, RANKS),
        gte(trips.cutoffAt, monthFrom),
        lt(trips.cutoffAt, monthTo),
      ),
    )

export const orderMoney = (db: Db, { monthFirstDay, monthLastDay }: TodayWindow) =>
  db
    .select({ taken: number(sql`sum(${orders.baseAmount} - ${orders.refundedAmount})`) })
    .from(orders)
    .where(
      and(
        inArray(orders.kind, ORDER_KINDS),
        between(orders.sendDate, monthFirstDay, monthLastDay),
        eq(orders.payment, 'paid'),
      ),
    )

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
