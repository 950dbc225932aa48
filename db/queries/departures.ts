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
import type { Show, Span } from '#app/domain/departures.ts'
import { LIST_RANK } from '#app/domain/group/state.ts'
import { type GroupStatus, statusesThat } from '#app/domain/group/status.ts'
import type { AirportId } from '#app/domain/id.ts'
import {
  DEPARTS_SOON_MS,
  DEPOSIT_PENCE,
  DRIVE_UNTIL_MS,
  UNDER_WAY_MAX_MS,
} from '#app/domain/limits.ts'
import { type Instant, type LondonDay, londonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { disputes, failedRefunds, participants, tripTexts } from '#db/schema.ts'
import { expiringCars, expiringTours } from './day-sheet.ts'
import { textsWait } from './trips.ts'

/*
 * The console's departures. Every list is read along the index by London day, in the order of
 * departure, so it costs what it shows however many groups there have been.
 */

export type DepartureFilter = {
  span: Span
  /** What is under way at this moment is shown from then on, and is not past. */
  now: Instant
  /** The latest first, otherwise the soonest. */
  latestFirst: boolean
  /** Only what can be joined or goes: no drafts, and none that failed, closed or were cancelled. */
  leavingOnly: boolean
  status?: GroupStatus
  airportId?: AirportId
  /** London days of departure, both included. */
  from?: LondonDay
  to?: LondonDay
  /** Only groups with a shortfall. */
  short?: boolean
  /** Only trips whose texts wait for approval at this moment. */
  textsWaitAt?: Instant | undefined
  after: { at: Instant; id: string } | null
  limit: number
}

/** Past departures are counted up to here: the count must not cost more every year. */
export const PAST_COUNTED = 1000
/** More than ever need attention at once. */
const ATTENTION_MAX = 500

const GOING = statusesThat('going')
  .map((status) => `'${status}'`)
  .join()

const CLOSED = statusesThat('closed')

const CARS = {
  table: carpools,
  id: carpools.id,
  at: carpools.departureAt,
  day: carpools.departureDay,
  status: carpools.status,
  rank: carpools.rank,
  shortfall: carpools.shortfall,
  expiring: expiringCars,
  /** The first day from which one can be under way. */
  since: (now: Instant) => sql`${londonDay(now - UNDER_WAY_MAX_MS)}`,
}
const TOURS = {
  table: trips,
  id: trips.id,
  at: trips.departureAt,
  day: trips.departureDay,
  status: trips.status,
  rank: trips.rank,
  shortfall: trips.shortfall,
  expiring: expiringTours,
  since: (now: Instant) =>
    sql`coalesce((select min(departure_day) from trips where status = 'SUCCESS'), ${londonDay(now)})`,
}
type Of = typeof CARS | typeof TOURS

/** A place's facts as JSON (`DeparturePlace`); truth values are 0 and 1. */
const PLACE = sql`json_object(
  'isDue', original_remaining is not null,
  'owes', case payment_status when 'DEPOSIT' then coalesce(original_remaining, 0) - deducted_amount else 0 end
    + case deposit_status when 'released' then ${DEPOSIT_PENCE} else 0 end,
  'missed', missed_at is not null,
  'flight', flight_open_until is not null,
  'ride', json(ride))`

/** What a departure's row does not say itself. Literals, so that partial indexes are used. */
const factsOf = (table: typeof carpools | typeof trips) => ({
  places: sql<string>`(select json_group_array(${PLACE}) from ${participants}
    where group_id = ${table}.id and seat = 'taken')`.as('places'),
  disputed: sql<number>`exists (select 1 from ${disputes}
    where subject_id = ${table}.id and state = 'open')`.as('disputed'),
  refundOwed: sql<number>`exists (select 1 from ${failedRefunds}
    where subject_id = ${table}.id and missing > 0 and settled_at is null)`.as('refund_owed'),
})

/** Whether a group has left and is not completed yet. */
const isUnderWay = ({ at, day, status, since }: Of, now: Instant): SQL =>
  sql`(${at} < ${now} and ${status} in (${sql.raw(GOING)}) and ${day} >= ${since(now)})`

/** From an instant on; from now on, with what is under way. */
function isFrom(of: Of, from: Instant, now: Instant): SQL | undefined {
  const { at, day, since } = of
  if (from !== now) return and(gte(day, londonDay(from)), gte(at, from))
  return and(
    sql`${day} >= min(${since(now)}, ${londonDay(now)})`,
    or(gte(at, now), isUnderWay(of, now)),
  )
}

/** Days bound the index, instants the list. A cursor replaces the bound it is beyond. */
function isWithin(of: Of, { span, now, after, latestFirst }: DepartureFilter) {
  const { at, day, id } = of
  const { from, until } = span
  const last = after && latestFirst ? after.at : until
  const place = sql`(${at}, ${id})`
  const beyond = latestFirst ? sql`<` : sql`>`
  return and(
    from === null ? undefined : isFrom(of, from, now),
    last === null ? undefined : lte(day, londonDay(last)),
    until === null ? undefined : lt(at, until),
    until === now ? not(isUnderWay(of, now)) : undefined,
    after && !latestFirst ? gte(day, londonDay(after.at)) : undefined,
    after ? sql`${place} ${beyond} (${after.at}, ${after.id})` : undefined,
  )
}

/** No drafts, and none that failed, closed or were cancelled. */
const isLeaving = ({ rank, status }: Of): SQL | undefined =>
  and(lt(rank, LIST_RANK.hidden), notInArray(status, CLOSED))

const isWanted = (of: Of, f: DepartureFilter): SQL | undefined =>
  and(
    isWithin(of, f),
    f.leavingOnly ? isLeaving(of) : undefined,
    f.status && eq(of.status, f.status),
    f.short ? gt(of.shortfall, 0) : undefined,
    f.from ? gte(of.day, f.from) : undefined,
    f.to ? lte(of.day, f.to) : undefined,
  )

function inOrder({ at, day, id }: Of, latestFirst: boolean) {
  const sorted = latestFirst ? desc : asc
  return [sorted(day), sorted(at), sorted(id)]
}

/** Carpools by departure; one query. */
export const listCars = (db: Db, f: Omit<DepartureFilter, 'textsWaitAt'>) =>
  selectCars(db)
    .where(and(isWanted(CARS, f), f.airportId && eq(carpools.airportId, f.airportId)))
    .orderBy(...inOrder(CARS, f.latestFirst))
    .limit(f.limit)

/** Trips by their start; one query. */
export const listTours = (db: Db, f: Omit<DepartureFilter, 'airportId'>) =>
  selectTours(db)
    .where(
      and(
        isWanted(TOURS, f),
        f.textsWaitAt === undefined ? undefined : hasWaitingTexts(db, f.textsWaitAt),
      ),
    )
    .orderBy(...inOrder(TOURS, f.latestFirst))
    .limit(f.limit)

const hasWaitingTexts = (db: Db, now: Instant): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(tripTexts)
      .where(and(eq(tripTexts.tripId, trips.id), textsWait(now))),
  )

