import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { GroupStatus } from '#app/domain/group/state.ts'
import type { LondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { carpools, participants, trips, users } from '#db/schema.ts'

/** Groups that travel, or have travelled. */
const GOING: GroupStatus[] = [
  'SUCCESS_PENDING_PAYMENT',
  'SUCCESS',
  'PRIVATE_PENDING_PAYMENT',
  'PRIVATE',
  'COMPLETED',
]

/** No two columns of one name: a batch of D1 answers by name. */
const placeColumns = {
  groupId: participants.groupId,
  participantId: participants.id,
  party: participants.party,
  paymentStatus: participants.paymentStatus,
  originalRemaining: participants.originalRemaining,
  ride: participants.ride,
  name: users.name,
  phone: users.phone,
}

/**
 * Every confirmed place of the carpools and trips that leave on a London day, in one round trip.
 * The condition on the seat is a literal, for its index.
 */
export async function readDay(db: Db, day: LondonDay) {
  const [cars, tours] = await db.batch([
    db
      .select({
        ...placeColumns,
        at: carpools.carpoolAt,
        tripType: carpools.tripType,
        airportNameZh: carpools.airportNameZh,
        airportNameEn: carpools.airportNameEn,
      })
      .from(carpools)
      .innerJoin(
        participants,
        and(eq(participants.groupId, carpools.id), sql`${participants.seat} = 'taken'`),
      )
      .leftJoin(users, eq(users.id, participants.userId))
      .where(and(eq(carpools.carpoolDay, day), inArray(carpools.status, GOING)))
      .orderBy(asc(carpools.carpoolAt), asc(carpools.id), asc(participants.createdAt)),
    db
      .select({
        ...placeColumns,
        at: trips.tripStartAt,
        tripName: trips.tripName,
      })
      .from(trips)
      .innerJoin(
        participants,
        and(eq(participants.groupId, trips.id), sql`${participants.seat} = 'taken'`),
      )
      .leftJoin(users, eq(users.id, participants.userId))
      .where(and(eq(trips.startDay, day), inArray(trips.status, GOING)))
      .orderBy(asc(trips.tripStartAt), asc(trips.id), asc(participants.createdAt)),
  ])
  return { cars, tours }
}
