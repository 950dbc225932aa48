import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { AirportId, CarpoolId, UserId, WishId } from '#app/domain/id.ts'
import { WISH_GATHER_MS, WISH_TOLERANCE_MS, WISHES_PER_USER } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
import { beginningsFor } from '#app/domain/wish.ts'
import type { Db } from '#db/db.ts'
import {
  airports,
  carpools,
  notices,
  participants,
  seatOpenings,
  users,
  waits,
  wishes,
  wishNews,
} from '#db/schema.ts'

export type WishRow = typeof wishes.$inferSelect
export type NewWish = Omit<WishRow, 'metAt'>

/** How many openings, people and wishes one sweep takes. */
const SWEEP_MAX = 100
/** The widest range of beginnings for a car that leaves at 0. */
const BEGIN = beginningsFor(0)

const isLive = (now: Instant) => gt(wishes.expiresAt, now)

/**
 * Makes a wish unless its owner has as many as allowed or is closing the account; one with the same
 * times is replaced. Changes no row if it is refused.
 */
export const insertWish = (db: Db, wish: NewWish) => {
  const same = sql`${wishes.userId} = ${wish.userId} and ${wishes.tripType} = ${wish.tripType} and ${wishes.airportId} = ${wish.airportId} and ${wishes.fromAt} = ${wish.fromAt} and ${wishes.toAt} = ${wish.toAt}`
  const others = db
    .select({ n: sql`count(*)` })
    .from(wishes)
    .where(and(eq(wishes.userId, wish.userId), isLive(wish.createdAt), sql`not (${same})`))
  const isHere = exists(
    db
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, wish.userId), sql`${users.closedAt} is null`)),
  )
  const { people, bigLuggage, smallLuggage } = wish
  return db
    .insert(wishes)
    .select(
      sql`select ${wish.id}, ${wish.userId}, ${wish.tripType}, ${wish.airportId}, ${wish.fromAt}, ${wish.toAt}, ${people}, ${bigLuggage}, ${smallLuggage}, ${wish.createdAt}, ${wish.expiresAt}, ${wish.meetAt}, null where ${others} < ${WISHES_PER_USER} and ${isHere}`,
    )
    .onConflictDoUpdate({
      target: [wishes.userId, wishes.tripType, wishes.airportId, wishes.fromAt, wishes.toAt],
      set: { people, bigLuggage, smallLuggage, meetAt: wish.meetAt },
    })
    .returning({ id: wishes.id })
}

const airportNames = { airportZh: airports.nameZh, airportEn: airports.nameEn }

/** A student's own wishes that are not over, the soonest first. */
export const listWishes = (db: Db, userId: UserId, now: Instant) =>
  db
    .select({
      id: wishes.id,
      tripType: wishes.tripType,
      airportId: wishes.airportId,
      fromAt: wishes.fromAt,
      toAt: wishes.toAt,
      people: wishes.people,
      bigLuggage: wishes.bigLuggage,
      smallLuggage: wishes.smallLuggage,
      expiresAt: wishes.expiresAt,
      ...airportNames,
    })
    .from(wishes)
    .innerJoin(airports, eq(airports.id, wishes.airportId))
    .where(and(eq(wishes.userId, userId), isLive(now)))
    .orderBy(asc(wishes.fromAt), asc(wishes.id))

/** Deletes a wish of the student's own, with what it was told. */
export const deleteWish = (db: Db, userId: UserId, id: WishId) =>
  db.batch([
    db
      .delete(wishes)
      .where(and(eq(wishes.id, id), eq(wishes.userId, userId)))
      .returning({ id: wishes.id }),
    db.delete(wishNews).where(and(eq(wishNews.wishId, id), eq(wishNews.userId, userId))),
  ])

/** Deletes wishes that are over, with what they were told. */
export const purgeWishes = (db: Db, now: Instant) =>
  db.batch([
    db.delete(wishes).where(lte(wishes.expiresAt, now)),
    db
      .delete(wishNews)
      .where(
        notExists(db.select({ one: sql`1` }).from(wishes).where(eq(wishes.id, wishNews.wishId))),
      ),
  ])

