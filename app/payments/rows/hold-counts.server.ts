import { and, count, eq, gt, min, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { GroupId, ParticipantId, UserId } from '#app/kernel/id.ts'
import { DRAFT_MS, HOLD_MS, minutes } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { idOf, type ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'
import { hasRow } from '#db/rows.ts'
import { attempts, participants, waits } from '#db/schema.ts'

/*
 * Counts of unpaid holds and waitlists, which are limited per user, for the statement that begins
 * another. An attempt that names a place stands for it until the read model shows the place itself;
 * if it never does, because a request died, until the place would have run out (decision 0013).
 */

/** Long enough for a group to write its waitlist to D1. */
const WAIT_SHOWN_MS = minutes(5)

const isOwn = (userId: SQLWrapper | UserId) => eq(attempts.subject, sql`${userId}`)
const since = (now: Instant, ms: number) => gt(attempts.at, sql`${now} - ${ms}`)

/** Holds and drafts, of cars and trips, that are not in the read model yet. */
const unseenHolds = (db: Db, userId: SQLWrapper | UserId, now: Instant) =>
  and(
    or(
      and(eq(attempts.kind, 'hold'), isOwn(userId), since(now, HOLD_MS)),
      and(eq(attempts.kind, 'draft'), isOwn(userId), since(now, DRAFT_MS)),
    ),
    sql`${attempts.place} is not null`,
    not(hasRow(db, participants, eq(participants.id, sql<ParticipantId>`${attempts.place}`))),
  )
const openHolds = (userId: SQLWrapper | UserId, now: Instant) =>
  and(
    eq(participants.userId, sql`${userId}`),
    eq(participants.seat, 'held'),
    gt(participants.holdExpiresAt, sql`${now}`),
  )

/** Number of a user's unpaid holds and drafts that have not run out. */
export const countHolds = (db: Db, userId: SQLWrapper | UserId, now: Instant) => {
  const shown = db.select({ n: count() }).from(participants).where(openHolds(userId, now))
  const unseen = db
    .select({ n: count() })
    .from(attempts)
    .where(unseenHolds(db, userId, now))
  return sql<number>`((${shown}) + (${unseen}))`
}

/** When the first of a user's holds runs out; null: there are none. */
export async function firstHoldEnds(db: Db, userId: UserId, now: Instant): Promise<Instant | null> {
  const endsAt = sql`${attempts.at} + iif(${attempts.kind} = 'hold', ${HOLD_MS}, ${DRAFT_MS})`
  const [shown, unseen] = await db.batch([
    db
      .select({ ends: min(participants.holdExpiresAt).as('ends') })
      .from(participants)
      .where(openHolds(userId, now)),
    db
      .select({ ends: sql<number | null>`min(${endsAt})`.as('ends') })
      .from(attempts)
      .where(unseenHolds(db, userId, now)),
  ])
  const ends = [...shown, ...unseen].flatMap((one) => one.ends ?? [])
  return ends.length > 0 ? Math.min(...ends) : null
}

/** Number of waitlists a user is on. */
export const countWaits = (db: Db, userId: SQLWrapper | UserId, now: Instant) => {
  const shown = db
    .select({ n: count() })
    .from(waits)
    .where(eq(waits.userId, sql`${userId}`))
  const isShown = and(eq(waits.userId, sql`${userId}`), eq(waits.groupId, sql`${attempts.place}`))
  const unseen = db
    .select({ n: sql`count(distinct ${attempts.place})` })
    .from(attempts)
    .where(
      and(
        eq(attempts.kind, 'wait'),
        isOwn(userId),
        since(now, WAIT_SHOWN_MS),
        not(hasRow(db, waits, isShown)),
      ),
    )
  return sql<number>`((${shown}) + (${unseen}))`
}

/** Whether a user has an unpaid hold in a group that has not run out. */
export const holdsIn = (db: Db, viewer: ViewerRef, groupId: GroupId, now: Instant): SQL =>
  hasRow(
    db,
    participants,
    eq(participants.groupId, groupId),
    eq(participants.userId, idOf(db, viewer)),
    eq(participants.seat, 'held'),
    gt(participants.holdExpiresAt, now),
  )
