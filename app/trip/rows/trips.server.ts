import { and, asc, desc, eq, gt, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { type AuditEntry, changeAudited } from '#app/audit/rows/audit.server.ts'
import { type LeaveReason, LIST_RANK } from '#app/group/rules/state.ts'
import type { TripId, UserId } from '#app/kernel/id.ts'
import type { Instant, LondonDay } from '#app/kernel/time.ts'
import type { NewNotice } from '#app/notices/rows/notices.server.ts'
import { owedColumns } from '#app/payments/rows/failed-refunds.server.ts'
import { idOf, type ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { TextState, TripTexts } from '#app/trip/rules/state.ts'
import type { Db } from '#db/db.ts'
import { trips } from '#db/kinds.ts'
import { named } from '#db/named-columns.ts'
import { hasRow } from '#db/rows.ts'
import { participants, tripTexts } from '#db/schema.ts'

export type TripFilter = {
  /** Folded; part of the name. */
  name?: string
  /** Trips under way on that day (decision 0024). */
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

/** Reasons for losing a place against one's will. */
const LET_GO: LeaveReason[] = ['cancelled', 'groupCancelled', 'unpaid', 'refunded']

/**
 * The viewer's place on a trip: confirmed, or lost because too few people came, the trip was
 * cancelled, the balance was not paid or the place was refunded. Such lost places are still shown.
 */
const isOwnShown = (db: Db, viewer: ViewerRef | null): SQL | undefined =>
  and(
    eq(participants.groupId, trips.id),
    eq(participants.userId, viewer ? idOf(db, viewer) : 'usr_'),
    or(
      eq(participants.seat, 'taken'),
      and(eq(participants.seat, 'gone'), inArray(participants.leaving, LET_GO)),
    ),
  )

/** A trip, the viewer's place on it, and who the viewer is. */
const seenBy = (db: Db, viewer: ViewerRef | null) => ({
  trip: named(trips, 'trip'),
  place: named(participants, 'par'),
  texts: named(tripTexts, 'text'),
  owed: owedColumns(db),
  viewer: sql<UserId | null>`${viewer && idOf(db, viewer)}`.as('viewer'),
})

/**
 * Trips of one tab, or of both, with the viewer's own place; one query. Joinable ones come first,
 * then the others, earliest cutoff first. A list of only the viewer's own trips has the latest
 * cutoff first.
 */
export function listTrips(db: Db, f: TripFilter, viewer: ViewerRef) {
  const place = sql`(${trips.cutoffAt}, ${trips.id})`
  const ranked = sql`(${trips.rank}, ${trips.cutoffAt}, ${trips.id})`
  const mine = hasRow(db, participants, isOwnShown(db, viewer))
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
    .select(seenBy(db, viewer))
    .from(trips)
    .leftJoin(participants, isOwnShown(db, viewer))
    .leftJoin(tripTexts, eq(tripTexts.tripId, trips.id))
    .where(
      and(
        f.tab === 'end' ? mine : f.tab === 'start' ? and(shown, sql`not ${mine}`) : or(shown, mine),
        f.name ? sql`instr(${trips.nameText}, ${f.name}) > 0` : undefined,
        f.date ? and(lte(trips.departureDay, f.date), gte(trips.endDay, f.date)) : undefined,
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
export const selectTrip = (db: Db, id: TripId, viewer: ViewerRef | null) =>
  db
    .select(seenBy(db, viewer))
    .from(trips)
    .leftJoin(participants, isOwnShown(db, viewer))
    .leftJoin(tripTexts, eq(tripTexts.tripId, trips.id))
    .where(eq(trips.id, id))

export type TripTextsRow = typeof tripTexts.$inferSelect

export const selectTripTexts = (db: Db, tripId: TripId) =>
  db.select().from(tripTexts).where(eq(tripTexts.tripId, tripId))

export const findTripTexts = (db: Db, tripId: TripId) => selectTripTexts(db, tripId).get()

type NewTexts = TripTexts & Pick<TripTextsRow, 'tripId' | 'userId' | 'state' | 'writtenAt'>

/**
 * Writes a trip's texts if they still have the version `seen` (null: there are none). Returns false
 * if they have changed.
 */
export async function putTripTexts(db: Db, row: NewTexts, seen: number | null): Promise<boolean> {
  const written =
    seen === null
      ? await db
          .insert(tripTexts)
          .values({ ...row, version: 1 })
          .onConflictDoNothing()
          .returning({ id: tripTexts.tripId })
      : await db
          .update(tripTexts)
          .set({ ...row, version: seen + 1, reason: null })
          .where(and(eq(tripTexts.tripId, row.tripId), eq(tripTexts.version, seen)))
          .returning({ id: tripTexts.tripId })
  return written.length > 0
}

type TextDecision = {
  tripId: TripId
  /** The version that was read. */
  seen: number
  state: TextState
  reason: string | null
  entry: AuditEntry
  notice: NewNotice | null
}

/**
 * Approves or declines the version that was read. Returns false if the texts have changed since.
 */
export async function decideTripTexts(db: Db, decided: TextDecision): Promise<boolean> {
  const { tripId, seen, state, reason, entry, notice } = decided
  const update = db
    .update(tripTexts)
    .set({ state, reason, version: seen + 1 })
    .where(and(eq(tripTexts.tripId, tripId), eq(tripTexts.version, seen)))
    .returning({ id: tripTexts.tripId })
  return (await changeAudited(db, update, entry, notice)) !== undefined
}

/** Whether a trip's texts wait for an administrator; those of a draft do not yet. */
export const textsWait = (now: Instant): SQL | undefined =>
  and(
    // A query uses the index only with the same literal.
    sql`${tripTexts.state} = 'waiting'`,
    eq(trips.listed, true),
    gt(trips.departureAt, now),
  )

/** Number of trips whose texts wait. */
export const countWaitingTexts = (db: Db, now: Instant) =>
  db
    .select({ count: sql<number>`count(*)`.as('count') })
    .from(tripTexts)
    .innerJoin(trips, eq(trips.id, tripTexts.tripId))
    .where(textsWait(now))

/** All texts of a user about their trips. */
export const listTripTextsOf = (db: Db, userId: UserId) =>
  db.select().from(tripTexts).where(eq(tripTexts.userId, userId))