/** Whether a carpool can be joined, has room for the wish, and suits its times. */
const isFitting = (now: Instant) =>
  and(
    eq(carpools.listed, true),
    eq(carpools.status, 'OPEN'),
    gt(carpools.cutoffAt, now),
    sql`${carpools.maxPassengers} - ${carpools.currentPassengers} >= ${wishes.people}`,
    sql`${carpools.carpoolAt} between ${wishes.fromAt} - ${WISH_TOLERANCE_MS} and ${wishes.toAt} + ${WISH_TOLERANCE_MS}`,
  )

/** Whether the wish's owner has a place in the carpool, of one of these kinds. */
const hasPlace = (db: Db, kind?: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(participants)
      .where(
        and(eq(participants.userId, wishes.userId), eq(participants.groupId, carpools.id), kind),
      ),
  )
const isIn = (db: Db) => hasPlace(db, inArray(participants.seat, ['held', 'lapsing', 'taken']))
/** Nobody is told of a car that they know: the one they opened, have left, or wait for. */
const isKnown = (db: Db) =>
  or(
    hasPlace(db),
    exists(
      db
        .select({ one: sql`1` })
        .from(waits)
        .where(and(eq(waits.userId, wishes.userId), eq(waits.groupId, carpools.id))),
    ),
  )

const newsColumns = (now: Instant, told: { dueAt: Instant | null; noticeId: string | null }) =>
  sql`${wishes.id}, ${carpools.id}, ${wishes.userId}, ${now}, ${told.dueAt}, ${told.noticeId}`

/**
 * Notes the carpool for every live wish that it fits, to be told soon. One that is noted already
 * stays as it is.
 */
export const findWishesFor = (db: Db, carpoolId: string, now: Instant) =>
  db
    .insert(wishNews)
    .select(
      sql`select ${newsColumns(now, { dueAt: now + WISH_GATHER_MS, noticeId: null })} from ${carpools} cross join ${wishes} where ${and(
        eq(carpools.id, carpoolId as `car_${string}`),
        eq(wishes.airportId, carpools.airportId),
        eq(wishes.tripType, carpools.tripType),
        sql`${wishes.fromAt} between ${carpools.carpoolAt} + ${BEGIN.from} and ${carpools.carpoolAt} + ${BEGIN.to}`,
        isLive(now),
        isFitting(now),
        sql`not ${isKnown(db)}`,
      )}`,
    )
    .onConflictDoNothing()

/** Notes the carpools that fit a new wish as told: the page that follows shows them. */
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

const ofWish = and(eq(carpools.tripType, wishes.tripType), eq(carpools.airportId, wishes.airportId))

/**
 * The carpools that fit each of a student's wishes now, the soonest first. For a batch, whose
 * columns must have distinct names.
 */
export const listFitting = (db: Db, userId: UserId, now: Instant) =>
  db
    .select({
      wishId: sql<WishId>`${wishes.id}`.as('wish_id'),
      carpoolId: sql<CarpoolId>`${carpools.id}`.as('carpool_id'),
      carpoolAt: carpools.carpoolAt,
      free: sql<number>`${carpools.maxPassengers} - ${carpools.currentPassengers}`.as('free'),
    })
    .from(wishes)
    .innerJoin(carpools, ofWish)
    .where(and(eq(wishes.userId, userId), isLive(now), isFitting(now), sql`not ${isIn(db)}`))
    .orderBy(asc(carpools.carpoolAt), asc(carpools.id))

/** Carpools whose seats have to be compared with wishes. */
export const listOpenings = (db: Db) =>
  db.select().from(seatOpenings).orderBy(asc(seatOpenings.at)).limit(SWEEP_MAX)

