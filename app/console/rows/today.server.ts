import { and, count, eq, gt, gte, inArray, isNotNull, isNull, lte, min, ne, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Kind } from '#app/group/rows/groups.server.ts'
import { statusesThat } from '#app/group/rules/status.ts'
import { DRIVE_UNTIL_MS, REQUEST_OVERDUE_MS, STUCK_AFTER_MS } from '#app/kernel/limits.ts'
import { type Instant, type LondonDay, londonDay } from '#app/kernel/time.ts'
import { ORDER_KINDS } from '#app/orders/rules/order.ts'
import { countUnsentSms } from '#app/reminders/rows/text-messages.server.ts'
import { countWaitingTexts } from '#app/trip/rows/trips.server.ts'
import type { Db } from '#db/db.ts'
import { carpools } from '#db/kinds.ts'
import { batchOf } from '#db/rows.ts'
import { groups, orders, participants, users } from '#db/schema.ts'
import { countReminders } from './notes.server.ts'
import { countOverdue } from './requests.server.ts'
import {
  departing,
  departures,
  newUsers,
  number,
  ordersByStatus,
  sumIf,
  type TodayWindow,
} from './today-figures.server.ts'

/*
 * The counts on the console's first page. Every query uses an index and a time window, so that the
 * page does not get more expensive over the years: `listed`, `tripType` and `rank` list all their
 * values because the indexes by departure begin with them.
 */

/**
 * Whether the column has an instant. Phrased this way it uses the column's index; `is not null`
 * would read the whole table.
 */
const isSet = (column: SQLiteColumn) => gt(column, 0)

const pending = (db: Db) =>
  db
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.auth, 'PENDING'), isNull(users.closedAt)))

const erasing = (db: Db) =>
  db
    .select({ count: count() })
    .from(users)
    .where(and(isNull(users.erasedAt), isNotNull(users.closedAt)))

const stuckGroups = (db: Db) =>
  db
    .select({ count: number(sql`sum(json_array_length(${groups.stuck}))`) })
    .from(groups)
    .where(isSet(groups.stuckSinceAt))

const stuckOrders = (db: Db, now: Instant) =>
  db
    .select({ count: count() })
    .from(orders)
    // Payment work always has a due time, and this index contains only rows that have one.
    .where(and(isSet(orders.dueAt), lte(orders.dueSinceAt, now - STUCK_AFTER_MS)))

/** Placed orders that are not finished, up to tomorrow's: `overdue`, `today` or `tomorrow`. */
function ordersToDo(db: Db, { today, tomorrow }: TodayWindow) {
  const when = sql<'overdue' | 'today' | 'tomorrow'>`case
    when ${orders.sendDate} < ${today} then 'overdue' when ${orders.sendDate} = ${today} then 'today' else 'tomorrow' end`
  return db
    .select({ kind: orders.kind, when: when.as('due'), count: count() })
    .from(orders)
    .where(
      and(
        inArray(orders.kind, ORDER_KINDS),
        inArray(orders.status, ['open', 'processing']),
        ne(orders.payment, 'awaiting'),
        // The plus keeps SQLite off the index by day: few orders are unfinished, but all past ones
        // were collected before tomorrow.
        sql`+${orders.sendDate} <= ${tomorrow}`,
      ),
    )
    .groupBy(orders.kind, sql`due`)
}

/** Mail orders that need boxes delivered, today and tomorrow. */
function boxesToBring(db: Db, { today, tomorrow }: TodayWindow) {
  const on = (day: LondonDay) => sumIf(sql`1`, eq(orders.boxDate, day))
  return (
    db
      // A batch returns rows by column name, so two columns that look alike need their own names.
      .select({ today: on(today).as('today'), tomorrow: on(tomorrow).as('tomorrow') })
      .from(orders)
      .where(
        and(
          eq(orders.kind, 'mail'),
          inArray(orders.status, ['open', 'processing']),
          ne(orders.payment, 'awaiting'),
          eq(orders.isBuyBox, true),
        ),
      )
  )
}

const FAILED = statusesThat('failed')
const CLOSED = statusesThat('closed')

/** Groups that did not fill and have members who have not decided yet. */
const undecided = (db: Db) =>
  db
    .select({ count: count(), people: number(sql`sum(${carpools.currentPassengers})`) })
    .from(carpools)
    // Once everyone has decided, or the day is over, nothing is due any more.
    .where(and(isSet(carpools.nextDueAt), inArray(carpools.status, FAILED)))

