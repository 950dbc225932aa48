import { and, asc, eq, gt, gte, isNull, lte, ne, not, sql } from 'drizzle-orm'
import { beginningsFor } from '#app/features/wishes/rules/wish.ts'
import type { AirportId, UserId, WishId } from '#app/kernel/id.ts'
import { WISHES_PER_USER } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import type { Db } from '#db/db.ts'
import { hasRow } from '#db/rows.ts'
import { airports, users, wishes, wishNews } from '#db/schema.ts'

export type WishRow = typeof wishes.$inferSelect
export type NewWish = Omit<WishRow, 'metAt'>

/** Limit per sweep, of openings, people and wishes each. */
export const SWEEP_MAX = 100
/** The widest range of `fromAt` for a car that leaves at 0. */
export const BEGIN = beginningsFor(0)

export const isLive = (now: Instant) => gt(wishes.expiresAt, now)

/**
 * Makes a wish unless its owner has reached the limit or is closing the account; one with the same
 * times is replaced. Changes no row if it is refused.
 */
export const insertWish = (db: Db, wish: NewWish) => {
  const same = sql`${wishes.userId} = ${wish.userId} and ${wishes.tripType} = ${wish.tripType} and ${wishes.airportId} = ${wish.airportId} and ${wishes.fromAt} = ${wish.fromAt} and ${wishes.toAt} = ${wish.toAt}`
  const others = db
    .select({ n: sql`count(*)` })
    .from(wishes)
    .where(and(eq(wishes.userId, wish.userId), isLive(wish.createdAt), sql`not (${same})`))
  const isHere = hasRow(db, users, eq(users.id, wish.userId), isNull(users.closedAt))
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

/** Deletes one of the student's own wishes, and the record of the cars sent for it. */
export const deleteWish = (db: Db, userId: UserId, id: WishId) =>
  db.batch([
    db
      .delete(wishes)
      .where(and(eq(wishes.id, id), eq(wishes.userId, userId)))
      .returning({ id: wishes.id }),
    db.delete(wishNews).where(and(eq(wishNews.wishId, id), eq(wishNews.userId, userId))),
  ])

/** Deletes expired wishes, and the records of the cars sent for them. */
export const purgeWishes = (db: Db, now: Instant) =>
  db.batch([
    db.delete(wishes).where(lte(wishes.expiresAt, now)),
    db.delete(wishNews).where(not(hasRow(db, wishes, eq(wishes.id, wishNews.wishId)))),
  ])

/** Wishes to compare with those of others. */
export const listMeetable = (db: Db, { now }: { now: Instant }) =>
  db
    .select()
    .from(wishes)
    .where(and(lte(wishes.meetAt, now), isLive(now), isNotSetAside('meetings', wishes.id, now)))
    .orderBy(asc(wishes.meetAt))
    .limit(SWEEP_MAX)

/** Live wishes of others whose times overlap those of a wish. */
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

/** When a wish is next compared with those of others; null: never. */
export const setMeetAt = (db: Db, id: WishId, meetAt: Instant | null) =>
  db.update(wishes).set({ meetAt }).where(eq(wishes.id, id))

export const markMet = (db: Db, id: WishId, now: Instant) =>
  db
    .update(wishes)
    .set({ metAt: now })
    .where(and(eq(wishes.id, id), sql`${wishes.metAt} is null`))

/** The names of an airport, also of one that is closed to new carpools. */
export const findAirportName = (db: Db, id: AirportId) =>
  db
    .select({ zh: airports.nameZh, en: airports.nameEn })
    .from(airports)
    .where(eq(airports.id, id))
    .get()
