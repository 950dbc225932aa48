import { and, asc, between, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { statusesThat } from '#app/domain/group/status.ts'
import type { LondonDay } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { drivers, participants, users, vehicles } from '#db/schema.ts'

/** Groups that travel, or have travelled. */
const GOING = statusesThat('going', 'arrived')
/** As long as a car can still be changed. */
const AHEAD = statusesThat('going')

/** The last valid days of the fleet's papers. */
export const selectLicences = (db: Db) =>
  db.select({ id: vehicles.id, until: vehicles.licenceUntil }).from(vehicles)
export const selectBadges = (db: Db) =>
  db.select({ id: drivers.id, until: drivers.badgeUntil }).from(drivers)

/** No two columns of one name: a batch of D1 answers by name. */
const placeColumns = {
  groupId: participants.groupId,
  participantId: participants.id,
  party: participants.party,
  paymentStatus: participants.paymentStatus,
  originalRemaining: participants.originalRemaining,
  ride: participants.ride,
  flight: participants.flight,
  name: users.name,
  phone: users.phone,
}

/**
 * Every confirmed place of the carpools and trips that leave between two London days, both
 * included, and until when the papers of the fleet are valid: in one round trip. The condition on
 * the seat is a literal, for its index.
 */
export async function readDays(db: Db, from: LondonDay, to: LondonDay) {
  const [cars, tours, licences, badges] = await db.batch([
    db
      .select({
        ...placeColumns,
        at: carpools.departureAt,
        status: carpools.status,
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
      .where(and(between(carpools.departureDay, from, to), inArray(carpools.status, GOING)))
      .orderBy(asc(carpools.departureAt), asc(carpools.id), asc(participants.createdAt)),
    db
      .select({
        ...placeColumns,
        at: trips.departureAt,
        status: trips.status,
        tripName: trips.tripName,
      })
      .from(trips)
      .innerJoin(
        participants,
        and(eq(participants.groupId, trips.id), sql`${participants.seat} = 'taken'`),
      )
      .leftJoin(users, eq(users.id, participants.userId))
      .where(and(between(trips.departureDay, from, to), inArray(trips.status, GOING)))
      .orderBy(asc(trips.departureAt), asc(trips.id), asc(participants.createdAt)),
    selectLicences(db),
    selectBadges(db),
  ])
  return { cars, tours, papers: [...licences, ...badges] }
}

const hasVehicle = sql`${vehicles.id} = ${participants.ride} ->> '$.vehicle.id'`
const hasDriver = sql`${drivers.id} = ${participants.ride} ->> '$.driver.id'`

/** Papers that end on the departure's day count too, as the car may meet on the day after. */
const endsBy = (day: SQLiteColumn) =>
  and(
    sql`${participants.seat} = 'taken'`,
    isNotNull(participants.ride),
    sql`min(${vehicles.licenceUntil}, ${drivers.badgeUntil}) <= ${day}`,
  )

const papers = {
  ride: participants.ride,
  licence: vehicles.licenceUntil,
  badge: drivers.badgeUntil,
}

/**
 * The rides of carpools that leave on or after a London day with papers that may end before, by
 * place. A cross join is read from left to right: SQLite would begin with all places there are.
 */
export const expiringCars = (db: Db, from: LondonDay) =>
  db
    .select({ id: carpools.id, ...papers, at: carpools.departureAt })
    .from(carpools)
    .crossJoin(participants)
    .innerJoin(vehicles, hasVehicle)
    .innerJoin(drivers, hasDriver)
    .where(
      and(
        eq(participants.groupId, carpools.id),
        gte(carpools.departureDay, from),
        inArray(carpools.status, AHEAD),
        endsBy(carpools.departureDay),
      ),
    )

/** The same of trips. */
export const expiringTours = (db: Db, from: LondonDay) =>
  db
    .select({ id: trips.id, ...papers, at: trips.departureAt })
    .from(trips)
    .crossJoin(participants)
    .innerJoin(vehicles, hasVehicle)
    .innerJoin(drivers, hasDriver)
    .where(
      and(
        eq(participants.groupId, trips.id),
        gte(trips.departureDay, from),
        inArray(trips.status, AHEAD),
        endsBy(trips.departureDay),
      ),
    )

export async function readExpiring(db: Db, from: LondonDay) {
  const [cars, tours] = await db.batch([expiringCars(db, from), expiringTours(db, from)])
  return [...cars, ...tours]
}
