import { and, asc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { peopleOf } from '#app/group/rows/participants.server.ts'
import type { Span } from '#app/kernel/time.ts'
import { owedColumns } from '#app/payments/rows/failed-refunds.server.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { orders, participants } from '#db/schema.ts'

/**
 * Pages of exported rows, in the order they were first written: a row keeps its position however
 * often it changes, so none is left out or repeated while the file is being read. Only columns
 * without personal details.
 */

const orderRow = { rowid: sql<number>`${orders}.rowid` }
const rowid = sql<number>`${participants}.rowid`

/** The exported columns of a place, for both kinds of group. */
const placeFields = (db: Db) => ({
  rowid,
  id: participants.id,
  groupId: participants.groupId,
  userId: participants.userId,
  people: peopleOf,
  seat: participants.seat,
  leaving: participants.leaving,
  depositStatus: participants.depositStatus,
  renewalFailed: participants.renewalFailed,
  depositCaptured: participants.depositCaptured,
  depositReturned: participants.depositReturned,
  returnedAmount: participants.returnedAmount,
  owed: owedColumns(db),
  depositIntentId: participants.depositIntentId,
  paymentStatus: participants.paymentStatus,
  balance: participants.originalRemaining,
  points: participants.pointsDeducted,
  deducted: participants.deductedAmount,
  createdAt: participants.createdAt,
})

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
      refundedAmount: orders.refundedAmount,
      refundOwed: orders.refundOwed,
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
      ...placeFields(db),
      tripType: carpools.tripType,
      airportNameZh: carpools.airportNameZh,
      airportNameEn: carpools.airportNameEn,
      carpoolAt: carpools.departureAt,
      status: carpools.status,
      private: carpools.private,
    })
    .from(participants)
    .innerJoin(carpools, eq(carpools.id, participants.groupId))
    .where(and(gt(rowid, after), gte(carpools.departureAt, from), lt(carpools.departureAt, to)))
    .orderBy(asc(rowid))
    .limit(limit)

/** Places on trips that begin in the span. */
export const pageOfTrips = (db: Db, { from, to }: Span, after: number, limit: number) =>
  db
    .select({
      ...placeFields(db),
      tripStartAt: trips.departureAt,
      tripEndAt: trips.tripEndAt,
      status: trips.status,
    })
    .from(participants)
    .innerJoin(trips, eq(trips.id, participants.groupId))
    .where(and(gt(rowid, after), gte(trips.departureAt, from), lt(trips.departureAt, to)))
    .orderBy(asc(rowid))
    .limit(limit)
