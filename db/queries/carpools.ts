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
import { carpools, participants } from '#db/schema.ts'
import { owedColumns } from './failed-refunds.ts'
import { isOpenHold, isTaken, peopleOf } from './participants.ts'
import { idOf, type ViewerRef } from './viewer-ref.ts'

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
  const { airports, after, date, limit, status } = filter
  const select = (rank: number, airport: SQL | undefined) =>
    db
      .select({ ...cardColumns, joined: joinedBy(db, viewerRef).as('joined') })
      .from(carpools)
      .where(
        and(
          eq(carpools.listed, true),
          eq(carpools.tripType, filter.tripType),
          airport,
          // A status has one rank, and an index of its own.
          status ? eq(carpools.status, status) : eq(carpools.rank, rank),
          startingAt(filter, rank),
          date ? lt(carpools.carpoolAt, startOfLondonDay(addDays(date, 1))) : undefined,
        ),
      )
  const anyOf = sql`+${carpools.airportId} IN (SELECT value FROM json_each(${JSON.stringify(airports)}))`
  const places = !airports
    ? [undefined]
    : airports.length > AIRPORTS_MERGED_MAX
      ? [anyOf]
      : airports.map((id) => eq(carpools.airportId, id))
  const from = after?.rank ?? LIST_RANK.joinable
  const ranks = SHOWN.filter((rank) => rank >= from && (!status || rank === listRankOf(status)))
  const [first, second, ...others] = ranks.flatMap((rank) =>
    places.map((airport) => select(rank, airport)),
  )
  const order = [asc(carpools.carpoolAt), asc(carpools.id)]
  if (!first) return null
  if (!second) return first.orderBy(...order).limit(limit)
  return unionAll(first, second, ...others)
    .orderBy(asc(carpools.rank), ...order)
    .limit(limit)
}

/**
 * Where the list continues. Only one bound: given two, SQLite may choose the one that rereads all
 * earlier pages.
 */
function startingAt({ after, date, notBefore }: ListFilter, rank: number): SQL {
  const from = date ? startOfLondonDay(date) : notBefore
  return after?.rank === rank && after.at >= from
    ? sql`(${carpools.carpoolAt}, ${carpools.id}) > (${after.at}, ${after.id})`
    : gte(carpools.carpoolAt, from)
}

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
    .where(isOpenHold(db, viewerRef, 'carpool', now))
    .orderBy(asc(participants.holdExpiresAt))
    .limit(1)

/** Carpools whose object had something to do by `now`, longest overdue first. */
export const listOverdue = (db: Db, now: Instant) =>
  db
    .select({ id: carpools.id, version: carpools.version })
    .from(carpools)
    .where(lte(carpools.nextDueAt, now))
    .orderBy(asc(carpools.nextDueAt))
    .limit(SWEEP_MAX)
