import { and, eq, gt, inArray, isNotNull, lte, notExists, or, sql } from 'drizzle-orm'
import type { Instant } from '../../app/domain/time.ts'
import type { Db } from '../db.ts'
import { carpools, notices, participants, tripPlaces, trips } from '../schema.ts'
import { isTaken } from './carpools.ts'

/** How many one sweep reminds. */
const LIMIT = 200

type Window = {
  now: Instant
  /** Departures and starts up to here. */
  until: Instant
  /** Nobody is reminded whose place, or whose news that there is a balance, is newer than this. */
  toldBefore: Instant
}

/** Notices about a place for which no reminder is wanted: there was one, or the `news` that there is a balance is newer than `since`. */
const told = (db: Db, id: typeof participants.id | typeof tripPlaces.id, news: string, since: Instant) =>
  db
    .select({ one: sql`1` })
    .from(notices)
    .where(
      or(
        eq(notices.id, sql`'balanceDue:' || ${id}`),
        and(eq(notices.id, sql`${`${news}:`} || ${id}`), gt(notices.createdAt, since)),
      ),
    )

/** Places in carpools that leave soon and whose balance is not paid. Amounts in pence, before points. */
export const listCarpoolBalances = (db: Db, { now, until, toldBefore }: Window) =>
  db
    .select({
      participantId: participants.id,
      userId: participants.userId,
      carpoolId: carpools.id,
      carpoolAt: carpools.carpoolAt,
      private: carpools.private,
      amount: participants.originalRemaining,
    })
    .from(carpools)
    .innerJoin(participants, eq(participants.carpoolId, carpools.id))
    .where(
      and(
        // Every column of carpools_status, so that the moment is found by the index.
        inArray(carpools.listed, [true, false]),
        inArray(carpools.tripType, ['PICKUP', 'DROPOFF']),
        inArray(carpools.status, ['SUCCESS_PENDING_PAYMENT', 'PRIVATE_PENDING_PAYMENT']),
        gt(carpools.carpoolAt, now),
        lte(carpools.carpoolAt, until),
        isTaken,
        eq(participants.paymentStatus, 'DEPOSIT'),
        gt(participants.originalRemaining, 0),
        lte(participants.createdAt, toldBefore),
        notExists(told(db, participants.id, 'groupComplete', toldBefore)),
      ),
    )
    .limit(LIMIT)

/** The same of trips. */
export const listTripBalances = (db: Db, { now, until, toldBefore }: Window) =>
  db
    .select({
      participantId: tripPlaces.id,
      userId: tripPlaces.userId,
      tripId: trips.id,
      tripName: trips.tripName,
      tripStartAt: trips.tripStartAt,
      amount: tripPlaces.remaining,
    })
    .from(trips)
    .innerJoin(tripPlaces, eq(tripPlaces.tripId, trips.id))
    .where(
      and(
        // Trips that are not over have something to do next.
        isNotNull(trips.nextDueAt),
        eq(trips.status, 'SUCCESS'),
        gt(trips.tripStartAt, now),
        lte(trips.tripStartAt, until),
        eq(tripPlaces.seat, 'taken'),
        eq(tripPlaces.paymentStatus, 'DEPOSIT'),
        gt(tripPlaces.remaining, 0),
        lte(tripPlaces.createdAt, toldBefore),
        notExists(told(db, tripPlaces.id, 'tripConfirmed', toldBefore)),
      ),
    )
    .limit(LIMIT)
