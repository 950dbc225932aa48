import { and, asc, eq, exists, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { LeaveReason } from '../../app/domain/group/state.ts'
import type { AirportId, CarpoolId, ParticipantId, UserId } from '../../app/domain/id.ts'
import { addDays, type Instant, type LondonDay, startOfLondonDay } from '../../app/domain/time.ts'
import type { Db } from '../db.ts'
import { carpools, participants } from '../schema.ts'
import { type Changes, writeGroup } from './if-newer.ts'
import { idOf, type Looker } from './looker.ts'

export type CarpoolRow = typeof carpools.$inferSelect
export type ParticipantRow = typeof participants.$inferSelect
/** How many overdue carpools one sweep takes. */
const SWEEP_MAX = 500

/**
 * The writes that bring the read model up to date. A row is only ever replaced by a newer version of itself. `changes`: which columns
 * are others than before.
 */
export const carpoolUpserts = (
  db: Db,
  carpool: CarpoolRow,
  people: ParticipantRow[],
  changes: Changes,
): BatchItem<'sqlite'>[] => writeGroup(db, [carpools, carpool], [participants, people], changes)

/** Shows places as gone that their carpool no longer knows. */
export const freePlaces = (db: Db, ids: string[], version: number): BatchItem<'sqlite'> =>
  db
    .update(participants)
    .set({ seat: 'gone', holdExpiresAt: null, version })
    .where(and(inArray(participants.id, ids as ParticipantId[]), lt(participants.version, version)))

export type ListFilter = {
  tripType: CarpoolRow['tripType']
  /** Only what leaves from or goes to these; all when left out. */
  airports?: readonly AirportId[]
  date?: LondonDay
  status?: string
  /** Leaves out what departed before, unless a day is asked for. */
  notBefore: Instant
  after: { carpoolAt: Instant; id: string } | null
  limit: number
}

/** A confirmed seat, said so that those of a carpool are found by their index. */
export const isTaken = sql`${participants.seat} = 'taken'`

/** Whether a user has a confirmed seat in the carpool of the row; false for a visitor. */
const joinedBy = (db: Db, looker: Looker | null): SQL<number> =>
  looker === null
    ? sql<number>`0`
    : sql<number>`${exists(
        db
          .select({ one: sql`1` })
          .from(participants)
          .where(
            and(eq(participants.carpoolId, carpools.id), eq(participants.userId, idOf(db, looker)), isTaken),
          ),
      )}`

/** What a card shows. */
const cardColumns = {
  id: carpools.id,
  tripType: carpools.tripType,
  status: carpools.status,
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
export type CardRow = Pick<CarpoolRow, keyof typeof cardColumns>

/** D1 takes no more lists in one statement. More airports are looked for among all carpools: of so many the next is never far. */
const AIRPORTS_MERGED_MAX = 5

/**
 * Open to everybody's eyes, soonest first, one query. Gives up to `limit` rows after the given place, and reads hardly more: whatever
 * the filter, an index has its rows in the list's order. Those of several airports are as many lists, merged as they are read.
 */
export function listCarpools(db: Db, filter: ListFilter, looker: Looker | null) {
  const { airports, date, limit, status } = filter
  const select = (airport: SQL | undefined) =>
    db
      .select({ ...cardColumns, joined: joinedBy(db, looker).as('joined') })
      .from(carpools)
      .where(
        and(
          eq(carpools.listed, true),
          eq(carpools.tripType, filter.tripType),
          airport,
          status ? eq(carpools.status, status) : undefined,
          startingAt(filter),
          date ? lt(carpools.carpoolAt, startOfLondonDay(addDays(date, 1))) : undefined,
        ),
      )
  const [first, second, ...others] = (airports && airports.length <= AIRPORTS_MERGED_MAX ? airports : []).map(
    (id) => select(eq(carpools.airportId, id)),
  )
  const order = [asc(carpools.carpoolAt), asc(carpools.id)]
  if (first && second)
    return unionAll(first, second, ...others)
      .orderBy(...order)
      .limit(limit)
  const anyOf = sql`+${carpools.airportId} IN (SELECT value FROM json_each(${JSON.stringify(airports)}))`
  return (first ?? select(airports && anyOf)).orderBy(...order).limit(limit)
}

/** Where the list goes on. One bound alone: given two, SQLite may take the one that leaves all pages before to be read again. */
function startingAt({ after, date, notBefore }: ListFilter): SQL {
  const from = date ? startOfLondonDay(date) : notBefore
  return after && after.carpoolAt >= from
    ? sql`(${carpools.carpoolAt}, ${carpools.id}) > (${after.carpoolAt}, ${after.id})`
    : gte(carpools.carpoolAt, from)
}

/** One carpool and whether the viewer has joined it; also one that is not listed, if she is in it. */
export const findCarpool = (db: Db, id: CarpoolId, viewer: UserId | null) =>
  db
    .select({ carpool: carpools, joined: joinedBy(db, viewer && { id: viewer }) })
    .from(carpools)
    .where(eq(carpools.id, id))
    .get()

/** Why a place that had a deposit is gone; one that never had is nothing to look back on, unless its group was cancelled. */
const LEFT: LeaveReason[] = [
  'exited',
  'cancelled',
  'dayOver',
  'departed',
  'converted',
  'refunded',
  'groupCancelled',
]

/** Every place a user has, or had with a deposit, with its carpool; latest departure last. */
export const listPlaces = (db: Db, userId: UserId) =>
  db
    .select({ carpool: carpools, participant: participants })
    .from(participants)
    .innerJoin(carpools, eq(carpools.id, participants.carpoolId))
    .where(
      and(
        eq(participants.userId, userId),
        or(inArray(participants.seat, ['held', 'lapsing', 'taken']), inArray(participants.leaving, LEFT)),
      ),
    )
    .orderBy(asc(carpools.carpoolAt), asc(carpools.id))

/** The seat that a user has held longest without paying for it, as one row or none. */
export const selectHeldSeat = (db: Db, looker: Looker) =>
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
    .innerJoin(carpools, eq(carpools.id, participants.carpoolId))
    .where(and(eq(participants.userId, idOf(db, looker)), eq(participants.seat, 'held')))
    .orderBy(asc(participants.createdAt))
    .limit(1)

/** The carpools in which a user has an unpaid hold that has not run out. */
export const selectOpenHolds = (db: Db, looker: Looker, now: Instant) =>
  db
    .select({ carpoolId: participants.carpoolId })
    .from(participants)
    .where(
      and(
        eq(participants.userId, idOf(db, looker)),
        eq(participants.seat, 'held'),
        gt(participants.holdExpiresAt, now),
      ),
    )

/** Carpools whose object had something to do by `now`, the longest overdue first. */
export const listOverdue = (db: Db, now: Instant) =>
  db
    .select({ id: carpools.id, version: carpools.version })
    .from(carpools)
    .where(lte(carpools.nextDueAt, now))
    .orderBy(asc(carpools.nextDueAt))
    .limit(SWEEP_MAX)
