import { and, asc, desc, eq, getTableColumns, isNull, lte, type SQLWrapper, sql } from 'drizzle-orm'
import type { OrderId, ParticipantId, RequestId, UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { orders, participants, requests, users } from '#db/schema.ts'

/** Whom or what money is asked for, by one of these ids; the others are empty. */
export type SubjectRef = { user: string; about: string; place: string }

/**
 * The student whom an address names, by their own id, their order's or their place's, with the
 * place's group. An open account only.
 */
export const findWhom = (db: Db, { user, about, place }: SubjectRef) => {
  const placeId = eq(participants.id, place as ParticipantId)
  const ofPlace = (column: SQLWrapper) =>
    sql`(select ${column} from ${participants} where ${placeId})`
  const ofOrder = sql`(select ${orders.userId} from ${orders} where ${eq(orders.id, about as OrderId)})`
  const whom = sql<UserId>`coalesce(${ofPlace(participants.userId)}, ${ofOrder}, ${user})`
  return db
    .select({
      userId: users.id,
      name: users.name,
      groupId: sql<string | null>`${ofPlace(participants.groupId)}`,
    })
    .from(users)
    .where(and(eq(users.id, whom), isNull(users.closedAt)))
}

const withPerson = (db: Db) =>
  db
    .select({ ...getTableColumns(requests), name: users.name })
    .from(requests)
    .leftJoin(users, and(eq(users.id, requests.userId), isNull(users.closedAt)))

/** One request, with the name of an account that is open. */
export const findWithPerson = (db: Db, id: string) =>
  withPerson(db).where(eq(requests.id, id as RequestId))

export type RequestsQuery = {
  /** Only those not paid yet, longest waiting first. */
  openOnly: boolean
  after: { at: Instant; id: string } | null
  limit: number
}

export function listRequests(db: Db, { openOnly, after, limit }: RequestsQuery) {
  const [sorted, beyond] = openOnly ? [asc, sql`>`] : [desc, sql`<`]
  const at =
    after && sql`(${requests.askedAt}, ${requests.id}) ${beyond} (${after.at}, ${after.id})`
  return withPerson(db)
    .where(and(openOnly ? eq(requests.payment, 'awaiting') : undefined, at ?? undefined))
    .orderBy(sorted(requests.askedAt), sorted(requests.id))
    .limit(limit)
}

/** How many requests have been waiting to be paid since before `before`. */
export const countOverdue = (db: Db, before: Instant) =>
  db
    .select({ count: sql<number>`count(*)`.mapWith(Number).as('overdue') })
    .from(requests)
    .where(and(eq(requests.payment, 'awaiting'), lte(requests.askedAt, before)))