const leftUnpaid = (db: Db, { now, unpaidSince }: TodayWindow) =>
  db
    .select({ count: count() })
    .from(carpools)
    .where(and(departing(unpaidSince, now), inArray(carpools.status, CLOSED)))

/** Groups that go ahead, or recently did, with an unpaid balance; and the missing pence. */
function short(db: Db, now: Instant) {
  const since = now - DRIVE_UNTIL_MS
  return db
    .select({
      kind: groups.kind,
      count: count(),
      pence: number(sql`sum(${groups.shortfall})`).as('pence'),
    })
    .from(groups)
    .where(
      and(
        gte(groups.departureDay, londonDay(since)),
        gt(groups.departureAt, since),
        isSet(groups.shortfall),
      ),
    )
    .groupBy(groups.kind)
}

/** Passengers whom a driver did not find, and the group of the one who has waited longest. */
const missed = (db: Db) =>
  db
    .select({
      count: count().as('count'),
      kind: participants.kind,
      groupId: participants.groupId,
      // SQLite takes the other columns from the row that has the minimum.
      since: min(participants.missedAt).as('since'),
    })
    .from(participants)
    .where(isSet(participants.missedAt))

/** Changed flights that wait for an administrator, and the group that leaves first. */
const changedFlights = (db: Db, now: Instant) =>
  db
    .select({
      count: count().as('count'),
      kind: participants.kind,
      groupId: participants.groupId,
      until: min(participants.flightOpenUntil).as('until'),
    })
    .from(participants)
    .where(gt(participants.flightOpenUntil, now))

/** Groups with a reported post, and the longest-waiting one of each kind. */
const reported = (db: Db) =>
  db
    .select({
      kind: groups.kind,
      count: count().as('count'),
      groupId: groups.id,
      since: min(groups.reportedAt).as('since'),
    })
    .from(groups)
    .where(isSet(groups.reportedAt))
    .groupBy(groups.kind)

const NOTHING = { count: 0, pence: 0 }
const byKind = <Row extends { kind: Kind }, None>(rows: Row[], none: None) => ({
  carpool: rows.find(({ kind }) => kind === 'carpool') ?? none,
  trip: rows.find(({ kind }) => kind === 'trip') ?? none,
})

/** Everything on the first page, in one round trip. */
export async function readToday(db: Db, window: TodayWindow, weeksEnd: Instant) {
  const found = await batchOf(db, {
    pending: pending(db),
    erasing: erasing(db),
    stuckGroups: stuckGroups(db),
    stuckOrders: stuckOrders(db, window.now),
    toDo: ordersToDo(db, window),
    undecided: undecided(db),
    leftUnpaid: leftUnpaid(db, window),
    newUsers: newUsers(db, window),
    departures: departures(db, window, weeksEnd),
    byStatus: ordersByStatus(db, window),
    boxes: boxesToBring(db, window),
    short: short(db, window.now),
    missed: missed(db),
    tripTexts: countWaitingTexts(db, window.now),
    unsentSms: countUnsentSms(db, window.now),
    flights: changedFlights(db, window.now),
    reported: reported(db),
    bills: countOverdue(db, window.now - REQUEST_OVERDUE_MS),
    notes: countReminders(db, window.today),
  })
  return {
    pending: found.pending[0]?.count ?? 0,
    bills: found.bills[0]?.count ?? 0,
    notes: found.notes,
    erasing: found.erasing[0]?.count ?? 0,
    stuck: (found.stuckGroups[0]?.count ?? 0) + (found.stuckOrders[0]?.count ?? 0),
    toDo: found.toDo,
    boxes: found.boxes[0] ?? { today: 0, tomorrow: 0 },
    undecided: found.undecided[0] ?? { count: 0, people: 0 },
    leftUnpaid: found.leftUnpaid[0]?.count ?? 0,
    missed: found.missed[0] ?? null,
    unsentSms: found.unsentSms[0] ?? null,
    flights: found.flights[0] ?? null,
    short: byKind(found.short, NOTHING),
    tripTexts: found.tripTexts[0]?.count ?? 0,
    reported: byKind(found.reported, null),
    newUsers: found.newUsers,
    departures: found.departures,
    byStatus: found.byStatus,
  }
}
