import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  lt,
  lte,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import { LIST_RANK } from '#app/domain/group/state.ts'
import { statusesThat } from '#app/domain/group/status.ts'
import type { CarpoolId, TripId } from '#app/domain/id.ts'
import { CUTOFF_BEFORE_DEPARTURE_MS } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { notices, participants } from '#db/schema.ts'
import { isTaken } from './participants.ts'
import { isNotSetAside } from './set-aside.ts'

const GOING = statusesThat('going')

// These queries run in batches, so the columns of each must have distinct names.

/** How many places one sweep reminds. */
const LIMIT = 200

/** From `from` (exclusive) until `until` (inclusive). It begins now. */
type Window = { from: Instant; until: Instant }
/** Only of students who learned of their car before `notifiedBefore`. */
type RideWindow = Window & { notifiedBefore: Instant }

const noticeOf = (db: Db, code: string) =>
  db
    .select({ one: sql`1` })
    .from(notices)
    .where(eq(notices.id, sql`${`${code}:`} || ${participants.id}`))

/** Confirmed places in groups with free seats whose cutoff is in the window, soonest first. */
export const listCarpoolSeats = (db: Db, { from, until }: Window) =>
  db
    .select({
      participantId: participants.id,
      userId: participants.userId,
      carpoolId: sql<CarpoolId>`${carpools.id}`.as('carpool_id'),
      carpoolAt: carpools.departureAt,
      dueAt: carpools.cutoffAt,
    })
    .from(carpools)
    .innerJoin(participants, eq(participants.groupId, carpools.id))
    .where(
      and(
        // Columns of carpools_list; the cutoff follows from the departure.
        eq(carpools.listed, true),
        inArray(carpools.tripType, ['PICKUP', 'DROPOFF']),
        eq(carpools.rank, LIST_RANK.joinable),
        gt(carpools.departureAt, sql`${from} + ${CUTOFF_BEFORE_DEPARTURE_MS}`),
        lte(carpools.departureAt, sql`${until} + ${CUTOFF_BEFORE_DEPARTURE_MS}`),
        lt(carpools.currentPassengers, carpools.maxPassengers),
        isTaken,
        notExists(noticeOf(db, 'seatsFree')),
        isNotSetAside('seats', participants.id, from),
      ),
    )
    .orderBy(asc(carpools.departureAt))
    .limit(LIMIT)

/** The same for trips. */
export const listTripSeats = (db: Db, { from, until }: Window) =>
  db
    .select({
      participantId: participants.id,
      userId: participants.userId,
      tripId: sql<TripId>`${trips.id}`.as('trip_id'),
      tripName: trips.tripName,
      tripStartAt: trips.departureAt,
      dueAt: trips.cutoffAt,
    })
    .from(trips)
    .innerJoin(participants, eq(participants.groupId, trips.id))
    .where(
      and(
        // Columns of trips_list.
        eq(trips.listed, true),
        eq(trips.rank, LIST_RANK.joinable),
        gt(trips.cutoffAt, from),
        lte(trips.cutoffAt, until),
        lt(trips.currentPassengers, trips.maxPassengers),
        isTaken,
        notExists(noticeOf(db, 'seatsFree')),
        isNotSetAside('seats', participants.id, from),
      ),
    )
    .orderBy(asc(trips.cutoffAt))
    .limit(LIMIT)

/** Places that were told about their car's current version before `notifiedBefore`. */
const knowsCar = (db: Db, notifiedBefore: Instant) => {
  const noticeId = (code: string) =>
    sql`${`${code}:`} || ${participants.id} || ':' || (${participants.ride} ->> '$.version')`
  return and(
    isTaken,
    isNotNull(participants.ride),
    notExists(noticeOf(db, 'rideSoon')),
    exists(
      db
        .select({ one: sql`1` })
        .from(notices)
        .where(
          and(
            or(eq(notices.id, noticeId('carAssigned')), eq(notices.id, noticeId('carChanged'))),
            lte(notices.createdAt, notifiedBefore),
          ),
        ),
    ),
  )
}

/** Places in carpools that depart in the window and know their car, soonest first. */
export const listCarpoolRides = (db: Db, { from, until, notifiedBefore }: RideWindow) =>
  db
    .select({
      participantId: participants.id,
      userId: participants.userId,
      carpoolId: sql<CarpoolId>`${carpools.id}`.as('carpool_id'),
      carpoolAt: carpools.departureAt,
      ride: participants.ride,
    })
    .from(carpools)
    .innerJoin(participants, eq(participants.groupId, carpools.id))
    .where(
      and(
        inArray(carpools.listed, [true, false]),
        inArray(carpools.tripType, ['PICKUP', 'DROPOFF']),
        inArray(carpools.status, GOING),
        gt(carpools.departureAt, from),
        lte(carpools.departureAt, until),
        knowsCar(db, notifiedBefore),
        isNotSetAside('rides', participants.id, from),
      ),
    )
    .orderBy(asc(carpools.departureAt))
    .limit(LIMIT)

/** The same for trips. */
export const listTripRides = (db: Db, { from, until, notifiedBefore }: RideWindow) =>
  db
    .select({
      participantId: participants.id,
      userId: participants.userId,
      tripId: sql<TripId>`${trips.id}`.as('trip_id'),
      tripName: trips.tripName,
      tripStartAt: trips.departureAt,
      ride: participants.ride,
    })
    .from(trips)
    .innerJoin(participants, eq(participants.groupId, trips.id))
    .where(
      and(
        // Trips that are not over have something to do next.
        isNotNull(trips.nextDueAt),
        inArray(trips.status, GOING),
        gt(trips.departureAt, from),
        lte(trips.departureAt, until),
        knowsCar(db, notifiedBefore),
        isNotSetAside('rides', participants.id, from),
      ),
    )
    .orderBy(asc(trips.departureAt))
    .limit(LIMIT)
