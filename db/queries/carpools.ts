import { and, asc, eq, exists, gte, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { unionAll } from 'drizzle-orm/sqlite-core'
import {
  type GroupStatus,
  type LeaveReason,
  LIST_RANK,
  listRankOf,
} from '#app/domain/group/state.ts'
import type { AirportId, CarpoolId, ParticipantId, UserId } from '#app/domain/id.ts'
import { WISH_TOLERANCE_MS } from '#app/domain/limits.ts'
import type { Cases } from '#app/domain/luggage.ts'
import type { Instant, LondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { carpools, participants, seatOpenings, wishes } from '#db/schema.ts'
import { owedColumns } from './failed-refunds.ts'
import type { GroupRow } from './if-newer.ts'
import { isOpenHold, isTaken, peopleOf } from './participants.ts'
import { idOf, type RefBy, refBy, refOf, refValue, type ViewerRef } from './viewer-ref.ts'

/** `rank` is computed by the database. */
export type CarpoolRow = Omit<typeof carpools.$inferSelect, 'rank'>
/** How many overdue carpools one sweep takes. */
const SWEEP_MAX = 500

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

/** Whether a user has a confirmed seat in the row's carpool; false for a visitor. */
const joinedBy = (db: Db, viewerRef: ViewerRef | null): SQL<number> =>
  viewerRef === null
    ? sql<number>`0`
    : sql<number>`${exists(
        db
          .select({ one: sql`1` })
          .from(participants)
          .where(
            and(
              eq(participants.groupId, carpools.id),
              eq(participants.userId, idOf(db, viewerRef)),
              isTaken,
            ),
          ),
      )}`

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
const joinedIn = (db: Db, { by }: ListForm, v: ListValues) =>
  joinedBy(db, by && refOf(by, v.viewer)).as('joined')
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
      .select({ ...cardColumns, joined: joinedIn(db, form, v) })
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
    .select({ ...cardColumns, joined: joinedIn(db, form, v) })
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

/** The sum of a part of the parties whose deposit is in. */
const confirmedIn = (db: Db, part: SQL = peopleOf): SQL<number> =>
  sql<number>`(${db
    .select({ sum: sql`coalesce(sum(${part}), 0)` })
    .from(participants)
    .where(and(eq(participants.groupId, carpools.id), isTaken))})`
const casesOf = (size: keyof Cases) => sql`${participants.party} ->> ${size}`

/** One carpool and whether the viewer has joined it; includes unlisted ones they are in. */
export const findCarpool = (db: Db, id: CarpoolId, viewer: UserId | null) =>
  db
    .select({
      carpool: carpools,
      joined: joinedBy(db, viewer && { id: viewer }),
      confirmed: confirmedIn(db),
      bigLuggage: confirmedIn(db, casesOf('bigLuggage')),
      smallLuggage: confirmedIn(db, casesOf('smallLuggage')),
    })
    .from(carpools)
    .where(eq(carpools.id, id))
    .get()

/**
 * Why a place that had a deposit is gone. A place that never had one is not worth showing, unless
 * its group was cancelled.
 */
const LEFT: LeaveReason[] = [
  'exited',
  'cancelled',
  'dayOver',
  'departed',
  'converted',
  'refunded',
  'unpaid',
  'groupCancelled',
]

/** Every place a user has, or had with a deposit, with its carpool; latest departure last. */
export const listPlaces = (db: Db, userId: UserId) =>
  db
    .select({ carpool: carpools, participant: participants, owed: owedColumns(db) })
    .from(participants)
    .innerJoin(carpools, eq(carpools.id, participants.groupId))
    .where(
      and(
        eq(participants.userId, userId),
        or(
          inArray(participants.seat, ['held', 'lapsing', 'taken']),
          inArray(participants.leaving, LEFT),
        ),
      ),
    )
    .orderBy(asc(carpools.carpoolAt), asc(carpools.id))

/** The user's unpaid seat whose hold ends first, as one row or none. */
export const selectHeldSeat = (db: Db, viewerRef: ViewerRef, now: Instant) =>
  heldSeat(db, { viewer: refValue(viewerRef), now }, refBy(viewerRef))
const heldSeat = prepared((db, of: { viewer: string; now: Instant }, by: RefBy) =>
  db
    .select({
      participantId: sql<ParticipantId>`${participants.id}`.as('participant_id'),
      holdExpiresAt: participants.holdExpiresAt,
      tripType: carpools.tripType,
      airportNameZh: carpools.airportNameZh,
      airportNameEn: carpools.airportNameEn,
      carpoolAt: carpools.carpoolAt,
    })
    .from(participants)
    .innerJoin(carpools, eq(carpools.id, participants.groupId))
    .where(isOpenHold(db, refOf(by, of.viewer), 'carpool', of.now))
    .orderBy(asc(participants.holdExpiresAt))
    .limit(1),
)

/** Carpools whose object had something to do by `now`, longest overdue first. */
export const listOverdue = (db: Db, now: Instant) =>
  db
    .select({ id: carpools.id, version: carpools.version })
    .from(carpools)
    .where(lte(carpools.nextDueAt, now))
    .orderBy(asc(carpools.nextDueAt))
    .limit(SWEEP_MAX)

/**
 * Notes that a carpool has got seats, if its row says so beside what is stored: for the batch that
 * writes the row, before it.
 */
export function openingOf(db: Db, [table, row]: GroupRow, now: Instant): BatchItem<'sqlite'>[] {
  if (table !== carpools) return []
  const { id, status, listed, currentPassengers, maxPassengers } = row as CarpoolRow
  if (!listed || status !== 'OPEN' || currentPassengers >= maxPassengers) return []
  const isKnown = and(
    eq(carpools.id, id),
    eq(carpools.listed, true),
    eq(carpools.status, 'OPEN'),
    lte(carpools.currentPassengers, currentPassengers),
  )
  return [
    db
      .insert(seatOpenings)
      .select(
        sql`select ${id}, ${now} where not exists (select 1 from ${carpools} where ${isKnown})`,
      )
      .onConflictDoUpdate({ target: seatOpenings.carpoolId, set: { at: now } }),
  ]
}

/**
 * Ends the wishes that a place in a carpool satisfies: for the batch that writes both, after them.
 */
export const endWishes = (db: Db, userId: UserId, participantId: string) =>
  db.delete(wishes).where(
    and(
      eq(wishes.userId, userId),
      exists(
        db
          .select({ one: sql`1` })
          .from(participants)
          .innerJoin(carpools, eq(carpools.id, participants.groupId))
          .where(
            and(
              eq(participants.id, participantId as `par_${string}`),
              eq(carpools.tripType, wishes.tripType),
              eq(carpools.airportId, wishes.airportId),
              sql`${participants.party} ->> 'people' >= ${wishes.people}`,
              sql`${carpools.carpoolAt} between ${wishes.fromAt} - ${WISH_TOLERANCE_MS} and ${wishes.toAt} + ${WISH_TOLERANCE_MS}`,
            ),
          ),
      ),
    ),
  )

/** The most carpools that a place is offered to move to. */
const NEXT_MAX = 20

/** Shared carpools with seats for `people` more that leave in a span; soonest first. */
export const listNextCars = (
  db: Db,
  of: Pick<CarpoolRow, 'tripType' | 'airportId'> & {
    except: CarpoolId
    people: number
    from: Instant
    before: Instant
  },
) =>
  db
    .select({ id: carpools.id, carpoolAt: carpools.carpoolAt })
    .from(carpools)
    .where(
      and(
        eq(carpools.tripType, of.tripType),
        eq(carpools.airportId, of.airportId),
        eq(carpools.private, false),
        inArray(carpools.status, ['OPEN', 'SUCCESS_PENDING_PAYMENT', 'SUCCESS']),
        ne(carpools.id, of.except),
        gte(carpools.carpoolAt, of.from),
        lt(carpools.carpoolAt, of.before),
        sql`${carpools.currentPassengers} + ${of.people} <= ${carpools.maxPassengers}`,
      ),
    )
    .orderBy(asc(carpools.carpoolAt), asc(carpools.id))
    .limit(NEXT_MAX)
