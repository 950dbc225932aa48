import { and, eq, exists, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import type { CarFacts, Facts, FoundFacts, TripFacts, WaitFacts } from '#app/domain/notice-facts.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import {
  failedRefunds,
  notices,
  orders,
  participants,
  tripTexts,
  users,
  waits,
  wishes,
} from '#db/schema.ts'
import { isTrue, objectOf, ofCarTask, ofPlaceTask, ofTripTask } from './task-facts.ts'

type Param = 'participantId' | 'carpoolId' | 'orderId' | 'refundId' | 'wishId' | 'cars'
const paramOf = (name: Param): SQL =>
  sql`json_extract(${notices.params}, ${sql.raw(`'$.${name}'`)})`

const others = alias(participants, 'other')

/** Whether a place is lost but its owner has another one in the same group. */
function isBack(db: Db) {
  const found = db
    .select({ one: sql`1` })
    .from(others)
    .where(
      and(
        eq(others.userId, participants.userId),
        inArray(others.seat, ['held', 'lapsing', 'taken']),
        eq(others.groupId, participants.groupId),
      ),
    )
  return isTrue(sql`${participants.seat} = 'gone' and ${exists(found)}`)
}

/** Pence of a charged deposit that have not gone back. Older rows do not say what was charged. */
const kept = sql`iif(${participants.depositStatus} = 'captured',
  coalesce(${participants.depositCaptured}, ${DEPOSIT_PENCE}) - coalesce(${participants.depositReturned}, ${participants.returnedAmount}), 0)`

const ofPlace = (db: Db) => ({
  ...ofPlaceTask,
  leaving: participants.leaving,
  kept,
  back: isBack(db),
  rideVersion: sql`${participants.ride} ->> 'version'`,
  isMissed: isTrue(sql`${participants.ride} ->> '$.progress.mark' = 'notHere'`),
  driverPhone: sql`${participants.ride} ->> '$.driver.phone'`,
})

/** What is known of a car whatever a notice has to do with it. */
const ofCar = {
  status: carpools.status,
  carpoolAt: carpools.departureAt,
  cutoffAt: carpools.cutoffAt,
  people: carpools.currentPassengers,
  releasedSeats: carpools.releasedSeats,
  maxPeople: carpools.maxPassengers,
  tripType: carpools.tripType,
  airportNameZh: carpools.airportNameZh,
  airportNameEn: carpools.airportNameEn,
  private: isTrue(carpools.private),
  prices: sql`json(${carpools.prices})`,
}

const selectCar = (db: Db) =>
  db
    .select({
      facts: objectOf<CarFacts>({
        ...ofCar,
        ...ofCarTask,
        ...ofPlace(db),
        terminal: sql`json_extract(${participants.party}, '$.terminal')`,
        flightTimes: sql`json(${carpools.flightTimes})`,
        flightVersion: sql`${participants.flight} ->> 'version'`,
      }).as('facts'),
    })
    .from(participants)
    .innerJoin(carpools, eq(carpools.id, participants.groupId))
    .where(eq(participants.id, paramOf('participantId')))

/** A car of a notice that is about no place: one that its receiver waits for. */
function selectWait(db: Db) {
  const hasPlace = db
    .select({ one: sql`1` })
    .from(participants)
    .where(
      and(
        eq(participants.userId, notices.userId),
        inArray(participants.seat, ['held', 'lapsing', 'taken']),
        eq(participants.groupId, carpools.id),
      ),
    )
  return db
    .select({
      facts: objectOf<WaitFacts>({
        ...ofCar,
        isWaiting: isTrue(sql`${waits.userId} is not null`),
        offeredUntil: waits.offeredUntil,
        isThere: isTrue(exists(hasPlace)),
      }).as('facts'),
    })
    .from(carpools)
    .leftJoin(waits, and(eq(waits.groupId, carpools.id), eq(waits.userId, notices.userId)))
    .where(
      sql`${carpools.id} = iif(${paramOf('participantId')} is null, ${paramOf('carpoolId')}, null)`,
    )
}

const selectTrip = (db: Db) =>
  db
    .select({
      facts: objectOf<TripFacts>({
        ...ofTripTask,
        ...ofPlace(db),
        people: trips.currentPassengers,
        maxPeople: trips.maxPassengers,
        neededPeople: sql`max(0, ${trips.minPassengers} - ${trips.confirmedPassengers})`,
        balancePrice: trips.balancePrice,
        textsVersion: sql`(${db
          .select({ version: tripTexts.version })
          .from(tripTexts)
          .where(eq(tripTexts.tripId, trips.id))})`,
      }).as('facts'),
    })
    .from(participants)
    .innerJoin(trips, eq(trips.id, participants.groupId))
    .where(eq(participants.id, paramOf('participantId')))

/** Of the cars found for a wish, the soonest that can be joined; otherwise the soonest. */
const selectFound = (db: Db) =>
  db
    .select({
      facts: objectOf<FoundFacts>({
        ...ofCar,
      }).as('facts'),
    })
    .from(carpools)
    .where(sql`${carpools.id} in (select value from json_each(coalesce(${paramOf('cars')}, '[]')))`)
    .orderBy(carpools.rank, carpools.departureAt)
    .limit(1)

const selectWish = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(wishes)
    .where(eq(wishes.id, paramOf('wishId')))

const selectOrder = (db: Db) =>
  db
    .select({
      facts: objectOf<NonNullable<Facts['order']>>({
        status: orders.status,
        payment: orders.payment,
      }).as('facts'),
    })
    .from(orders)
    .where(eq(orders.id, paramOf('orderId')))

/** A refund that failed and is owed: the one that the notice names, or one of its subject. */
const selectOwed = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(failedRefunds)
    .where(
      and(
        sql`iif(${paramOf('refundId')} is null,
          ${failedRefunds.participantId} = ${paramOf('participantId')} or ${failedRefunds.subjectId} = ${paramOf('orderId')},
          ${failedRefunds.id} = ${paramOf('refundId')})`,
        gt(failedRefunds.missing, 0),
        isNull(failedRefunds.settledAt),
      ),
    )

/**
 * What the read model says about the subject of the row's notice; part of the statement that reads
 * the notice, so both are from the same moment.
 */
export function noticeFacts(db: Db) {
  const ofUser = (value: SQL) =>
    sql`(select ${value} from ${users} where ${eq(users.id, notices.userId)})`
  const facts = objectOf<Facts>({
    car: sql`json(${selectCar(db)})`,
    wait: sql`json(${selectWait(db)})`,
    trip: sql`json(${selectTrip(db)})`,
    found: sql`json(${selectFound(db)})`,
    isWished: isTrue(exists(selectWish(db))),
    order: sql`json(${selectOrder(db)})`,
    isRefundOwed: isTrue(exists(selectOwed(db))),
    auth: ofUser(sql`${users.auth}`),
    isSuspended: isTrue(ofUser(sql`${users.suspendedAt} is not null`)),
  })
  return facts.mapWith((text: string): Facts => JSON.parse(text)).as('facts')
}
