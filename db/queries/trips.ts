import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type LeaveReason, LIST_RANK } from '#app/domain/group/state.ts'
import type { ParticipantId, TripId, UserId } from '#app/domain/id.ts'
import type { Instant, LondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { tripPlaces, trips } from '#db/schema.ts'
import { type Changes, writeGroup } from './if-newer.ts'

/** `rank` is worked out by the database. */
export type TripRow = Omit<typeof trips.$inferSelect, 'rank'>
export type TripPlaceRow = typeof tripPlaces.$inferSelect
/** How many overdue trips one sweep takes. */
const SWEEP_MAX = 500

/**
 * The writes that bring the read model up to date. A row is only ever replaced by a newer version
 * of itself. `changes`: which columns are others than before.
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
  /** Trips that are under way on the day (decision 0033). */
  date?: LondonDay
  /**
   * `start`: not yet joined, the cutoff after the start of `today`. `end`: joined, failed and
   * cancelled ones included.
   */
  tab?: 'start' | 'end'
  today: Instant
  after: { rank: number; at: Instant; id: string } | null
  limit: number
}

/** Why somebody was let go who had not asked to be. */
const LET_GO: LeaveReason[] = ['cancelled', 'groupCancelled', 'unpaid', 'refunded']

/**
 * The viewer's place on a trip: confirmed, or lost since too few people came, it was cancelled or
 * the balance was not paid, which is to be seen there.
 */
const isHers = (viewer: UserId | null): SQL | undefined =>
  and(
    eq(tripPlaces.tripId, trips.id),
    eq(tripPlaces.userId, viewer ?? 'usr_'),
    or(
      eq(tripPlaces.seat, 'taken'),
      and(eq(tripPlaces.seat, 'gone'), inArray(tripPlaces.leaving, LET_GO)),
    ),
  )

/**
 * Trips of a tab, or of both, with the viewer's own place; one query. What can be joined comes
 * first and then the others, the earliest cutoff first; one's own alone have the newest first.
 */
export function listTrips(db: Db, f: TripFilter, viewer: UserId) {
  const place = sql`(${trips.cutoffAt}, ${trips.id})`
  const ranked = sql`(${trips.rank}, ${trips.cutoffAt}, ${trips.id})`
  const mine: SQL = exists(db.select({ one: sql`1` }).from(tripPlaces).where(isHers(viewer)))
  const shown = and(
    eq(trips.listed, true),
    inArray(trips.rank, [LIST_RANK.joinable, LIST_RANK.other]),
    gt(trips.cutoffAt, f.today),
  )
  const order =
    f.tab === 'end'
      ? [desc(trips.cutoffAt), desc(trips.id)]
      : [asc(trips.rank), asc(trips.cutoffAt), asc(trips.id)]
  return db
    .select({ trip: trips, place: tripPlaces })
    .from(trips)
    .leftJoin(tripPlaces, isHers(viewer))
    .where(
      and(
        f.tab === 'end' ? mine : f.tab === 'start' ? and(shown, sql`not ${mine}`) : or(shown, mine),
        f.name ? sql`instr(${trips.nameText}, ${f.name}) > 0` : undefined,
        f.date ? and(lte(trips.startDay, f.date), gte(trips.endDay, f.date)) : undefined,
        f.after && f.tab === 'end' ? sql`${place} < (${f.after.at}, ${f.after.id})` : undefined,
        f.after && f.tab !== 'end'
          ? sql`${ranked} > (${f.after.rank}, ${f.after.at}, ${f.after.id})`
          : undefined,
      ),
    )
    .orderBy(...order)
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
    .where(
      and(
        eq(tripPlaces.userId, userId),
        eq(tripPlaces.seat, 'held'),
        gt(tripPlaces.holdExpiresAt, now),
      ),
    )
    .orderBy(asc(tripPlaces.holdExpiresAt))
    .get()

/** The trips in which a user has an unpaid hold that has not run out. */
export const listTripHolds = (db: Db, userId: UserId, now: Instant) =>
  db
    .select({ groupId: tripPlaces.tripId, holdExpiresAt: tripPlaces.holdExpiresAt })
    .from(tripPlaces)
    .where(
      and(
        eq(tripPlaces.userId, userId),
        eq(tripPlaces.seat, 'held'),
        gt(tripPlaces.holdExpiresAt, now),
      ),
    )

/** Trips whose object had something to do by `now`, the longest overdue first. */
export const listOverdueTrips = (db: Db, now: Instant) =>
  db
    .select({ id: trips.id, version: trips.version })
    .from(trips)
    .where(lte(trips.nextDueAt, now))
    .orderBy(asc(trips.nextDueAt))
    .limit(SWEEP_MAX)
