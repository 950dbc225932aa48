import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  lte,
  min,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { GroupId, ParticipantId, UserId } from '#app/kernel/id.ts'
import { DRIVE_UNTIL_MS, RIDE_SMS_LATE_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { stopOfUser } from '#app/notices/rows/email-stops.server.ts'
import { textedFor } from '#app/notices/rules/notices.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import type { Db } from '#db/db.ts'
import { notices, participants, users } from '#db/schema.ts'

const TEXTED = textedFor('ride')

type DueQuery = { now: Instant; limit: number }
type State = NonNullable<(typeof notices.$inferSelect)['smsState']>
const paramOf = (name: string): SQL => sql`(${notices.params} ->> ${sql.raw(`'${name}'`)})`

/** The subject of a text message: news of a car, a task with a deadline, or our own words. */
export type SmsKind = 'ride' | 'deadline' | 'message'
const isKind = (kind: SmsKind) =>
  ({
    deadline: notInArray(notices.code, [...TEXTED, 'message']),
    message: eq(notices.code, 'message'),
    ride: inArray(notices.code, TEXTED),
  })[kind]

/**
 * Notices whose text message of a kind is due by `now`, longest waiting first, and their owners.
 */
export const listDueSms = (db: Db, { now, limit }: DueQuery, { kind }: { kind: SmsKind }) =>
  db
    .select({
      id: notices.id,
      code: notices.code,
      params: notices.params,
      createdAt: notices.createdAt,
      tries: notices.smsTries,
      userId: notices.userId,
      phone: users.phone,
      wanted: users.rideTexts,
      emailNotices: sql<boolean>`coalesce(${users.emailNotices}, 0)`.mapWith(Boolean),
      emailConfirmedAt: users.emailConfirmedAt,
      emailStop: stopOfUser.as('email_stop'),
      language: users.language,
      closedAt: users.closedAt,
    })
    .from(notices)
    .leftJoin(users, eq(users.id, notices.userId))
    .where(
      and(
        lte(notices.smsAt, now),
        eq(notices.smsState, 'waiting'),
        isKind(kind),
        isNotSetAside('texts', notices.id, now),
      ),
    )
    .orderBy(asc(notices.smsAt))
    .limit(limit)

export type DueSms = Awaited<ReturnType<typeof listDueSms>>[number]
type SmsSnapshot = Pick<DueSms, 'id' | 'tries'>

/**
 * Counts a try before it is made. The message is not tried again unless `endSms` allows it. Returns
 * false if another sweep was quicker, or the receiver has just switched text messages off.
 */
export async function claimSms(db: Db, { id, tries }: SmsSnapshot, now: Instant): Promise<boolean> {
  const claimed = await db
    .update(notices)
    .set({ smsState: 'claimed', smsTries: tries + 1, smsAt: now })
    .where(
      and(
        eq(notices.id, id),
        eq(notices.smsState, 'waiting'),
        eq(notices.smsTries, tries),
        inArray(
          notices.userId,
          db.select({ id: users.id }).from(users).where(eq(users.rideTexts, true)),
        ),
      ),
    )
    .returning({ id: notices.id })
  return claimed.length > 0
}

/**
 * Changes the state of a text message read in state `from`. `at`: its next try, or when it failed.
 */
export const endSms = (
  db: Db,
  { id, tries }: SmsSnapshot,
  from: 'waiting' | 'claimed',
  to: { smsState: State; smsAt: Instant | null },
) =>
  db
    .update(notices)
    .set(to)
    .where(and(eq(notices.id, id), eq(notices.smsState, from), eq(notices.smsTries, tries)))

/** Skips the waiting text messages of a kind that is now switched off. */
export const skipWaitingSms = (db: Db, kind: SmsKind) =>
  db
    .update(notices)
    .set({ smsState: 'skipped', smsAt: null })
    .where(and(gt(notices.smsAt, 0), eq(notices.smsState, 'waiting'), isKind(kind)))

/** Whether the last text message that may have reached a place was news of a car. */
export async function knowsCarBySms(
  db: Db,
  { userId, participantId }: { userId: UserId; participantId: ParticipantId },
): Promise<boolean> {
  const [last] = await db
    .select({ code: notices.code })
    .from(notices)
    .where(
      and(
        eq(notices.userId, userId),
        inArray(notices.smsState, ['sent', 'claimed']),
        inArray(notices.code, TEXTED),
        sql`${paramOf('participantId')} = ${participantId}`,
      ),
    )
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(1)
  return last !== undefined && last.code !== 'carWithdrawn'
}

/** `carNewsUntil` of the domain. */
const start = sql`coalesce(${paramOf('carpoolAt')}, ${paramOf('tripStartAt')})`
const newsUntil = sql`max(${start}, coalesce(${paramOf('meetAt')}, ${start} + ${DRIVE_UNTIL_MS}))`

/**
 * A text message that was due some time ago and is not known to be sent, is still true, and is
 * about a car that has yet to meet its passengers.
 */
const isUnsent = (now: Instant) =>
  and(
    lte(notices.smsAt, now - RIDE_SMS_LATE_MS),
    isKind('ride'),
    sql`${newsUntil} > ${now}`,
    eq(participants.seat, 'taken'),
    sql`(${participants.ride} ->> 'version') is ${paramOf('version')}`,
  )

/** The number of such messages, and the group of the oldest. */
export const countUnsentSms = (db: Db, now: Instant) =>
  db
    .select({
      count: count().as('count'),
      kind: participants.kind,
      groupId: participants.groupId,
      // SQLite takes the other columns from the row that has the minimum.
      since: min(notices.smsAt).as('since'),
    })
    .from(notices)
    .innerJoin(participants, eq(participants.id, paramOf('participantId')))
    .where(isUnsent(now))

/** The places of a group that such messages are for. */
export const listUnsentSms = (db: Db, groupId: GroupId, now: Instant) =>
  db
    .select({ id: participants.id })
    .from(notices)
    .innerJoin(participants, eq(participants.id, paramOf('participantId')))
    .where(and(isUnsent(now), eq(participants.groupId, groupId)))
