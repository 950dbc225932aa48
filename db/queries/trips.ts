import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { LeaveReason } from '../../app/domain/group/state.ts'
import type { ParticipantId, TripId, UserId } from '../../app/domain/id.ts'
import type { Instant, LondonDay } from '../../app/domain/time.ts'
import type { Db } from '../db.ts'
import { tripPlaces, trips } from '../schema.ts'
import { type Changes, writeGroup } from './if-newer.ts'

export type TripRow = typeof trips.$inferSelect
export type TripPlaceRow = typeof tripPlaces.$inferSelect
/** How many overdue trips one sweep takes. */
const SWEEP_MAX = 500

/**
 * The writes that bring the read model up to date. A row is only ever replaced by a newer version of itself. `changes`: which columns
 * are others than before.
 */
export const tripUpserts = (
  db: Db,
  trip: TripRow,
  people: TripPlaceRow[],
  changes: Changes,
): BatchItem<'sqlite'>[] => writeGroup(db, [trips, trip], [tripPlaces, people], changes)

/** Shows places as gone that their trip no longer knows. */
export const forgetTripPlaces = (db: Db, ids: string[], version: number): BatchItem<'sqlite'> =>
  db
    .update(tripPlaces)
    .set({ seat: 'gone', holdExpiresAt: null, version })
    .where(and(inArray(tripPlaces.id, ids as ParticipantId[]), lt(tripPlaces.version, version)))

export type TripFilter = {
  /** Folded; a part of the name. */
  name?: string
  /** SPEC section 5: trips that start on or before the day, or end on or after it. */
  date?: LondonDay
  /** `start`: not yet joined, the cutoff not before `today`. `end`: joined, failed and cancelled ones included. */
  tab: 'start' | 'end'
  today: LondonDay
  after: { at: Instant; id: string } | null
  limit: number
}

/** Why everybody of a trip was let go. */
const LET_GO: LeaveReason[] = ['cancelled', 'groupCancelled']

/** The viewer's place on a trip: confirmed, or lost since too few people came or it was cancelled, which she is to see there. */
const isHers = (viewer: UserId | null): SQL | undefined =>
  and(
    eq(tripPlaces.tripId, trips.id),
    eq(tripPlaces.userId, viewer ?? 'usr_'),
    or(eq(tripPlaces.seat, 'taken'), and(eq(tripPlaces.seat, 'gone'), inArray(tripPlaces.leaving, LET_GO))),
  )

/** Trips of a tab with the viewer's own place: open ones by the earliest cutoff, one's own with the newest first; one query. */
export function listTrips(db: Db, f: TripFilter, viewer: UserId) {
  const [order, beyond] = f.tab === 'end' ? [desc, sql.raw('<')] : [asc, sql.raw('>')]
  const mine: SQL = exists(db.select({ one: sql`1` }).from(tripPlaces).where(isHers(viewer)))
  return db
    .select({ trip: trips, place: tripPlaces })
    .from(trips)
    .leftJoin(tripPlaces, isHers(viewer))
    .where(
      and(
        f.tab === 'end' ? mine : and(eq(trips.listed, true), gte(trips.cutoffDay, f.today), sql`not ${mine}`),
        f.name ? sql`instr(${trips.nameText}, ${f.name}) > 0` : undefined,
        f.date ? or(lte(trips.startDay, f.date), gte(trips.endDay, f.date)) : undefined,
        f.after ? sql`(${trips.cutoffAt}, ${trips.id}) ${beyond} (${f.after.at}, ${f.after.id})` : undefined,
      ),
    )
    .orderBy(order(trips.cutoffAt), order(trips.id))
    .limit(f.limit)
}

/** One trip and the viewer's place on it. */
export const findTrip = (db: Db, id: TripId, viewer: UserId | null) =>
  db
    .select({ trip: trips, place: tripPlaces })
    .from(trips)
    .leftJoin(tripPlaces, isHers(viewer))
    .where(eq(trips.id, id))
    .get()

/** A user's hold that has not run out, with its trip; the one that runs out first. */
export const findTripHold = (db: Db, userId: UserId, now: Instant) =>
  db
    .select({
      tripId: trips.id,
      tripName: trips.tripName,
      tripStartAt: trips.tripStartAt,
      holdExpiresAt: tripPlaces.holdExpiresAt,
    })
    .from(tripPlaces)
    .innerJoin(trips, eq(trips.id, tripPlaces.tripId))
    .where(and(eq(tripPlaces.userId, userId), eq(tripPlaces.seat, 'held'), gt(tripPlaces.holdExpiresAt, now)))
    .orderBy(asc(tripPlaces.holdExpiresAt))
    .get()

/** How many unpaid holds a user has on other trips than `except`, that have not run out. */
export async function countTripHolds(db: Db, userId: UserId, except: TripId, now: Instant): Promise<number> {
  const row = await db
    .select({ n: count() })
    .from(tripPlaces)
    .where(
      and(
        eq(tripPlaces.userId, userId),
        eq(tripPlaces.seat, 'held'),
        ne(tripPlaces.tripId, except),
        gt(tripPlaces.holdExpiresAt, now),
      ),
    )
    .get()
  return row?.n ?? 0
}

/** Trips whose object had something to do by `now`, the longest overdue first. */
export const listOverdueTrips = (db: Db, now: Instant) =>
  db
    .select({ id: trips.id, version: trips.version })
    .from(trips)
    .where(lte(trips.nextDueAt, now))
    .orderBy(asc(trips.nextDueAt))
    .limit(SWEEP_MAX)
