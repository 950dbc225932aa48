import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { CarFacts, Facts, OtherFacts, TripFacts } from '#app/notices/rules/notice-facts.ts'
import type { Db } from '#db/db.ts'
import { hasRow } from '#db/rows.ts'
import {
  failedRefunds,
  groups,
  notices,
  orders,
  participants,
  requests,
  tripTexts,
  users,
  waits,
  wishes,
} from '#db/schema.ts'
import { isTrue, objectOf, ofPlaceTask } from './task-facts.server.ts'

type Param =
  | 'participantId'
  | 'carpoolId'
  | 'orderId'
  | 'requestId'
  | 'refundId'
  | 'wishId'
  | 'cars'
const paramOf = (name: Param): SQL =>
  sql`json_extract(${notices.params}, ${sql.raw(`'$.${name}'`)})`

const LIVE = ['held', 'lapsing', 'taken']
const others = alias(participants, 'other')

/** Whether a place is lost but its owner has another one in the same group. */
const isBack = (db: Db) =>
  isTrue(
    sql`${participants.seat} = 'gone' and ${hasRow(
      db,
      others,
      eq(others.userId, participants.userId),
      inArray(others.seat, LIVE),
      eq(others.groupId, participants.groupId),
    )}`,
  )

/** Pence of a charged deposit that were not refunded. Older rows do not have the amount charged. */
const kept = sql`iif(${participants.depositStatus} = 'captured',
  coalesce(${participants.depositCaptured}, ${DEPOSIT_PENCE}) - coalesce(${participants.depositReturned}, ${participants.returnedAmount}), 0)`

type PlaceFacts = { kind: 'carpool' | 'trip' } & CarFacts & TripFacts

const ofPlace = (db: Db) => ({
  leaving: participants.leaving,
  kept,
  back: isBack(db),
  rideVersion: sql`${participants.ride} ->> 'version'`,
  isMissed: isTrue(sql`${participants.ride} ->> '$.progress.mark' = 'notHere'`),
  driverPhone: sql`${participants.ride} ->> '$.driver.phone'`,
  autoPay: isTrue(sql`${participants.autoPay} is not null`),
})

/** The facts of a car, whether or not the student has a place in it. */
const ofCar = {
  status: groups.status,
  carpoolAt: groups.departureAt,
  cutoffAt: groups.cutoffAt,
  people: groups.currentPassengers,
  releasedSeats: groups.releasedSeats,
  maxPeople: groups.maxPassengers,
  tripType: groups.tripType,
  airportNameZh: groups.airportNameZh,
  airportNameEn: groups.airportNameEn,
  private: isTrue(groups.private),
  prices: sql`json(${groups.prices})`,
}

/** The place that a notice is about, in a carpool or on a trip. */
const selectPlace = (db: Db) =>
  db
    .select({
      facts: objectOf<PlaceFacts>({
        kind: groups.kind,
        ...ofCar,
        ...ofPlaceTask,
        ...ofPlace(db),
        terminal: sql`json_extract(${participants.party}, '$.terminal')`,
        flightTimes: sql`json(${groups.flightTimes})`,
        flightVersion: sql`${participants.flight} ->> 'version'`,
        neededPeople: sql`max(0, ${groups.minPassengers} - ${groups.confirmedPassengers})`,
        balancePrice: groups.balancePrice,
        textsVersion: sql`(${db
          .select({ version: tripTexts.version })
          .from(tripTexts)
          .where(sql`${tripTexts.tripId} = ${groups}.id`)})`,
      }).as('facts'),
    })
    .from(participants)
    .innerJoin(groups, eq(groups.id, participants.groupId))
    .where(eq(participants.id, paramOf('participantId')))

/**
 * The car of a notice that is about no place. If several were found for a wish: the soonest that
 * can be joined, or else the soonest.
 */
function selectOther(db: Db) {
  const isThere = hasRow(
    db,
    participants,
    eq(participants.userId, notices.userId),
    inArray(participants.seat, LIVE),
    eq(participants.groupId, groups.id),
  )
  const cars = sql`coalesce(${paramOf('cars')}, json_array(${paramOf('carpoolId')}))`
  return db
    .select({
      facts: objectOf<OtherFacts>({
        ...ofCar,
        isWaiting: isTrue(sql`${waits.userId} is not null`),
        offeredUntil: waits.offeredUntil,
        isThere: isTrue(isThere),
      }).as('facts'),
    })
    .from(groups)
    .leftJoin(waits, and(eq(waits.groupId, groups.id), eq(waits.userId, notices.userId)))
    .where(
      sql`${groups.id} in (select value from json_each(iif(${paramOf('participantId')} is null, ${cars}, '[]')))`,
    )
    .orderBy(groups.rank, groups.departureAt)
    .limit(1)
}

/** What the notice's order or request says of its money. */
const selectRow = (db: Db, table: typeof orders | typeof requests, id: Param) =>
  db
    .select({
      facts: objectOf<NonNullable<Facts['order']>>({
        status: table.status,
        payment: table.payment,
      }).as('facts'),
    })
    .from(table)
    .where(eq(table.id, paramOf(id)))

/** An owed failed refund: the one that the notice names, or one of its subject. */
const isRefundOwed = (db: Db) =>
  hasRow(
    db,
    failedRefunds,
    sql`iif(${paramOf('refundId')} is null,
      ${failedRefunds.participantId} = ${paramOf('participantId')}
        or ${failedRefunds.subjectId} = ${paramOf('orderId')}
        or ${failedRefunds.subjectId} = ${paramOf('requestId')},
      ${failedRefunds.id} = ${paramOf('refundId')})`,
    gt(failedRefunds.missing, 0),
    isNull(failedRefunds.settledAt),
  )

/**
 * The facts about a row's notice in the read model. Part of the statement that reads the notice, so
 * that both are from the same moment.
 */
export function noticeFacts(db: Db) {
  const ofUser = (value: SQL) =>
    sql`(select ${value} from ${users} where ${eq(users.id, notices.userId)})`
  const facts = objectOf<FactsJson>({
    place: sql`json(${selectPlace(db)})`,
    other: sql`json(${selectOther(db)})`,
    isWished: isTrue(hasRow(db, wishes, eq(wishes.id, paramOf('wishId')))),
    order: sql`json(${selectRow(db, orders, 'orderId')})`,
    request: sql`json(${selectRow(db, requests, 'requestId')})`,
    isRefundOwed: isTrue(isRefundOwed(db)),
    auth: ofUser(sql`${users.auth}`),
    isSuspended: isTrue(ofUser(sql`${users.suspendedAt} is not null`)),
  })
  return facts.mapWith(factsOf).as('facts')
}

type FactsJson = Omit<Facts, 'car' | 'trip'> & { place: PlaceFacts | null }

function factsOf(text: string): Facts {
  const { place, ...facts }: FactsJson = JSON.parse(text)
  const isTrip = place?.kind === 'trip'
  return { ...facts, car: isTrip ? null : place, trip: isTrip ? place : null }
}
