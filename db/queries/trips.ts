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

/** `rank` is computed by the database. */
export type TripRow = Omit<typeof trips.$inferSelect, 'rank'>
export type TripPlaceRow = typeof tripPlaces.$inferSelect
/** How many overdue trips one sweep takes. */
const SWEEP_MAX = 500

/**
 * The writes that bring the read model up to date. A row is only ever replaced by a newer version
 * of itself. `changes`: which columns have changed.
 */
export const tripUpserts = (
  db: Db,
  trip: TripRow,
  people: TripPlaceRow[],
  changes: Changes,
): BatchItem<'sqlite'>[] => writeGroup(db, [trips, trip], [tripPlaces, people], changes)

/** Marks places their trip no longer has as gone. */
export const forgetTripPlaces = (db: Db, ids: string[], version: number): BatchItem<'sqlite'> =>
  db
    .update(tripPlaces)
    .set({ seat: 'gone', holdExpiresAt: null, version })
    .where(and(inArray(tripPlaces.id, ids as ParticipantId[]), lt(tripPlaces.version, version)))

export type TripFilter = {
  /** Folded; part of the name. */
  name?: string
  /** Trips under way on that day (decision 0033). */
  date?: LondonDay
  /**
   * `start`: not yet joined, with a cutoff after the start of `today`. `end`: joined, failed and
   * cancelled ones included.
   */
  tab?: 'start' | 'end'
  today: Instant
  after: { rank: number; at: Instant; id: string } | null
  limit: number
}

/** Why someone was released without asking to be. */
const LET_GO: LeaveReason[] = ['cancelled', 'groupCancelled', 'unpaid', 'refunded']

/**
 * The viewer's place on a trip: confirmed, or lost because too few people came, the trip was
 * cancelled, the balance was not paid or the place was refunded. Such lost places are still shown.
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
 * Trips of one tab, or of both, with the viewer's own place; one query. Joinable ones come first,
 * then the others, earliest cutoff first. A list of only the viewer's own trips has the latest
 * cutoff first.
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

/** A user's unexpired hold with its trip; the one that expires first. */
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

/** The trips in which a user has an unpaid hold that has not expired. */
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

/** Trips whose object had something to do by `now`, longest overdue first. */
export const listOverdueTrips = (db: Db, now: Instant) =>
  db
    .select({ id: trips.id, version: trips.version })
    .from(trips)
    .where(lte(trips.nextDueAt, now))
    .orderBy(asc(trips.nextDueAt))
    .limit(SWEEP_MAX)
