import { and, asc, between, eq, exists, gt, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { TripType } from '#app/domain/carpool/state.ts'
import type { AirportId, CarpoolId, UserId } from '#app/domain/id.ts'
import { WISH_TOLERANCE_MS, WISH_WINDOW_MS } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { inList } from '#db/lists.ts'
import { carpools, users, waits, wishes, wishNews } from '#db/schema.ts'

/** Which rides, and between which departures, both included. */
export type Wanted = { tripType: TripType; airportId: AirportId; from: Instant; to: Instant }

/** Whether the wish's owner is offered seats of a car that it suits. */
const isOffered = (db: Db, now: Instant) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(waits)
      .innerJoin(carpools, eq(carpools.id, waits.groupId))
      .where(
        and(
          eq(waits.userId, wishes.userId),
          gt(waits.offeredUntil, now),
          eq(carpools.tripType, wishes.tripType),
          eq(carpools.airportId, wishes.airportId),
          sql`${carpools.carpoolAt} between ${wishes.fromAt} - ${WISH_TOLERANCE_MS} and ${wishes.toAt} + ${WISH_TOLERANCE_MS}`,
        ),
      ),
  )

/**
 * Live wishes of open accounts with times in common with `wanted`, the first to wish first; without
 * those whose owners are offered seats already.
 */
export const listWishers = (db: Db, { tripType, airportId, from, to }: Wanted, now: Instant) =>
  db
    .select({
      userId: wishes.userId,
      people: wishes.people,
      bigLuggage: wishes.bigLuggage,
      smallLuggage: wishes.smallLuggage,
      fromAt: wishes.fromAt,
      toAt: wishes.toAt,
      createdAt: wishes.createdAt,
    })
    .from(wishes)
    .innerJoin(users, eq(users.id, wishes.userId))
    .where(
      and(
        eq(wishes.airportId, airportId),
        eq(wishes.tripType, tripType),
        between(wishes.fromAt, from - WISH_WINDOW_MS, to),
        gte(wishes.toAt, from),
        gt(wishes.expiresAt, now),
        isNull(users.closedAt),
        isNull(users.suspendedAt),
        sql`not ${isOffered(db, now)}`,
      ),
    )
    .orderBy(asc(wishes.createdAt), asc(wishes.id))

/** All cars that were ever opened for parts of a day, the soonest first. */
export const listWishCars = (db: Db, slots: string[]) =>
  db
    .select({
      id: carpools.id,
      slot: sql<string>`${carpools.wishSlot}`,
      status: carpools.status,
      carpoolAt: carpools.carpoolAt,
      currentPassengers: carpools.currentPassengers,
      maxPassengers: carpools.maxPassengers,
    })
    .from(carpools)
    .where(and(isNotNull(carpools.wishSlot), inList(carpools.wishSlot, slots)))
    .orderBy(asc(carpools.carpoolAt), asc(carpools.id))

/** Notes a carpool as told for the wishes of those to whom it was offered. */
export const noteOffered = (
  db: Db,
  { carpoolId, userIds, now }: { carpoolId: CarpoolId; userIds: UserId[]; now: Instant },
) =>
  db
    .insert(wishNews)
    .select(
      sql`select ${wishes.id}, ${carpools.id}, ${wishes.userId}, ${now}, null, '' from ${carpools} cross join ${wishes} where ${and(
        eq(carpools.id, carpoolId),
        inList(wishes.userId, userIds),
        eq(wishes.airportId, carpools.airportId),
        eq(wishes.tripType, carpools.tripType),
        lte(sql`${wishes.fromAt} - ${WISH_TOLERANCE_MS}`, carpools.carpoolAt),
        gte(sql`${wishes.toAt} + ${WISH_TOLERANCE_MS}`, carpools.carpoolAt),
      )}`,
    )
    .onConflictDoUpdate({
      target: [wishNews.wishId, wishNews.carpoolId],
      set: { dueAt: null, noticeId: sql`coalesce(${wishNews.noticeId}, '')` },
    })