/** Forgets an opening unless there has been another one since. */
export const forgetOpening = (db: Db, { carpoolId, at }: typeof seatOpenings.$inferSelect) =>
  db
    .delete(seatOpenings)
    .where(and(eq(seatOpenings.carpoolId, carpoolId), lte(seatOpenings.at, at)))

/** How many messages about found cars somebody has had since then. */
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
 * All news that wait for somebody who has some that are due, with the carpool as it is now. `fits`:
 * whether it still does; `toldToday`: the messages they have had since `today` began.
 */
export const listWaitingNews = (db: Db, now: Instant, today: Instant) => {
  const due = db
    .select({ userId: wishNews.userId })
    .from(wishNews)
    .where(lte(wishNews.dueAt, now))
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
      carpoolAt: carpools.carpoolAt,
      fits: sql<boolean>`${and(isLive(now), isFitting(now), sql`not ${isKnown(db)}`)}`.mapWith(
        Boolean,
      ),
    })
    .from(wishNews)
    .leftJoin(wishes, eq(wishes.id, wishNews.wishId))
    .leftJoin(carpools, eq(carpools.id, wishNews.carpoolId))
    .where(and(inArray(wishNews.userId, due), sql`${wishNews.dueAt} is not null`))
    .orderBy(asc(carpools.carpoolAt), asc(wishNews.carpoolId), asc(wishNews.wishId))
}

type Pair = { wishId: WishId; carpoolId: (typeof wishNews.$inferSelect)['carpoolId'] }
const isPair = ({ wishId, carpoolId }: Pair) =>
  and(eq(wishNews.wishId, wishId), eq(wishNews.carpoolId, carpoolId))
const isWaiting = sql`${wishNews.dueAt} is not null`

/** Postpones one of the news. */
export const postponeNews = (db: Db, pair: Pair, dueAt: Instant) =>
  db
    .update(wishNews)
    .set({ dueAt })
    .where(and(isPair(pair), isWaiting))

/** Drops one of the news that is not true any more; the carpool may be found again. */
export const dropNews = (db: Db, pair: Pair) =>
  db.delete(wishNews).where(and(isPair(pair), isWaiting))

type Claim = { userId: UserId; pairs: Pair[]; noticeId: string; since: Instant; most: number }

/**
 * Marks somebody's news as told by one notice, or changes nothing: all of them must still wait, and
 * the day must have had fewer messages than `most`.
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

/** Wishes that have to be compared with those of others. */
export const listMeetable = (db: Db, now: Instant) =>
  db
    .select()
    .from(wishes)
    .where(and(lte(wishes.meetAt, now), isLive(now)))
    .orderBy(asc(wishes.meetAt))
    .limit(SWEEP_MAX)

/** Live wishes of others that share a time with a wish. */
export const listSharing = (db: Db, wish: WishRow, now: Instant) =>
  db
    .select()
    .from(wishes)
    .where(
      and(
        eq(wishes.airportId, wish.airportId),
        eq(wishes.tripType, wish.tripType),
        gte(wishes.fromAt, wish.fromAt + BEGIN.from),
        lte(wishes.fromAt, wish.toAt),
        gte(wishes.toAt, wish.fromAt),
        ne(wishes.userId, wish.userId),
        isLive(now),
      ),
    )
    .orderBy(asc(wishes.createdAt), asc(wishes.id))

/** When a wish is next compared with those of others; null: it has been. */
export const setMeetAt = (db: Db, id: WishId, meetAt: Instant | null) =>
  db.update(wishes).set({ meetAt }).where(eq(wishes.id, id))

export const markMet = (db: Db, ids: WishId[], now: Instant) =>
  db
    .update(wishes)
    .set({ metAt: now })
    .where(and(inArray(wishes.id, ids), sql`${wishes.metAt} is null`))

/** The names of an airport, also of one that is closed to new carpools. */
export const findAirportName = (db: Db, id: AirportId) =>
  db
    .select({ zh: airports.nameZh, en: airports.nameEn })
    .from(airports)
    .where(eq(airports.id, id))
    .get()
