import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { type GroupStatus, LIST_RANK, listRankOf } from '#app/domain/group/state.ts'
import type { AirportId } from '#app/domain/id.ts'
import type { Instant, LondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { carpools } from '#db/schema.ts'
import { type CarpoolRow, joinedBy, offeredTo } from './carpools.ts'
import { type RefBy, refBy, refOf, refValue, type ViewerRef } from './viewer-ref.ts'

export type ListFilter = {
  tripType: CarpoolRow['tripType']
  /** Only carpools from or to these; all when left out. */
  airports?: readonly AirportId[]
  status?: GroupStatus
  /** The first departure. */
  from: Instant
  /** The first departure that is too late; none when left out. */
  before?: Instant
  after: { rank: number; at: Instant; id: string } | null
  limit: number
}

/** What a card shows. */
const cardColumns = {
  id: carpools.id,
  tripType: carpools.tripType,
  status: carpools.status,
  rank: carpools.rank,
  airportId: carpools.airportId,
  airportNameZh: carpools.airportNameZh,
  airportNameEn: carpools.airportNameEn,
  terminals: carpools.terminals,
  currentPassengers: carpools.currentPassengers,
  maxPassengers: carpools.maxPassengers,
  private: carpools.private,
  prices: carpools.prices,
  carpoolAt: carpools.carpoolAt,
  cutoffAt: carpools.cutoffAt,
  flightTimes: carpools.flightTimes,
  flightNumbers: carpools.flightNumbers,
  releasedSeats: carpools.releasedSeats,
}
export type CardRow = Pick<CarpoolRow, Exclude<keyof typeof cardColumns, 'rank'>>
const SHOWN: number[] = [LIST_RANK.joinable, LIST_RANK.other]

/**
 * Public carpools: joinable ones first, soonest first, then the others; one query. Returns up to
 * `limit` rows after the given position and reads hardly more: whatever the filter, an index has
 * its rows in list order. Joinable and other carpools are two lists, merged while being read.
 */
export function listCarpools(db: Db, filter: ListFilter, viewerRef: ViewerRef | null) {
  const { airports = [], after, before, from, limit, status } = filter
  const firstRank = after?.rank ?? LIST_RANK.joinable
  const ranks = SHOWN.filter(
    (rank) => rank >= firstRank && (!status || rank === listRankOf(status)),
  )
  if (ranks.length === 0) return null
  const continued = after && after.at >= from ? after.rank : null
  const starts = ranks.map((rank) =>
    after && rank === continued ? { rank, at: after.at, id: after.id } : { rank, at: from, id: '' },
  )
  const values = {
    viewer: viewerRef && refValue(viewerRef),
    tripType: filter.tripType,
    status: status ?? null,
    airport: airports[0] ?? null,
    airports: JSON.stringify(airports),
    starts: JSON.stringify(starts),
    lanes: airports.length * starts.length,
    from,
    before: before ?? null,
    afterAt: after?.at ?? null,
    afterId: after?.id ?? null,
    limit,
  } as ListValues
  const form = {
    by: viewerRef && refBy(viewerRef),
    hasStatus: status !== undefined,
    hasEnd: before !== undefined,
  }
  return airports.length > 1
    ? listedAtMany(db, values, form)
    : listed(db, values, { ...form, hasAirport: airports.length === 1, ranks, continued })
}

/** Values that the form leaves out are null, and no SQL is built with them. */
type ListValues = {
  viewer: string
  tripType: CarpoolRow['tripType']
  status: GroupStatus
  airport: AirportId
  /** Several, as JSON. */
  airports: string
  /** After which time and id each rank begins, as JSON. */
  starts: string
  /** One for each airport and rank. */
  lanes: number
  from: Instant
  before: Instant
  afterAt: Instant
  afterId: string
  limit: number
}
type ListForm = { by: RefBy | null; hasStatus: boolean; hasEnd: boolean }
type PlainForm = ListForm & {
  hasAirport: boolean
  ranks: number[]
  /** The rank in which the list continues after a position. */
  continued: number | null
}

const listOrder = [asc(carpools.carpoolAt), asc(carpools.id)]
/** What the viewer has to do with each. */
function joinedIn(db: Db, { by }: ListForm, v: ListValues) {
  const viewerRef = by && refOf(by, v.viewer)
  return {
    joined: joinedBy(db, viewerRef).as('joined'),
    offered: offeredTo(db, viewerRef).as('offered'),
  }
}
/** Which carpools, whatever their airport, status and position. */
const filterOf = (v: ListValues, { hasEnd }: ListForm) =>
  and(
    eq(carpools.listed, true),
    eq(carpools.tripType, v.tripType),
    hasEnd ? lt(carpools.carpoolAt, v.before) : undefined,
  )

const listed = prepared((db, v: ListValues, form: PlainForm) => {
  const select = (rank: number) =>
    db
      .select({ ...cardColumns, ...joinedIn(db, form, v) })
      .from(carpools)
      .where(
        and(
          filterOf(v, form),
          form.hasAirport ? eq(carpools.airportId, v.airport) : undefined,
          // A status has one rank, and an index of its own.
          form.hasStatus ? eq(carpools.status, v.status) : eq(carpools.rank, rank),
          // Only one bound: given two, SQLite may choose the one that rereads all earlier pages.
          form.continued === rank
            ? sql`(${carpools.carpoolAt}, ${carpools.id}) > (${v.afterAt}, ${v.afterId})`
            : gte(carpools.carpoolAt, v.from),
        ),
      )
  const [first, second] = form.ranks.map(select)
  if (!first) throw new Error('a list of no ranks')
  if (!second) return first.orderBy(...listOrder).limit(v.limit)
  return unionAll(first, second)
    .orderBy(asc(carpools.rank), ...listOrder)
    .limit(v.limit)
})

/**
 * The same for two airports or more (decision 0053). In the index of airports, each airport and
 * rank is a lane. `queue` holds the next row of every lane; SQLite takes the first of them, and its
 * lane moves on by one row. A lane starts with its position, which is no row yet.
 */
const listedAtMany = prepared((db, v: ListValues, form: ListForm) => {
  const next = db
    .select({ row: sql`rowid` })
    // Named, since SQLite prefers others for a day or a status.
    .from(sql`${carpools} INDEXED BY carpools_airport`)
    .where(
      and(
        filterOf(v, form),
        sql`${carpools.airportId} = queue.airport`,
        sql`${carpools.rank} = queue.rank`,
        form.hasStatus ? eq(carpools.status, v.status) : undefined,
        sql`(${carpools.carpoolAt}, ${carpools.id}) > (queue.at, queue.id)`,
      ),
    )
    .orderBy(...listOrder)
    .limit(1)
  const queue = sql`(
    WITH RECURSIVE queue (airport, rank, at, id, taken) AS (
      SELECT a.value, s.value ->> 'rank', s.value ->> 'at', s.value ->> 'id', NULL
      FROM json_each(${v.airports}) a, json_each(${v.starts}) s
      UNION ALL
      SELECT airport, queue.rank, found.carpool_at, found.id, found.rowid
      FROM queue CROSS JOIN carpools found ON found.rowid = ${next}
      ORDER BY 2, 3, 4 LIMIT ${v.limit} + ${v.lanes}
    ) SELECT taken FROM queue WHERE taken IS NOT NULL
  )`
  return db
    .select({ ...cardColumns, ...joinedIn(db, form, v) })
    .from(queue)
    .innerJoin(carpools, sql`${carpools}.rowid = taken`)
    .orderBy(asc(carpools.rank), ...listOrder)
    .limit(v.limit)
})

/** Counting stops here; what is said is "9 and more". */
export const COUNTED_MAX = 9

type Span = { day: LondonDay; from: Instant; before: Instant }
type CountFilter = Pick<ListFilter, 'tripType' | 'airports'> & { spans: Span[] }

/** How many joinable carpools leave in each span, counted up to `COUNTED_MAX` + 1. */
export const countCarpools = (db: Db, { tripType, airports, spans }: CountFilter) =>
  counted(
    db,
    { tripType, airports: JSON.stringify(airports ?? []), spans: JSON.stringify(spans) },
    { hasAirports: airports !== undefined },
  )
type CountValues = { tripType: CarpoolRow['tripType']; airports: string; spans: string }
const counted = prepared((db, v: CountValues, { hasAirports }: { hasAirports: boolean }) => {
  const some = db
    .select({ one: sql`1` })
    .from(carpools)
    .where(
      and(
        eq(carpools.listed, true),
        eq(carpools.tripType, v.tripType),
        hasAirports
          ? sql`${carpools.airportId} IN (SELECT value FROM json_each(${v.airports}))`
          : undefined,
        eq(carpools.rank, LIST_RANK.joinable),
        sql`${carpools.carpoolAt} >= span.value ->> 'from'`,
        sql`${carpools.carpoolAt} < span.value ->> 'before'`,
      ),
    )
    .limit(COUNTED_MAX + 1)
  return db
    .select({
      day: sql<LondonDay>`span.value ->> 'day'`.as('day'),
      count: sql<number>`(SELECT count(*) FROM ${some})`.as('count'),
    })
    .from(sql`json_each(${v.spans}) span`)
})
