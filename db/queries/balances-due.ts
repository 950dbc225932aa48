import { and, eq, gt, inArray, isNotNull, lte, notExists, or, sql } from 'drizzle-orm'
import { statusesThat } from '#app/domain/group/status.ts'
import type { CarpoolId, TripId } from '#app/domain/id.ts'
import { CUTOFF_BEFORE_DEPARTURE_MS } from '#app/domain/limits.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { notices, participants } from '#db/schema.ts'
import { isTaken } from './participants.ts'
import { isNotSetAside } from './set-aside.ts'

const AWAITING = statusesThat('awaitsBalance')
const COMPLETE = statusesThat('complete')

// These queries run in batches, so the columns of each must have distinct names.

/** How many places one sweep reminds. */
const LIMIT = 200

type Window = {
  now: Instant
  /** Balances due after this, up to `until`. */
  from: Instant
  until: Instant
  /** No reminder if the place, or the notice that there is a balance, is newer than this. */
  notifiedBefore: Instant
  /** Distinguishes this reminder from others about the same balance. */
  about: string
}

/**
 * Notices that rule out a reminder for a place: it was already sent, or the `news` that there is a
 * balance is newer than `since`.
 */
const notified = (db: Db, news: string, { about, notifiedBefore: since }: Window) =>
  db
    .select({ one: sql`1` })
    .from(notices)
    .where(
      or(
        eq(notices.id, sql`'balanceDue:' || ${participants.id} || ${about}`),
        and(eq(notices.id, sql`${`${news}:`} || ${participants.id}`), gt(notices.createdAt, since)),
      ),
    )

/** Places that have a balance to pay and have had it for a while. */
const owes = (db: Db, news: string, window: Window) =>
  and(
    isTaken,
    eq(participants.paymentStatus, 'DEPOSIT'),
    gt(participants.originalRemaining, 0),
    lte(participants.createdAt, window.notifiedBefore),
    notExists(notified(db, news, window)),
    isNotSetAside('balances', participants.id, window.now),
  )

/** Carpool places whose balance is due soon and unpaid. Amounts in pence, before points. */
export const listCarpoolBalances = (db: Db, window: Window) =>
  db
    .select({
      participantId: participants.id,
      userId: participants.userId,
      carpoolId: sql<CarpoolId>`${carpools.id}`.as('carpool_id'),
      carpoolAt: carpools.departureAt,
      private: carpools.private,
      dueAt: carpools.balanceDueAt,
      amount: participants.originalRemaining,
    })
    .from(carpools)
    .innerJoin(participants, eq(participants.groupId, carpools.id))
    .where(
      and(
        // All columns of carpools_status.
        inArray(carpools.listed, [true, false]),
        inArray(carpools.tripType, ['PICKUP', 'DROPOFF']),
        inArray(carpools.status, AWAITING),
        gt(carpools.balanceDueAt, window.from),
        lte(carpools.balanceDueAt, window.until),
        // No balance is due before the cutoff, so the range can be read from the index.
        gt(carpools.departureAt, window.from),
        lte(carpools.departureAt, sql`${window.until} + ${CUTOFF_BEFORE_DEPARTURE_MS}`),
        owes(db, 'groupComplete', window),
      ),
    )
    .limit(LIMIT)

/** The same for trips. */
export const listTripBalances = (db: Db, window: Window) =>
  db
    .select({
      participantId: participants.id,
      userId: participants.userId,
      tripId: sql<TripId>`${trips.id}`.as('trip_id'),
      tripName: trips.tripName,
      tripStartAt: trips.departureAt,
      dueAt: trips.balanceDueAt,
      amount: participants.originalRemaining,
    })
    .from(trips)
    .innerJoin(participants, eq(participants.groupId, trips.id))
    .where(
      and(
        // Trips that are not over have something to do next.
        isNotNull(trips.nextDueAt),
        inArray(trips.status, COMPLETE),
        gt(trips.balanceDueAt, window.from),
        lte(trips.balanceDueAt, window.until),
        owes(db, 'tripConfirmed', window),
      ),
    )
    .limit(LIMIT)
