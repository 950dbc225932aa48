import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { LIST_RANK } from '#app/group/rules/state.ts'
import type { CarpoolId, UserId, WishId } from '#app/kernel/id.ts'
import { WISH_GATHER_MS, WISH_TOLERANCE_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import type { Db } from '#db/db.ts'
import { carpools } from '#db/kinds.ts'
import { hasRow } from '#db/rows.ts'
import { notices, participants, seatOpenings, waits, wishes, wishNews } from '#db/schema.ts'
import { BEGIN, isLive, type NewWish, SWEEP_MAX } from './wishes.server.ts'

const ofWish = and(eq(carpools.tripType, wishes.tripType), eq(carpools.airportId, wishes.airportId))

/** Whether a carpool can be joined, has room for the wish, and suits its times. */
const isFitting = (now: Instant) =>
  and(
    eq(carpools.listed, true),
    eq(carpools.rank, LIST_RANK.joinable),
    gt(carpools.cutoffAt, now),
    sql`${carpools.maxPassengers} - ${carpools.currentPassengers} >= ${wishes.people}`,
    sql`${carpools.departureAt} between ${wishes.fromAt} - ${WISH_TOLERANCE_MS} and ${wishes.toAt} + ${WISH_TOLERANCE_MS}`,
  )

/** Whether the wish's owner has a place in the carpool, of this kind if given. */
const hasPlace = (db: Db, kind?: SQL) =>
  hasRow(
    db,
    participants,
    eq(participants.userId, wishes.userId),
    eq(participants.groupId, carpools.id),
    kind,
  )
const isIn = (db: Db) => hasPlace(db, inArray(participants.seat, ['held', 'lapsing', 'taken']))
/** Whether the wish's owner knows the car already: they opened it, left it, or wait for it. */
const isKnown = (db: Db) =>
  or(
    hasPlace(db),
    hasRow(db, waits, eq(waits.userId, wishes.userId), eq(waits.groupId, carpools.id)),
  )

const newsColumns = (now: Instant, told: { dueAt: Instant | null; noticeId: string | null }) =>
  sql`${wishes.id}, ${carpools.id}, ${wishes.userId}, ${now}, ${told.dueAt}, ${told.noticeId}`

/**
 * Matches a carpool with every open wish that it fits; their owners are notified soon. A pair that
 * is already matched stays as it is.
 */
export const findWishesFor = (db: Db, carpoolId: string, now: Instant) =>
  db
    .insert(wishNews)
    .select(
      sql`select ${newsColumns(now, { dueAt: now + WISH_GATHER_MS, noticeId: null })} from ${carpools} cross join ${wishes} where ${and(
        eq(carpools.id, carpoolId as `car_${string}`),
        eq(wishes.airportId, carpools.airportId),
        eq(wishes.tripType, carpools.tripType),
        sql`${wishes.fromAt} between ${carpools.departureAt} + ${BEGIN.from} and ${carpools.departureAt} + ${BEGIN.to}`,
        isLive(now),
        isFitting(now),
        sql`not ${isKnown(db)}`,
      )}`,
    )
    .onConflictDoNothing()

/** Marks the carpools that fit a new wish as announced: the next page shows them. */
export const noteShown = (db: Db, wish: NewWish) =>
  db
    .insert(wishNews)
    .select(
      sql`select ${newsColumns(wish.createdAt, { dueAt: null, noticeId: '' })} from ${wishes} cross join ${carpools} where ${and(
        eq(wishes.userId, wish.userId),
        eq(wishes.tripType, wish.tripType),
        eq(wishes.airportId, wish.airportId),
        eq(wishes.fromAt, wish.fromAt),
        eq(wishes.toAt, wish.toAt),
        ofWish,
        isFitting(wish.createdAt),
      )}`,
    )
    .onConflictDoUpdate({
      target: [wishNews.wishId, wishNews.carpoolId],
      set: { dueAt: null, noticeId: sql`coalesce(${wishNews.noticeId}, '')` },
    })

/**
 * The carpools that fit each of a student's wishes now, the soonest first. For a batch, whose
 * columns must have distinct names.
 */
export const listFitting = (db: Db, userId: UserId, now: Instant) =>
  db
    .select({
      wishId: sql<WishId>`${wishes.id}`.as('wish_id'),
      carpoolId: sql<CarpoolId>`${carpools.id}`.as('carpool_id'),
      carpoolAt: carpools.departureAt,
      free: sql<number>`${carpools.maxPassengers} - ${carpools.currentPassengers}`.as('free'),
    })
    .from(wishes)
    .innerJoin(carpools, ofWish)
    .where(and(eq(wishes.userId, userId), isLive(now), isFitting(now), sql`not ${isIn(db)}`))
    .orderBy(asc(carpools.departureAt), asc(carpools.id))

/** Carpools with new seats, to compare with wishes. */
export const listOpenings = (db: Db, { now }: { now: Instant }) =>
  db
    .select()
    .from(seatOpenings)
    .where(isNotSetAside('openings', seatOpenings.carpoolId, now))
    .orderBy(asc(seatOpenings.at))
    .limit(SWEEP_MAX)

/** Forgets an opening unless there has been another one since. */
export const forgetOpening = (db: Db, { carpoolId, at }: typeof seatOpenings.$inferSelect) =>
  db
    .delete(seatOpenings)
    .where(and(eq(seatOpenings.carpoolId, carpoolId), lte(seatOpenings.at, at)))

/** Number of messages about found cars that a student has had since then. */
const toldSince = (db: Db, userId: SQLWrapper, since: Instant) =>
  sql<number>`${db
    .select({ n: sql`count(*)` })
    .from(notices)
    .where(
      and(
        sql`${notices.userId} = ${userId}`,
        eq(notices.code, 'carFound'),
        gte(notices.createdAt, since),
      ),
    )}`

/**
 * All pending matches of students who have one that is due, with the carpool as it is now. `fits`:
 * whether it still fits. `toldToday`: the messages they have had since `today` began.
 */
export const listWaitingNews = (db: Db, { now, today }: { now: Instant; today: Instant }) => {
  const due = db
    .select({ userId: wishNews.userId })
    .from(wishNews)
    .where(and(lte(wishNews.dueAt, now), isNotSetAside('news', wishNews.userId, now)))
    .orderBy(asc(wishNews.dueAt))
    .limit(SWEEP_MAX)
  return db
    .select({
      wishId: wishNews.wishId,
      carpoolId: wishNews.carpoolId,
      userId: wishNews.userId,
      foundAt: wishNews.foundAt,
      toldToday: toldSince(db, wishNews.userId, today),
      people: wishes.people,
      bigLuggage: wishes.bigLuggage,
      smallLuggage: wishes.smallLuggage,
      carpoolAt: carpools.departureAt,
      fits: sql<boolean>`${and(isLive(now), isFitting(now), sql`not ${isKnown(db)}`)}`.mapWith(
        Boolean,
      ),
    })
    .from(wishNews)
    .leftJoin(wishes, eq(wishes.id, wishNews.wishId))
    .leftJoin(carpools, eq(carpools.id, wishNews.carpoolId))
    .where(and(inArray(wishNews.userId, due), sql`${wishNews.dueAt} is not null`))
    .orderBy(asc(carpools.departureAt), asc(wishNews.carpoolId), asc(wishNews.wishId))
}

type Pair = { wishId: WishId; carpoolId: (typeof wishNews.$inferSelect)['carpoolId'] }
const isPair = ({ wishId, carpoolId }: Pair) =>
  and(eq(wishNews.wishId, wishId), eq(wishNews.carpoolId, carpoolId))
const isWaiting = sql`${wishNews.dueAt} is not null`

/** Postpones one match. */
export const postponeNews = (db: Db, pair: Pair, dueAt: Instant) =>
  db
    .update(wishNews)
    .set({ dueAt })
    .where(and(isPair(pair), isWaiting))

/** Drops a match that no longer holds; the carpool may be found again. */
export const dropNews = (db: Db, pair: Pair) =>
  db.delete(wishNews).where(and(isPair(pair), isWaiting))

type Claim = { userId: UserId; pairs: Pair[]; noticeId: string; since: Instant; most: number }

/**
 * Marks a student's pending matches as announced by one notice. Changes nothing if one of them is
 * no longer pending, or if the student has had `most` messages since `since`.
 */
export function claimNews(db: Db, { userId, pairs, noticeId, since, most }: Claim) {
  const asked = JSON.stringify(pairs.map(({ wishId, carpoolId }) => [wishId, carpoolId]))
  const these = and(
    eq(wishNews.userId, userId),
    isWaiting,
    sql`(${wishNews.wishId}, ${wishNews.carpoolId}) in (select value ->> 0, value ->> 1 from json_each(${asked}))`,
  )
  const waiting = db.select({ n: sql`count(*)` }).from(wishNews).where(these)
  return db
    .update(wishNews)
    .set({ noticeId, dueAt: null })
    .where(
      and(
        these,
        sql`${waiting} = ${pairs.length}`,
        sql`${toldSince(db, sql`${userId}`, since)} < ${most}`,
      ),
    )
}
