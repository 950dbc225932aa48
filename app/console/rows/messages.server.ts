import { and, count, eq, gt, gte, isNull, min, type SQL, sql } from 'drizzle-orm'
import { type AuditEntry, auditIf } from '#app/audit/rows/audit.server.ts'
import { DRIVE_UNTIL_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { noticeRowOf } from '#app/notices/rows/notices.server.ts'
import type { Db } from '#db/db.ts'
import { batchOf, insertEach } from '#db/rows.ts'
import { auditLog, groups, notices, orders, participants, users } from '#db/schema.ts'

/** Whom a message is for, by one of these; `day` with an airport. The others are empty. */
export type Audience = Record<'place' | 'car' | 'order' | 'user' | 'day' | 'airport', string>

/** Somebody who would get the message, and what of it names its subject. */
const columnsOf = (params: SQL) => ({
  userId: users.id,
  name: users.name,
  phone: users.phone,
  mayText: users.rideTexts,
  params: sql<string>`${params}`.as('about'),
})

/**
 * Who has a confirmed place now, each once: somebody with two places that day gets the message
 * about the first. Or whose order or account it is. Open accounts only.
 */
function selectPeople(db: Db, { place, car, order, user, day, airport }: Audience, now: Instant) {
  const isOpen = isNull(users.closedAt)
  if (user !== '')
    return db
      .select({ ...columnsOf(sql`json_object()`), soonest: sql`0`.as('soonest') })
      .from(users)
      .where(and(eq(users.id, user as 'usr_'), isOpen))
  if (order !== '')
    return db
      .select({
        ...columnsOf(
          sql`json_object('orderId', ${orders.id}, 'kind', ${orders.kind}, 'sendDate', ${orders.sendDate})`,
        ),
        soonest: sql`0`.as('soonest'),
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.userId))
      .where(and(eq(orders.id, order as 'mail_'), isOpen))
  const about = sql`iif(${groups.kind} = 'trip',
    json_object('tripId', ${groups.id}, 'tripName', ${groups.tripName}, 'tripStartAt', ${groups.departureAt}, 'participantId', ${participants.id}),
    json_object('carpoolId', ${groups.id}, 'carpoolAt', ${groups.departureAt}, 'participantId', ${participants.id}))`
  const which =
    place !== ''
      ? eq(participants.id, place as 'par_')
      : car !== ''
        ? eq(groups.id, car as 'car_')
        : and(eq(groups.departureDay, day), eq(groups.airportId, airport as 'air_'))
  return (
    db
      // SQLite takes the other columns from the row that has the minimum.
      .select({ ...columnsOf(about), soonest: min(groups.departureAt).as('soonest') })
      .from(groups)
      .innerJoin(participants, eq(participants.groupId, groups.id))
      .innerJoin(users, eq(users.id, participants.userId))
      .where(
        and(
          which,
          sql`${participants.seat} = 'taken'`,
          gt(groups.departureAt, now - DRIVE_UNTIL_MS),
          isOpen,
        ),
      )
      .groupBy(users.id)
  )
}

export const listPeople = (db: Db, to: Audience, now: Instant) =>
  db
    .select()
    .from(selectPeople(db, to, now).as('people'))
    .orderBy(sql`soonest`, sql`name`, sql`id`)

const sentSince = (db: Db, subject: string, since: Instant) =>
  db
    .select({ count: count().as('count') })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, subject),
        eq(auditLog.action, 'messageSent'),
        gte(auditLog.at, since),
      ),
    )

/** Who would get a message now, and how many about the same subject were sent since an instant. */
export async function readAudience(
  db: Db,
  to: Audience,
  { subject, since, now }: { subject: string; since: Instant; now: Instant },
) {
  const { people, sent } = await batchOf(db, {
    people: listPeople(db, to, now),
    sent: sentSince(db, subject, since),
  })
  return { people, sent: sent[0]?.count ?? 0 }
}

/** What is sent: the words, and whether by text message too. */
export type Words = { zh: string; en: string; contact: string; sms: boolean }
/** At most so many about one subject since an instant. */
type Allowance = { since: Instant; max: number }

/**
 * Writes one notice for each person whom the message is for at this moment, with the audit entry of
 * their ids; only once under an entry's id, and within the allowance. Returns whether it was sent,
 * now or by an earlier call.
 */
export async function insertMessages(
  db: Db,
  to: Audience,
  entry: AuditEntry & { id: string },
  { sms, ...said }: Words,
  { since, max }: Allowance,
): Promise<boolean> {
  const { id, at } = entry
  const people = selectPeople(db, to, at)
  const ids = sql`(select json_group_array(id) from ${people} where true)`
  const after = sql`json_object('people', json_array_length(${ids}), 'users', json(${ids}), 'sms', ${sms ? 1 : 0})`
  const notice = noticeRowOf({ code: 'message', createdAt: at })
  const row = {
    ...notice,
    id: sql`${`${id}:`} || id`,
    userId: sql`id`,
    params: sql`json_patch(about, ${JSON.stringify(said)})`,
    smsState: sms ? ('waiting' as const) : null,
    smsAt: sms ? at : null,
  }
  const may = sql`exists ${people} and ${sentSince(db, entry.subject, since)} < ${max}`
  const { found } = await batchOf(db, {
    audit: auditIf(db, { ...entry, after }, may),
    told: insertEach(db, notices, row, sql`${people}`, sql`changes() > 0`),
    found: db.select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.id, id)),
  })
  return found.length > 0
}
