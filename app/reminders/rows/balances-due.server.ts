import { and, eq, gt, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'
import { departingOn } from '#app/group/rows/groups.server.ts'
import { isTaken } from '#app/group/rows/participants.server.ts'
import { statusesThat } from '#app/group/rules/status.ts'
import { CUTOFF_BEFORE_DEPARTURE_MS, TRIP_BALANCE_BEFORE_START_MS } from '#app/kernel/limits.ts'
import { type Instant, londonDay } from '#app/kernel/time.ts'
import type { NoticeCode } from '#app/notices/rules/notices.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import type { Db } from '#db/db.ts'
import { hasRow } from '#db/rows.ts'
import { groups, notices, participants } from '#db/schema.ts'

const AWAITING = statusesThat('awaitsBalance')
const COMPLETE = statusesThat('complete')

/** No balance is due longer before its group's departure. */
const DUE_BEFORE_DEPARTURE_MS = Math.max(CUTOFF_BEFORE_DEPARTURE_MS, TRIP_BALANCE_BEFORE_START_MS)

/** Number of places that one sweep reminds. */
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

const isAbout = (code: NoticeCode) => eq(notices.id, sql`${`${code}:`} || ${participants.id}`)

/** A reminder for the place was already sent, or the news of its balance is newer than `since`. */
const isNotified = (db: Db, { about, notifiedBefore: since }: Window) =>
  hasRow(
    db,
    notices,
    or(
      eq(notices.id, sql`'balanceDue:' || ${participants.id} || ${about}`),
      and(or(isAbout('groupComplete'), isAbout('tripConfirmed')), gt(notices.createdAt, since)),
    ),
  )

/** Places that have a balance to pay and have had it for a while. */
const owes = (db: Db, window: Window) =>
  and(
    isTaken,
    eq(participants.paymentStatus, 'DEPOSIT'),
    // One that pays itself has news of its own, and is reminded of once that has failed.
    isNull(participants.autoPay),
    gt(participants.originalRemaining, 0),
    lte(participants.createdAt, window.notifiedBefore),
    not(isNotified(db, window)),
    isNotSetAside('balances', participants.id, window.now),
  )

/**
 * Whether somebody may owe a balance in the group: a carpool is complete for good when the last
 * has paid, a trip goes ahead before anybody has.
 */
const isAwaited = or(
  inArray(groups.status, AWAITING),
  and(eq(groups.kind, 'trip'), inArray(groups.status, COMPLETE)),
)

/** Places whose balance is due soon and unpaid. Amounts in pence, before points. */
export const listBalances = (db: Db, window: Window) =>
  db
    .select({
      participantId: participants.id,
      userId: participants.userId,
      kind: groups.kind,
      groupId: groups.id,
      departureAt: groups.departureAt,
      tripName: groups.tripName,
      private: groups.private,
      dueAt: groups.balanceDueAt,
      amount: participants.originalRemaining,
    })
    .from(groups)
    .innerJoin(participants, eq(participants.groupId, groups.id))
    .where(
      and(
        departingOn(londonDay(window.from), londonDay(window.until + DUE_BEFORE_DEPARTURE_MS)),
        isAwaited,
        gt(groups.balanceDueAt, window.from),
        lte(groups.balanceDueAt, window.until),
        owes(db, window),
      ),
    )
    .limit(LIMIT)
