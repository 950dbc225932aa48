import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { LIST_RANK, listRankOf } from '#app/group/rules/state.ts'
import type { GroupStatus } from '#app/group/rules/status.ts'
import type { AirportId } from '#app/kernel/id.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'
import { type CarpoolRow, carpools } from '#db/kinds.ts'
import { inList } from '#db/lists.ts'
import { prepared } from '#db/prepared-query.ts'
import { groups } from '#db/schema.ts'
import { joinedBy, offeredTo } from './carpools.server.ts'

export type ListFilter = {
  tripType: CarpoolRow['tripType']
  /** Only carpools from or to these; omitted: all. */
  airports?: readonly AirportId[]
  status?: GroupStatus
  /** The first departure. */
  from: Instant
  /** The first departure that is too late; omitted: no limit. */
  before?: Instant
  after: { rank: number; at: Instant; id: string } | null
  limit: number
}

/** The columns of a card. */
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
  departureAt: carpools.departureAt,
  cutoffAt: carpools.cutoffAt,
  flightTimes: carpools.flightTimes,
  flightNumbers: carpools.flightNumbers,
  releasedSeats: carpools.releasedSeats,
  goesWith: carpools.goesWith,
  openedFor: carpools.openedFor,
}
export type CardRow = Pick<CarpoolRow, Exclude<keyof typeof cardColumns, 'rank'>>
const SHOWN: number[] = [LIST_RANK.joinable, LIST_RANK.other]

/**
 * Public carpools: joinable ones first, soonest first, then the others; one query. Returns up to
 * `limit` rows after the given position and reads hardly more: whatever the filter, an index has
 * its rows in list order. Joinable and other carpools are two lists, merged while being read.
 */
export function listCarpools(db: Db, filter: ListFilter, viewerRef: ViewerRef | null) {
  const { airports = [], after, from, status } = filter
  const firstRank = after?.rank ?? LIST_RANK.joinable
  const ranks = SHOWN.filter(
    (rank) => rank >= firstRank && (!status || rank === listRankOf(status)),
  )
  if (ranks.length === 0) return null
  const continued = after && after.at >= from ? after.rank : null
  const starts = ranks.map((rank) =>
    after && rank === continued ? { rank, at: after.at, id: after.id } : { rank, at: from, id: '' },
  )
  const find = { ...filter, viewerRef, ranks, continued, starts }
  if (airports.length > 1) return listedAtMany(db, find)
  const { tripType, before, limit } = filter
  const [airport] = airports
  const values = { viewerRef, tripType, airport, status, from, before, after, limit }
  return listed(db, values, { ranks, continued })
}

type ListQuery = ListFilter & {
  viewerRef: ViewerRef | null
  ranks: number[]
  /** The rank in which the page starts, if it continues after a position. */
  continued: number | null
  /** The position after which each rank starts. */
  starts: { rank: number; at: Instant; id: string }[]
}

const listOrder = [asc(carpools.departureAt), asc(carpools.id)]
/** The viewer's relation to each carpool. */
const joinedIn = (db: Db, { viewerRef }: Pick<ListQuery, 'viewerRef'>) => ({
  joined: joinedBy(db, viewerRef).as('joined'),
  offered: offeredTo(db, viewerRef).as('offered'),
})
/** The conditions besides airport, status and position. */
const filterOf = ({ tripType, before }: Pick<ListQuery, 'tripType' | 'before'>) =>
  and(
    eq(carpools.listed, true),
    eq(carpools.tripType, tripType),
    before === undefined ? undefined : lt(carpools.departureAt, before),
  )

type Values = Omit<ListQuery, 'airports' | keyof Form | 'starts'> & {
  airport: AirportId | undefined
}
type Form = Pick<ListQuery, 'ranks' | 'continued'>

