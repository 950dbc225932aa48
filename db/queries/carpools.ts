import { and, asc, count, eq, exists, gt, gte, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { LeaveReason } from '../../app/domain/group/state.ts'
import type { CarpoolId, ParticipantId, UserId } from '../../app/domain/id.ts'
import type { Instant, LondonDay } from '../../app/domain/time.ts'
import type { Db } from '../db.ts'
import { airports, carpools, participants } from '../schema.ts'

export type CarpoolRow = typeof carpools.$inferSelect
export type ParticipantRow = typeof participants.$inferSelect
/** How many overdue carpools one sweep takes. */
const SWEEP_MAX = 500

/** The writes that bring the read model up to date. A row is only ever replaced by a newer version of itself. */
export function carpoolUpserts(db: Db, carpool: CarpoolRow, people: ParticipantRow[]): BatchItem<'sqlite'>[] {
  return [
    db
      .insert(carpools)
      .values(carpool)
      .onConflictDoUpdate({
        target: carpools.id,
        set: carpool,
        setWhere: sql`excluded.version > ${carpools.version}`,
      }),
    ...people.map((p) =>
      db
        .insert(participants)
        .values(p)
        .onConflictDoUpdate({
          target: participants.id,
          set: p,
          setWhere: sql`excluded.version > ${participants.version}`,
        }),
    ),
  ]
}

/** Shows places as gone that their carpool no longer knows. */
export const freePlaces = (db: Db, ids: string[], version: number): BatchItem<'sqlite'> =>
  db
    .update(participants)
    .set({ seat: 'gone', holdExpiresAt: null, version })
    .where(and(inArray(participants.id, ids as ParticipantId[]), lt(participants.version, version)))

export type ListFilter = {
  tripType: CarpoolRow['tripType']
  airportName?: string
  date?: LondonDay
  status?: string
  /** Leaves out what departed before, unless a day is asked for. */
  notBefore: Instant
  after: { carpoolAt: Instant; id: string } | null
  limit: number
}

/** Whether a user has a confirmed seat in the carpool of the row; false for a visitor. */
const joinedBy = (db: Db, userId: UserId | null): SQL<number> =>
  userId === null
    ? sql<number>`0`
    : sql<number>`${exists(
        db
          .select({ one: sql`1` })
          .from(participants)
          .where(
            and(
              eq(participants.carpoolId, carpools.id),
              eq(participants.userId, userId),
              eq(participants.seat, 'taken'),
            ),
          ),
      )}`

/** Open to everybody's eyes, soonest first, one query. Gives up to `limit` rows after the given place. */
export function listCarpools(db: Db, filter: ListFilter, viewer: UserId | null) {
  const { after, airportName, date, status } = filter
  const named = airportName
    ? db
        .select({ id: airports.id })
        .from(airports)
        .where(
          or(
            sql`instr(lower(${airports.nameZh}), lower(${airportName})) > 0`,
            sql`instr(lower(${airports.nameEn}), lower(${airportName})) > 0`,
          ),
        )
    : null
  return db
    .select({ carpool: carpools, joined: joinedBy(db, viewer) })
    .from(carpools)
    .where(
      and(
        eq(carpools.listed, true),
        eq(carpools.tripType, filter.tripType),
        named ? inArray(carpools.airportId, named) : undefined,
        date ? eq(carpools.carpoolDay, date) : gte(carpools.carpoolAt, filter.notBefore),
        status ? eq(carpools.status, status) : undefined,
        // A row value, so that the index gives the rows from here on and none before.
        after ? sql`(${carpools.carpoolAt}, ${carpools.id}) > (${after.carpoolAt}, ${after.id})` : undefined,
      ),
    )
    .orderBy(asc(carpools.carpoolAt), asc(carpools.id))
    .limit(filter.limit)
}

/** One carpool and whether the viewer has joined it; also one that is not listed, if she is in it. */
export const findCarpool = (db: Db, id: CarpoolId, viewer: UserId | null) =>
  db
    .select({ carpool: carpools, joined: joinedBy(db, viewer) })
    .from(carpools)
    .where(eq(carpools.id, id))
    .get()

/** Why a place that had a deposit is gone; one that never had is nothing to look back on, unless its group was cancelled. */
const LEFT: LeaveReason[] = ['exited', 'cancelled', 'dayOver', 'departed', 'converted', 'groupCancelled']

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

/** How many unpaid holds a user has, in other carpools than `except`, that have not run out. */
export async function countHolds(db: Db, userId: UserId, except: CarpoolId, now: Instant): Promise<number> {
  const row = await db
    .select({ n: count() })
    .from(participants)
    .where(
      and(
        eq(participants.userId, userId),
        eq(participants.seat, 'held'),
        ne(participants.carpoolId, except),
        gt(participants.holdExpiresAt, now),
      ),
    )
    .get()
  return row?.n ?? 0
}

/** Carpools whose object had something to do by `now`, the longest overdue first. */
export const listOverdue = (db: Db, now: Instant) =>
  db
    .select({ id: carpools.id, version: carpools.version })
    .from(carpools)
    .where(lte(carpools.nextDueAt, now))
    .orderBy(asc(carpools.nextDueAt))
    .limit(SWEEP_MAX)
