import { and, asc, eq, exists, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import {
  type GroupStatus,
  type LeaveReason,
  LIST_RANK,
  listRankOf,
} from '#app/domain/group/state.ts'
import type { AirportId, CarpoolId, ParticipantId, UserId } from '#app/domain/id.ts'
import { addDays, type Instant, type LondonDay, startOfLondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { prepared } from '#db/prepared.ts'
import { carpools, participants } from '#db/schema.ts'
import { owedColumns } from './failed-refunds.ts'
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
  date?: LondonDay
  status?: GroupStatus
  /** Leaves out earlier departures, unless a day is asked for. */
  notBefore: Instant
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
}
export type CardRow = Pick<CarpoolRow, Exclude<keyof typeof cardColumns, 'rank'>>
const SHOWN: number[] = [LIST_RANK.joinable, LIST_RANK.other]

/**
 * D1 takes five lists in one statement, and each airport needs two. With more airports, all rows
 * are searched: with so many, the next match is never far.
 */
const AIRPORTS_MERGED_MAX = 2

/**
 * Public carpools: joinable ones first, soonest first, then the others; one query. Returns up to
 * `limit` rows after the given position and reads hardly more: whatever the filter, an index has
 * its rows in list order. Joinable and other carpools are two lists, each split again per airport,
 * merged while being read.
 */
export function listCarpools(db: Db, filter: ListFilter, viewerRef: ViewerRef | null) {
  const { airports = [], after, date, limit, status } = filter
  const from = date ? startOfLondonDay(date) : filter.notBefore
  const firstRank = after?.rank ?? LIST_RANK.joinable
  const ranks = SHOWN.filter(
    (rank) => rank >= firstRank && (!status || rank === listRankOf(status)),
  )
  if (ranks.length === 0) return null
  const isMerged = airports.length <= AIRPORTS_MERGED_MAX
  const [airport = null, secondAirport = null] = airports
  const values = {
    viewer: viewerRef && refValue(viewerRef),
    tripType: filter.tripType,
    status: status ?? null,
    airport,
    secondAirport,
    airports: JSON.stringify(airports),
    from,
    before: date ? startOfLondonDay(addDays(date, 1)) : null,
    afterAt: after?.at ?? null,
    afterId: after?.id ?? null,
    limit,
  }
  return listed(db, values as ListValues, {
    by: viewerRef && refBy(viewerRef),
    airports: isMerged ? airports.length : 'many',
    ranks,
    continued: after && after.at >= from ? after.rank : null,
    hasStatus: status !== undefined,
    hasDay: date !== undefined,
  })
}

/** Values that the form leaves out are null, and no SQL is built with them. */
type ListValues = {
  viewer: string
  tripType: CarpoolRow['tripType']
  status: GroupStatus
  airport: AirportId
  secondAirport: AirportId
  /** As JSON. */
  airports: string
  from: Instant
  before: Instant
  afterAt: Instant
  afterId: string
  limit: number
}
type ListForm = {
  by: RefBy | null
  airports: number | 'many'
  ranks: number[]
  /** The rank in which the list continues after a position. */
  continued: number | null
  hasStatus: boolean
  hasDay: boolean
}

const listed = prepared((db, v: ListValues, form: ListForm) => {
  const select = (rank: number, airport: SQL | undefined) =>
    db
      .select({
        ...cardColumns,
        joined: joinedBy(db, form.by && refOf(form.by, v.viewer)).as('joined'),
      })
      .from(carpools)
      .where(
        and(
          eq(carpools.listed, true),
          eq(carpools.tripType, v.tripType),
          airport,
          // A status has one rank, and an index of its own.
          form.hasStatus ? eq(carpools.status, v.status) : eq(carpools.rank, rank),
          // Only one bound: given two, SQLite may choose the one that rereads all earlier pages.
          form.continued === rank
            ? sql`(${carpools.carpoolAt}, ${carpools.id}) > (${v.afterAt}, ${v.afterId})`
            : gte(carpools.carpoolAt, v.from),
          form.hasDay ? lt(carpools.carpoolAt, v.before) : undefined,
        ),
      )
  const anyOf = sql`+${carpools.airportId} IN (SELECT value FROM json_each(${v.airports}))`
  const merged = [v.airport, v.secondAirport].map((id) => eq(carpools.airportId, id))
  const places =
    form.airports === 'many'
      ? [anyOf]
      : form.airports === 0
        ? [undefined]
        : merged.slice(0, form.airports)
  const [first, second, ...others] = form.ranks.flatMap((rank) =>
    places.map((airport) => select(rank, airport)),
  )
  const order = [asc(carpools.carpoolAt), asc(carpools.id)]
  if (!first) throw new Error('a list of no ranks')
  if (!second) return first.orderBy(...order).limit(v.limit)
  return unionAll(first, second, ...others)
    .orderBy(asc(carpools.rank), ...order)
    .limit(v.limit)
})

/** Number of people whose deposit is in. */
const confirmedIn = (db: Db): SQL<number> =>
  sql<number>`(${db
    .select({ people: sql`coalesce(sum(${peopleOf}), 0)` })
    .from(participants)
    .where(and(eq(participants.groupId, carpools.id), isTaken))})`

/** One carpool and whether the viewer has joined it; includes unlisted ones they are in. */
export const findCarpool = (db: Db, id: CarpoolId, viewer: UserId | null) =>
  db
    .select({
      carpool: carpools,
      joined: joinedBy(db, viewer && { id: viewer }),
      confirmed: confirmedIn(db),
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
