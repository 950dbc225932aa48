import { and, asc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { carpools, orders, participants, tripPlaces, trips } from '#db/schema.ts'

/** From `from` (inclusive) until `to` (exclusive). */
export type Span = { from: Instant; to: Instant }

/**
 * Pages of exported rows, in the order they were first written: a row keeps its position however
 * often it changes, so none is left out or repeated while the file is being read. Only columns
 * without personal details.
 */

const orderRow = { rowid: sql<number>`${orders}.rowid` }
const carRow = { rowid: sql<number>`${participants}.rowid` }
const tripRow = { rowid: sql<number>`${tripPlaces}.rowid` }

/** Orders made in the span. */
export const pageOfOrders = (db: Db, { from, to }: Span, after: number, limit: number) =>
  db
    .select({
      ...orderRow,
      id: orders.id,
      kind: orders.kind,
      userId: orders.userId,
      status: orders.status,
      payment: orders.payment,
      baseAmount: orders.baseAmount,
      intentId: orders.intentId,
      estBoxNum: orders.estBoxNum,
      sendDate: orders.sendDate,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(and(gt(orderRow.rowid, after), gte(orders.createdAt, from), lt(orders.createdAt, to)))
    .orderBy(asc(orderRow.rowid))
    .limit(limit)

/** Places in carpools that depart in the span. */
export const pageOfCarpools = (db: Db, { from, to }: Span, after: number, limit: number) =>
  db
    .select({
      ...carRow,
      id: participants.id,
      carpoolId: participants.carpoolId,
      tripType: carpools.tripType,
      airportNameZh: carpools.airportNameZh,
      airportNameEn: carpools.airportNameEn,
      carpoolAt: carpools.carpoolAt,
      status: carpools.status,
      private: carpools.private,
      userId: participants.userId,
      people: participants.people,
      seat: participants.seat,
      leaving: participants.leaving,
      depositStatus: participants.depositStatus,
      depositIntentId: participants.depositIntentId,
      paymentStatus: participants.paymentStatus,
      balance: participants.originalRemaining,
      points: participants.pointsDeducted,
      deducted: participants.deductedAmount,
      createdAt: participants.createdAt,
    })
    .from(participants)
    .innerJoin(carpools, eq(carpools.id, participants.carpoolId))
    .where(and(gt(carRow.rowid, after), gte(carpools.carpoolAt, from), lt(carpools.carpoolAt, to)))
    .orderBy(asc(carRow.rowid))
    .limit(limit)

/** Places on trips that begin in the span. */
export const pageOfTrips = (db: Db, { from, to }: Span, after: number, limit: number) =>
  db
    .select({
      ...tripRow,
      id: tripPlaces.id,
      tripId: tripPlaces.tripId,
      tripStartAt: trips.tripStartAt,
      tripEndAt: trips.tripEndAt,
      status: trips.status,
      userId: tripPlaces.userId,
      people: tripPlaces.people,
      seat: tripPlaces.seat,
      leaving: tripPlaces.leaving,
      depositStatus: tripPlaces.depositStatus,
      paymentStatus: tripPlaces.paymentStatus,
      balance: tripPlaces.remaining,
      createdAt: tripPlaces.createdAt,
    })
    .from(tripPlaces)
    .innerJoin(trips, eq(trips.id, tripPlaces.tripId))
    .where(and(gt(tripRow.rowid, after), gte(trips.tripStartAt, from), lt(trips.tripStartAt, to)))
    .orderBy(asc(tripRow.rowid))
    .limit(limit)
