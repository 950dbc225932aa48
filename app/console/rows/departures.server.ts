import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  lt,
  lte,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Show, Span } from '#app/console/rules/departures.ts'
import { selectExpiring } from '#app/features/ride/rows/day-sheet.server.ts'
import type { Kind } from '#app/group/rows/groups.server.ts'
import { LIST_RANK } from '#app/group/rules/state.ts'
import { type GroupStatus, statusesThat } from '#app/group/rules/status.ts'
import type { AirportId } from '#app/kernel/id.ts'
import {
  DEPARTS_SOON_MS,
  DEPOSIT_PENCE,
  DRIVE_UNTIL_MS,
  UNDER_WAY_MAX_MS,
} from '#app/kernel/limits.ts'
import { type Instant, type LondonDay, londonDay } from '#app/kernel/time.ts'
import { textsWait } from '#app/trip/rows/trips.server.ts'
import type { Db } from '#db/db.ts'
import { trips } from '#db/kinds.ts'
import { disputes, failedRefunds, groups, participants, tripTexts } from '#db/schema.ts'

/*
 * The console's departures. Every list is read in order along the index by London day, so it costs
 * what it shows however many groups there have been.
 */

export type DepartureFilter = {
  span: Span
  /** The current time: groups under way count from here on, not as past. */
  now: Instant
  /** Latest first; otherwise soonest first. */
  latestFirst: boolean
  /**
   * Only groups that can be joined or go: no drafts, and none that failed, closed or were
   * cancelled.
   */
  leavingOnly: boolean
  status?: GroupStatus
  airportId?: AirportId
  /** London days of departure, both included. */
  from?: LondonDay
  to?: LondonDay
  /** Only groups with a shortfall. */
  short?: boolean
  /** Only trips whose texts wait for approval at this time. */
  textsWaitAt?: Instant | undefined
  after: { at: Instant; id: string } | null
  limit: number
}

/** Past departures are counted only up to here, so that the count does not cost more every year. */
export const PAST_COUNTED = 1000
/** More than ever need attention at once. */
const ATTENTION_MAX = 500

const GOING = statusesThat('going')
  .map((status) => `'${status}'`)
  .join()

const CLOSED = statusesThat('closed')
const { departureAt: at, departureDay: day } = groups

/** The earliest day on which a group that is under way can have left. */
const since = (kind: Kind, now: Instant): SQL =>
  kind === 'carpool'
    ? sql`${londonDay(now - UNDER_WAY_MAX_MS)}`
    : sql`coalesce((select min(departure_day) from groups where kind = 'trip' and status = 'SUCCESS'), ${londonDay(now)})`

/** A place's facts as JSON (`DeparturePlace`); truth values are 0 and 1. */
const PLACE = sql`json_object(
  'isDue', original_remaining is not null,
  'owes', case payment_status when 'DEPOSIT' then coalesce(original_remaining, 0) - deducted_amount else 0 end
    + case deposit_status when 'released' then ${DEPOSIT_PENCE} else 0 end,
  'missed', missed_at is not null,
  'flight', flight_open_until is not null,
  'ride', json(ride))`

/**
 * Facts of a departure that its row lacks. Literals, so that partial indexes are used. Selected
 * columns lose their table: `${groups.id}` would be the id of the inner one.
 */
const facts = {
  places: sql<string>`(select json_group_array(${PLACE}) from ${participants}
    where group_id = ${groups}.id and seat = 'taken')`.as('places'),
  disputed: sql<number>`exists (select 1 from ${disputes}
    where subject_id = ${groups}.id and state = 'open')`.as('disputed'),
  refundOwed: sql<number>`exists (select 1 from ${failedRefunds}
    where subject_id = ${groups}.id and missing > 0 and settled_at is null)`.as('refund_owed'),
}

/** Whether a group has left and is not completed yet. */
const isUnderWay = (kind: Kind, now: Instant): SQL =>
  sql`(${at} < ${now} and ${groups.status} in (${sql.raw(GOING)}) and ${day} >= ${since(kind, now)})`

/** Departures from an instant on; if that is now, including groups under way. */
function isFrom(kind: Kind, from: Instant, now: Instant): SQL | undefined {
  if (from !== now) return and(gte(day, londonDay(from)), gte(at, from))
  return and(
    sql`${day} >= min(${since(kind, now)}, ${londonDay(now)})`,
    or(gte(at, now), isUnderWay(kind, now)),
  )
}

/**
 * Restricts the index by day and the list by instant. A cursor replaces the bound that it has
 * passed.
 */
