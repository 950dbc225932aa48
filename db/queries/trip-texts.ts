import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { TripId, UserId } from '#app/domain/id.ts'
import type { Instant } from '#app/domain/time.ts'
import type { TextState, TripTexts } from '#app/domain/trip/texts.ts'
import type { Db } from '#db/db.ts'
import { trips, tripTexts } from '#db/schema.ts'
import { type AuditEntry, auditIfChanged } from './audit.ts'
import { type NewNotice, noticeIfChanged } from './notices.ts'

export type TripTextsRow = typeof tripTexts.$inferSelect

export const findTripTexts = (db: Db, tripId: TripId) =>
  db.select().from(tripTexts).where(eq(tripTexts.tripId, tripId)).get()

type NewTexts = TripTexts & Pick<TripTextsRow, 'tripId' | 'userId' | 'state' | 'writtenAt'>

/**
 * Writes a trip's texts if they still have the version `seen` (null: there are none). False: they
 * have changed.
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

type Decided = {
  tripId: TripId
  /** The version that was read. */
  seen: number
  state: TextState
  reason: string | null
  entry: AuditEntry
  notice: NewNotice | null
}

/** Approves or declines the version that was read. False: there is another by now. */
export async function decideTripTexts(db: Db, decided: Decided): Promise<boolean> {
  const { tripId, seen, state, reason, entry, notice } = decided
  const update = db
    .update(tripTexts)
    .set({ state, reason, version: seen + 1 })
    .where(and(eq(tripTexts.tripId, tripId), eq(tripTexts.version, seen)))
    .returning({ id: tripTexts.tripId })
  const logged = auditIfChanged(db, entry)
  const [done] = await (notice
    ? db.batch([update, logged, noticeIfChanged(db, notice)])
    : db.batch([update, logged]))
  return done.length > 0
}

/** Whether a trip's texts wait for an administrator: a draft is nobody's concern yet. */
export const textsWait = (now: Instant): SQL | undefined =>
  and(
    // A query uses the index only with the same literal.
    sql`${tripTexts.state} = 'waiting'`,
    eq(trips.listed, true),
    gt(trips.tripStartAt, now),
  )

/** How many trips' texts wait. */
export const countWaitingTexts = (db: Db, now: Instant) =>
  db
    .select({ count: sql<number>`count(*)`.as('count') })
    .from(tripTexts)
    .innerJoin(trips, eq(trips.id, tripTexts.tripId))
    .where(textsWait(now))

/** Everything a user has written about their trips. */
export const listTripTextsOf = (db: Db, userId: UserId) =>
  db.select().from(tripTexts).where(eq(tripTexts.userId, userId))