const listed = prepared((db, values: Values, { ranks, continued }: Form) => {
  const { after, airport, from, limit, status } = values
  const select = (rank: number) =>
    db
      .select({ ...cardColumns, ...joinedIn(db, values) })
      .from(carpools)
      .where(
        and(
          filterOf(values),
          airport ? eq(carpools.airportId, airport) : undefined,
          // A status has one rank, and an index of its own.
          status ? eq(carpools.status, status) : eq(carpools.rank, rank),
          // Only one bound: given two, SQLite may choose the one that rereads all earlier pages.
          after && continued === rank
            ? sql`(${carpools.departureAt}, ${carpools.id}) > (${after.at}, ${after.id})`
            : gte(carpools.departureAt, from),
        ),
      )
  const [first, second] = ranks.map(select)
  if (!first) throw new Error('a list of no ranks')
  if (!second) return first.orderBy(...listOrder).limit(limit)
  return unionAll(first, second)
    .orderBy(asc(carpools.rank), ...listOrder)
    .limit(limit)
})

/** The rows themselves: a view has no row numbers, and no index can be named for it. */
const asCarpools = sql`${groups} AS carpools`

/**
 * The same for two airports or more (decision 0019). In the index of airports, each airport and
 * rank is a lane. `queue` holds the next row of every lane; SQLite takes the first of them, and its
 * lane moves on by one row. A lane starts with its position, which is no row yet.
 */
const listedAtMany = (db: Db, find: ListQuery) => {
  const { airports = [], limit, starts, status } = find
  const next = db
    .select({ row: sql`rowid` })
    // Named, since SQLite prefers other indexes for a day or a status.
    .from(sql`${asCarpools} INDEXED BY carpools_airport`)
    .where(
      and(
        sql`${carpools.kind} = 'carpool'`,
        filterOf(find),
        sql`${carpools.airportId} = queue.airport`,
        sql`${carpools.rank} = queue.rank`,
        status ? eq(carpools.status, status) : undefined,
        sql`(${carpools.departureAt}, ${carpools.id}) > (queue.at, queue.id)`,
      ),
    )
    .orderBy(...listOrder)
    .limit(1)
  const queue = sql`(
    WITH RECURSIVE queue (airport, rank, at, id, taken) AS (
      SELECT a.value, s.value ->> 'rank', s.value ->> 'at', s.value ->> 'id', NULL
      FROM json_each(${JSON.stringify(airports)}) a, json_each(${JSON.stringify(starts)}) s
      UNION ALL
      SELECT airport, queue.rank, found.departure_at, found.id, found.rowid
      FROM queue CROSS JOIN groups found ON found.rowid = ${next}
      ORDER BY 2, 3, 4 LIMIT ${limit + airports.length * starts.length}
    ) SELECT id AS taken FROM queue WHERE taken IS NOT NULL
  )`
  return db
    .select({ ...cardColumns, ...joinedIn(db, find) })
    .from(queue)
    .crossJoin(carpools)
    .where(sql`${carpools.id} = taken`)
    .orderBy(asc(carpools.rank), ...listOrder)
    .limit(limit)
}

/** Counting stops here; higher counts are shown as "9 and more". */
export const COUNTED_MAX = 9

type Span = { day: LondonDay; from: Instant; before: Instant }
type CountFilter = Pick<ListFilter, 'tripType' | 'airports'> & { spans: Span[] }

/** Number of joinable carpools that leave in each span, counted up to `COUNTED_MAX` + 1. */
export const countCarpools = (db: Db, { tripType, airports, spans }: CountFilter) => {
  const some = db
    .select({ one: sql`1` })
    .from(carpools)
    .where(
      and(
        eq(carpools.listed, true),
        eq(carpools.tripType, tripType),
        airports ? inList(carpools.airportId, airports) : undefined,
        eq(carpools.rank, LIST_RANK.joinable),
        sql`${carpools.departureAt} >= span.value ->> 'from'`,
        sql`${carpools.departureAt} < span.value ->> 'before'`,
      ),
    )
    .limit(COUNTED_MAX + 1)
  return db
    .select({
      day: sql<LondonDay>`span.value ->> 'day'`.as('day'),
      count: sql<number>`(SELECT count(*) FROM ${some})`.as('count'),
    })
    .from(sql`json_each(${JSON.stringify(spans)}) span`)
}
