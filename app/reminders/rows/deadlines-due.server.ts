import { and, count, eq, gt, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { TripType } from '#app/carpool/rules/state.ts'
import { departingOn } from '#app/group/rows/groups.server.ts'
import { isTaken } from '#app/group/rows/participants.server.ts'
import type { DepositStatus } from '#app/group/rules/state.ts'
import { statusesThat } from '#app/group/rules/status.ts'
import type { GroupId, ParticipantId, UserId } from '#app/kernel/id.ts'
import { DEADLINE_TEXTS_PER_GROUP } from '#app/kernel/limits.ts'
import { type Instant, londonDay } from '#app/kernel/time.ts'
import { seenColumns } from '#app/notices/rows/task-facts.server.ts'
import { textedFor } from '#app/notices/rules/notices.ts'
import type { Deadline } from '#app/reminders/rules/deadline.ts'
import type { Db } from '#db/db.ts'
import { inList } from '#db/lists.ts'
import { hasRow } from '#db/rows.ts'
import { emailStops, groups, notices, participants, users } from '#db/schema.ts'

const WITH_DEADLINE = statusesThat('open', 'complete', 'unpaidCar', 'failed')

/** Number of places that one sweep checks, soonest first. */
const LIMIT = 1000

/** Users who may be texted and are not reached by email (`emailingOf`). */
const isTextedOnly = (db: Db) =>
  and(
    eq(users.rideTexts, true),
    isNull(users.closedAt),
    or(
      eq(users.emailNotices, false),
      isNull(users.emailConfirmedAt),
      inArray(users.emailKey, db.select({ key: emailStops.emailKey }).from(emailStops)),
    ),
  )

type Window = { from: Instant; until: Instant }

/** Places whose deadline may be in the window, with the facts that decide it. */
export const listDeadlines = (db: Db, { from, until }: Window) =>
  db
    .select({
      participantId: participants.id,
      userId: participants.userId,
      groupId: participants.groupId,
      ...seenColumns,
      paymentStatus: participants.paymentStatus,
      remaining: participants.originalRemaining,
      depositStatus: sql<DepositStatus>`${participants.depositStatus}`,
      renewalFailed: participants.renewalFailed,
      kind: groups.kind,
      departureAt: groups.departureAt,
      cutoffAt: groups.cutoffAt,
      balanceDueAt: groups.balanceDueAt,
      tripType: sql<TripType>`${groups.tripType}`,
    })
    .from(groups)
    .innerJoin(participants, eq(participants.groupId, groups.id))
    .innerJoin(users, eq(users.id, participants.userId))
    .where(
      and(
        departingOn(londonDay(from), londonDay(until)),
        inArray(groups.status, WITH_DEADLINE),
        gt(groups.departureAt, from),
        lte(groups.departureAt, until),
        or(isTaken, sql`${participants.seat} = 'out'`),
        isTextedOnly(db),
      ),
    )
    .orderBy(groups.departureAt)
    .limit(LIMIT)

type TextedPlace = { participantId: ParticipantId; userId: UserId; groupId: GroupId }

const DEADLINE_CODES = textedFor('deposit', 'balance', 'choice')

/**
 * Requests a text message for the newest notice about a place's task, unless one about this was
 * requested already, or the owner has had the maximum about this group.
 */
export function askForText(db: Db, place: TextedPlace, toDo: Deadline['toDo'], now: Instant) {
  const { participantId, userId, groupId } = place
  const isOfPlace = and(
    eq(notices.userId, userId),
    inList(notices.code, textedFor(toDo)),
    sql`${notices.params} ->> 'participantId' = ${participantId}`,
  )
  const newest = db
    .select({ id: notices.id })
    .from(notices)
    .where(isOfPlace)
    .orderBy(sql`${notices.createdAt} desc, ${notices.id} desc`)
    .limit(1)
  const isAsked = hasRow(db, notices, isOfPlace, isNotNull(notices.smsState))
  const ofGroup = db
    .select({ n: count() })
    .from(notices)
    .where(
      and(
        eq(notices.userId, userId),
        inArray(notices.code, DEADLINE_CODES),
        inArray(notices.smsState, ['waiting', 'claimed', 'sent', 'failed']),
        sql`coalesce(${notices.params} ->> 'carpoolId', ${notices.params} ->> 'tripId') = ${groupId}`,
      ),
    )
  return db
    .update(notices)
    .set({ smsState: 'waiting', smsAt: now })
    .where(
      and(
        inArray(notices.id, newest),
        not(isAsked),
        sql`(${ofGroup}) < ${DEADLINE_TEXTS_PER_GROUP}`,
      ),
    )
}