function isWithin(kind: Kind, { span, now, after, latestFirst }: DepartureFilter) {
  const { from, until } = span
  const last = after && latestFirst ? after.at : until
  const place = sql`(${at}, ${groups.id})`
  const beyond = latestFirst ? sql`<` : sql`>`
  return and(
    from === null ? undefined : isFrom(kind, from, now),
    last === null ? undefined : lte(day, londonDay(last)),
    until === null ? undefined : lt(at, until),
    until === now ? not(isUnderWay(kind, now)) : undefined,
    after && !latestFirst ? gte(day, londonDay(after.at)) : undefined,
    after ? sql`${place} ${beyond} (${after.at}, ${after.id})` : undefined,
  )
}

/** No drafts, and none that failed, closed or were cancelled. */
const isLeaving = and(lt(groups.rank, LIST_RANK.hidden), notInArray(groups.status, CLOSED))

const isWanted = (db: Db, kind: Kind, f: DepartureFilter): SQL | undefined =>
  and(
    eq(groups.kind, kind),
    isWithin(kind, f),
    f.leavingOnly ? isLeaving : undefined,
    f.status && eq(groups.status, f.status),
    f.short ? gt(groups.shortfall, 0) : undefined,
    f.from ? gte(day, f.from) : undefined,
    f.to ? lte(day, f.to) : undefined,
    f.airportId && eq(groups.airportId, f.airportId),
    f.textsWaitAt === undefined ? undefined : hasWaitingTexts(db, f.textsWaitAt),
  )

/** Groups of a kind by departure; one query. */
export const listDepartures = (db: Db, kind: Kind, f: DepartureFilter) => {
  const sorted = f.latestFirst ? desc : asc
  return selectDepartures(db)
    .where(isWanted(db, kind, f))
    .orderBy(sorted(day), sorted(at), sorted(groups.id))
    .limit(f.limit)
}

const hasWaitingTexts = (db: Db, now: Instant): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(tripTexts)
      .innerJoin(trips, eq(trips.id, tripTexts.tripId))
      .where(and(sql`${tripTexts.tripId} = ${groups.id}`, textsWait(now))),
  )

const selectDepartures = (db: Db) =>
  db.select({ ...getTableColumns(groups), ...facts }).from(groups)

/**
 * Whether a group might need attention; `attentionOf` decides. Each part has its own index. D1
 * allows five selects in a union; without `all` it would sort them, by reading whole tables.
 */
function mightNeed(db: Db, now: Instant) {
  const [from, until] = [now - DRIVE_UNTIL_MS, now + DEPARTS_SOON_MS]
  const { id, status, shortfall } = groups
  return sql`(${id} in (
    select ${id} from ${groups} where ${day} between ${londonDay(from)} and ${londonDay(until)}
      and ${at} > ${from} and ${at} < ${until} and ${status} in (${sql.raw(GOING)})
    union all select ${id} from ${groups} where ${day} >= ${londonDay(from)} and ${at} > ${from}
      and ${shortfall} > 0
    union all select group_id from ${participants} where missed_at is not null
    union all select subject_id from ${disputes} where state = 'open'
    union all select subject_id from ${failedRefunds} where missing > 0 and settled_at is null)
    or ${id} in (select group_id from ${participants} where flight_open_until > ${now})
    or ${id} in (select id from ${selectExpiring(db, londonDay(from))}))`
}

/** Groups of a kind that might need attention, soonest first. */
export const listInNeed = (db: Db, kind: Kind, now: Instant) =>
  selectDepartures(db)
    .where(and(eq(groups.kind, kind), mightNeed(db, now)))
    .orderBy(asc(at), asc(groups.id))
    .limit(ATTENTION_MAX)

export type Spans = Record<Exclude<Show, 'attention'>, Span>

/** Number of groups of a kind in each view. */
export function countDepartures(db: Db, kind: Kind, spans: Spans) {
  const { coming, today, tomorrow, week } = spans
  const now = coming.from ?? 0
  const going = isUnderWay(kind, now)
  // Groups under way are in every view that begins now.
  const within = ({ from, until }: Span) =>
    sql<number>`count(case when ${at} < ${until ?? 0} and (${at} >= ${from ?? 0}
      ${from === now ? sql`or ${going}` : sql``}) then 1 end)`
  const past = sql<number>`(select count(*) from (select 1 from ${groups}
    where ${groups.kind} = ${kind} and ${day} <= ${londonDay(now)} and ${at} < ${now} and not ${going} limit ${PAST_COUNTED}))`
  return db
    .select({
      today: within(today).as('today'),
      tomorrow: within(tomorrow).as('tomorrow'),
      week: within(week).as('week'),
      coming: sql<number>`count(*)`.as('coming'),
      past: past.as('past'),
    })
    .from(groups)
    .where(and(eq(groups.kind, kind), isFrom(kind, now, now), isLeaving))
}