const selectCars = (db: Db) =>
  db.select({ ...getTableColumns(carpools), ...factsOf(carpools) }).from(carpools)
const selectTours = (db: Db) =>
  db.select({ ...getTableColumns(trips), ...factsOf(trips) }).from(trips)

/**
 * Whether a group might need attention: `attentionOf` of the domain decides. Each part has an index
 * of its own. D1 takes five selects in a union; without `all`
 * it would sort them, by reading whole tables.
 */
function mightNeed({ table, id, at, day, status, shortfall, expiring }: Of, db: Db, now: Instant) {
  const [from, until] = [now - DRIVE_UNTIL_MS, now + DEPARTS_SOON_MS]
  return sql`(${id} in (
    select ${id} from ${table} where ${day} between ${londonDay(from)} and ${londonDay(until)}
      and ${at} > ${from} and ${at} < ${until} and ${status} in (${sql.raw(GOING)})
    union all select ${id} from ${table} where ${day} >= ${londonDay(from)} and ${at} > ${from}
      and ${shortfall} > 0
    union all select group_id from ${participants} where missed_at is not null
    union all select subject_id from ${disputes} where state = 'open'
    union all select subject_id from ${failedRefunds} where missing > 0 and settled_at is null)
    or ${id} in (select group_id from ${participants} where flight_open_until > ${now})
    or ${id} in (select id from ${expiring(db, londonDay(from))}))`
}

/** Carpools that might need attention, the soonest first. */
export const listCarsInNeed = (db: Db, now: Instant) =>
  selectCars(db)
    .where(mightNeed(CARS, db, now))
    .orderBy(asc(CARS.at), asc(CARS.id))
    .limit(ATTENTION_MAX)

/** Trips that might need attention, the soonest first. */
export const listToursInNeed = (db: Db, now: Instant) =>
  selectTours(db)
    .where(mightNeed(TOURS, db, now))
    .orderBy(asc(TOURS.at), asc(TOURS.id))
    .limit(ATTENTION_MAX)

export type Spans = Record<Exclude<Show, 'attention'>, Span>

/** How many groups of a kind each view has. */
export function countDepartures(db: Db, kind: 'carpool' | 'trip', spans: Spans) {
  const of = kind === 'carpool' ? CARS : TOURS
  const { table, at, day } = of
  const { coming, today, tomorrow, week } = spans
  const now = coming.from ?? 0
  const going = isUnderWay(of, now)
  // What is under way is in every view that begins now.
  const within = ({ from, until }: Span) =>
    sql<number>`count(case when ${at} < ${until ?? 0} and (${at} >= ${from ?? 0}
      ${from === now ? sql`or ${going}` : sql``}) then 1 end)`
  const past = sql<number>`(select count(*) from (select 1 from ${table}
    where ${day} <= ${londonDay(now)} and ${at} < ${now} and not ${going} limit ${PAST_COUNTED}))`
  return db
    .select({
      today: within(today).as('today'),
      tomorrow: within(tomorrow).as('tomorrow'),
      week: within(week).as('week'),
      coming: sql<number>`count(*)`.as('coming'),
      past: past.as('past'),
    })
    .from(table)
    .where(and(isFrom(of, now, now), isLeaving(of)))
}
