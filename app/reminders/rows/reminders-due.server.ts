import { and, asc, eq, gt, inArray, isNotNull, lt, lte, not, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { departingOn } from '#app/group/rows/groups.server.ts'
import { isTaken } from '#app/group/rows/participants.server.ts'
import { LIST_RANK } from '#app/group/rules/state.ts'
import { statusesThat } from '#app/group/rules/status.ts'
import { CUTOFF_BEFORE_DEPARTURE_MS } from '#app/kernel/limits.ts'
import { type Instant, londonDay } from '#app/kernel/time.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { hasRow } from '#db/rows.ts'
import { groups, notices, participants } from '#db/schema.ts'

const GOING = statusesThat('going')

// These queries run in batches, so the columns of each must have distinct names.

/** Number of places that one sweep reminds. */
const LIMIT = 200

/** From `from`, which is now (exclusive), until `until` (inclusive). */
type Window = { from: Instant; until: Instant }
/** Only of students who learned of their car before `notifiedBefore`. */
type RideWindow = Window & { notifiedBefore: Instant }

/** The columns of a reminder: a place, and the facts of its group. */
const reminded = {
  participantId: participants.id,
  userId: participants.userId,
  kind: groups.kind,
  groupId: groups.id,
  departureAt: groups.departureAt,
  tripName: groups.tripName,
}

const isToldOf = (db: Db, code: string) =>
  hasRow(db, notices, eq(notices.id, sql`${`${code}:`} || ${participants.id}`))

/** Joinable groups whose cutoff is in the window; each kind has an index for it. */
const closing = (db: Db, { from, until }: Window) =>
  unionAll(
    db
      .select({ id: sql`${carpools.id}`.as('id') })
      .from(carpools)
      .where(
        and(
          // Columns of carpools_list; the cutoff follows from the departure.
          eq(carpools.listed, true),
          inArray(carpools.tripType, ['PICKUP', 'DROPOFF']),
          eq(carpools.rank, LIST_RANK.joinable),
          gt(carpools.departureAt, sql`${from} + ${CUTOFF_BEFORE_DEPARTURE_MS}`),
          lte(carpools.departureAt, sql`${until} + ${CUTOFF_BEFORE_DEPARTURE_MS}`),
        ),
      ),
    db
      .select({ id: sql`${trips.id}`.as('id') })
      .from(trips)
      .where(
        and(
          // Columns of trips_list.
          eq(trips.listed, true),
          eq(trips.rank, LIST_RANK.joinable),
          gt(trips.cutoffAt, from),
          lte(trips.cutoffAt, until),
        ),
      ),
  )

/** Confirmed places in groups with free seats whose cutoff is in the window, soonest first. */
export const listSeats = (db: Db, window: Window) =>
  db
    .select({ ...reminded, dueAt: groups.cutoffAt })
    .from(groups)
    .innerJoin(participants, eq(participants.groupId, groups.id))
    .where(
      and(
        sql`${groups.id} in ${closing(db, window)}`,
        lt(groups.currentPassengers, groups.maxPassengers),
        isTaken,
        not(isToldOf(db, 'seatsFree')),
        isNotSetAside('seats', participants.id, window.from),
      ),
    )
    .orderBy(asc(groups.cutoffAt))
    .limit(LIMIT)

/** Places notified of their car's current version before `notifiedBefore`. */
const knowsCar = (db: Db, notifiedBefore: Instant) => {
  const noticeId = (code: string) =>
    sql`${`${code}:`} || ${participants.id} || ':' || (${participants.ride} ->> '$.version')`
  return and(
    isTaken,
    isNotNull(participants.ride),
    not(isToldOf(db, 'rideSoon')),
    hasRow(
      db,
      notices,
      or(eq(notices.id, noticeId('carAssigned')), eq(notices.id, noticeId('carChanged'))),
      lte(notices.createdAt, notifiedBefore),
    ),
  )
}

/** Places in groups that depart in the window and know their car, soonest first. */
export const listRides = (db: Db, { from, until, notifiedBefore }: RideWindow) =>
  db
    .select({ ...reminded, ride: participants.ride })
    .from(groups)
    .innerJoin(participants, eq(participants.groupId, groups.id))
    .where(
      and(
        departingOn(londonDay(from), londonDay(until)),
        inArray(groups.status, GOING),
        gt(groups.departureAt, from),
        lte(groups.departureAt, until),
        knowsCar(db, notifiedBefore),
        isNotSetAside('rides', participants.id, from),
      ),
    )
    .orderBy(asc(groups.departureAt))
    .limit(LIMIT)
