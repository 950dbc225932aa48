import { and, asc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { departingOn } from '#app/group/rows/groups.server.ts'
import { statusesThat } from '#app/group/rules/status.ts'
import type { LondonDay } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { drivers, groups, participants, users, vehicles } from '#db/schema.ts'

/** Groups that travel, or have travelled. */
const GOING = statusesThat('going', 'arrived')
/** Statuses in which a car can still be changed. */
const AHEAD = statusesThat('going')

/** The last valid day of each vehicle's and driver's papers. */
export const selectLicences = (db: Db) =>
  db.select({ id: vehicles.id, until: vehicles.licenceUntil }).from(vehicles)
export const selectBadges = (db: Db) =>
  db.select({ id: drivers.id, until: drivers.badgeUntil }).from(drivers)

/** Column names must be unique: D1 keys a batch's rows by name. */
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
 * All confirmed places of carpools and trips that leave between two London days, inclusive, and the
 * fleet's expiry dates, in one round trip. The condition on the seat is a literal, so that its
 * index is used.
 */
export async function readDays(db: Db, from: LondonDay, to: LondonDay) {
  const [places, licences, badges] = await db.batch([
    db
      .select({
        ...placeColumns,
        kind: groups.kind,
        at: groups.departureAt,
        status: groups.status,
        tripType: groups.tripType,
        airportNameZh: groups.airportNameZh,
        airportNameEn: groups.airportNameEn,
        tripName: groups.tripName,
      })
      .from(groups)
      .innerJoin(
        participants,
        and(eq(participants.groupId, groups.id), sql`${participants.seat} = 'taken'`),
      )
      .leftJoin(users, eq(users.id, participants.userId))
      .where(and(departingOn(from, to), inArray(groups.status, GOING)))
      .orderBy(asc(groups.departureAt), asc(groups.id), asc(participants.createdAt)),
    selectLicences(db),
    selectBadges(db),
  ])
  return { places, papers: [...licences, ...badges] }
}

const hasVehicle = sql`${vehicles.id} = ${participants.ride} ->> '$.vehicle.id'`
const hasDriver = sql`${drivers.id} = ${participants.ride} ->> '$.driver.id'`

const papers = {
  ride: participants.ride,
  licence: vehicles.licenceUntil,
  badge: drivers.badgeUntil,
}

/**
 * Rides of groups that leave on or after a London day and whose papers may expire before, by place.
 * SQLite keeps the order of a cross join; otherwise it would begin with all places.
 */
export const selectExpiring = (db: Db, from: LondonDay) =>
  db
    .select({ id: groups.id, ...papers, at: groups.departureAt })
    .from(groups)
    .crossJoin(participants)
    .innerJoin(vehicles, hasVehicle)
    .innerJoin(drivers, hasDriver)
    .where(
      and(
        eq(participants.groupId, groups.id),
        gte(groups.departureDay, from),
        inArray(groups.status, AHEAD),
        sql`${participants.seat} = 'taken'`,
        isNotNull(participants.ride),
        // Papers that expire on that day count too, as the car may meet on the next.
        sql`min(${vehicles.licenceUntil}, ${drivers.badgeUntil}) <= ${groups.departureDay}`,
      ),
    )
