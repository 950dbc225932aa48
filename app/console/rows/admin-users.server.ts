import { and, asc, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PointsEntry } from '#app/account/rows/points.server.ts'
import { type User, type UserRow, userColumns } from '#app/account/rows/users.server.ts'
import { peopleOf } from '#app/group/rows/participants.server.ts'
import type { AccountType } from '#app/kernel/account.ts'
import type { UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { owedInAll } from '#app/payments/rows/failed-refunds.server.ts'
import type { Db } from '#db/db.ts'
import { carpools, trips } from '#db/kinds.ts'
import { inList } from '#db/lists.ts'
import { orders, participants, pointsLedger, receipts, users } from '#db/schema.ts'

/**
 * A user as administrators see them; a closed account shows when it was closed, and little else.
 */
export type AdminUserRow = User &
  Pick<UserRow, 'closedAt' | 'erasedAt' | 'suspendedAt' | 'suspendedReason'> & { points: number }

/** How many points entries and places of one person are shown at a time. */
const SHOWN_MAX = 100

// The table name is spelled out: a single-table query omits it, and the column would be the
// ledger's.
const points = sql<number>`(select coalesce(sum(${pointsLedger.points}), 0) from ${pointsLedger} where ${pointsLedger.userId} = ${users}.id)`
const columns = {
  ...userColumns,
  closedAt: users.closedAt,
  erasedAt: users.erasedAt,
  suspendedAt: users.suspendedAt,
  suspendedReason: users.suspendedReason,
  points: points.as('points'),
}

type ListPosition = { at: Instant; id: string }

/** Members waiting for approval, longest waiting first. */
export const listPending = (db: Db, after: ListPosition | null, limit: number) =>
  db
    .select(columns)
    .from(users)
    .where(
      and(
        eq(users.auth, 'PENDING'),
        isNull(users.closedAt),
        after ? sql`(${users.createdAt}, ${users.id}) > (${after.at}, ${after.id})` : undefined,
      ),
    )
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(limit)

export type UserFilter = {
  search?: UserSearch
  accountType?: AccountType
  auth?: 'PENDING' | 'APPROVED' | 'REJECTED'
  /** Only closed accounts, or none of them. */
  closed?: boolean
  after: ListPosition | null
  limit: number
}
/**
 * The search: a text in names, flats, emails and WeChat ids; digits in phones; an account's own id.
 */
export type UserSearch = { text: string; digits: string | null; id: string }

/** Accounts, the newest first. */
export const listUsers = (db: Db, f: UserFilter) =>
  db
    .select(columns)
    .from(users)
    .where(
      and(
        f.accountType && eq(users.accountType, f.accountType),
        f.auth && eq(users.auth, f.auth),
        f.closed === undefined
          ? undefined
          : f.closed
            ? isNotNull(users.closedAt)
            : isNull(users.closedAt),
        f.search && isFound(f.search),
        f.after
          ? sql`(${users.createdAt}, ${users.id}) < (${f.after.at}, ${f.after.id})`
          : undefined,
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(f.limit)

/** instr instead of LIKE: the search text has no wildcards. */
export const isFound = ({ text, digits, id }: UserSearch): SQL | undefined =>
  or(
    sql`instr(lower(${users.name}), ${text}) > 0`,
    sql`instr(lower(coalesce(${users.flatName}, '') || ' ' || coalesce(${users.flatNumber}, '')), ${text}) > 0`,
    sql`instr(lower(${users.email}), ${text}) > 0`,
    sql`instr(lower(${users.wechat}), ${text}) > 0`,
    digits === null ? undefined : sql`instr(${users.phone}, ${digits}) > 0`,
    eq(users.id, id as UserId),
  )

/** The newest points entries of some users, at most 100 each. */
export async function listPointsOf(db: Db, ids: UserId[]): Promise<Map<UserId, PointsEntry[]>> {
  const { id, userId, points, kind, params, description, createdAt } = pointsLedger
  const latest = sql<number>`row_number() over (partition by ${userId} order by ${createdAt} desc, ${id} desc)`
  const entries = db.$with('entries').as(
    db
      .select({
        id,
        userId,
        points,
        kind,
        params,
        description,
        createdAt,
        latest: latest.as('latest'),
      })
      .from(pointsLedger)
      .where(and(inList(userId, ids), ne(points, 0))),
  )
  const rows = await db
    .with(entries)
    .select()
    .from(entries)
    .where(sql`latest <= ${SHOWN_MAX}`)
    .orderBy(sql`latest`)
  const found = new Map<UserId, PointsEntry[]>(ids.map((id) => [id, []]))
  for (const { userId, latest: _, ...entry } of rows) found.get(userId)?.push(entry)
  return found
}

export async function findAdminUser(db: Db, id: UserId): Promise<AdminUserRow | null> {
  return (await db.select(columns).from(users).where(eq(users.id, id)).get()) ?? null
}

/** What a user has joined and ordered, newest of each first. */
export async function listActivityOf(db: Db, id: UserId) {
  const place = {
    id: participants.groupId,
    participantId: participants.id,
    seat: participants.seat,
    people: peopleOf,
    paymentStatus: participants.paymentStatus,
    refundOwed: owedInAll(db).as('refund_owed'),
  }
  const isOwn = eq(participants.userId, id)
  const newest = desc(participants.createdAt)
  const { airportNameZh, airportNameEn, tripType } = carpools
  const [inCarpools, onTrips, ordered, charged, held] = await db.batch([
    db
      .select({
        ...place,
        ...{ status: carpools.status, at: carpools.departureAt },
        ...{ airportNameZh, airportNameEn, tripType },
      })
      .from(participants)
      .innerJoin(carpools, eq(carpools.id, participants.groupId))
      .where(isOwn)
      .orderBy(newest)
      .limit(SHOWN_MAX),
    db
      .select({ ...place, status: trips.status, at: trips.departureAt, tripName: trips.tripName })
      .from(participants)
      .innerJoin(trips, eq(trips.id, participants.groupId))
      .where(isOwn)
      .orderBy(newest)
      .limit(SHOWN_MAX),
    db
      .select({
        id: orders.id,
        kind: orders.kind,
        status: orders.status,
        payment: orders.payment,
        refundOwed: orders.refundOwed,
        sendDate: orders.sendDate,
        shipCompany: orders.shipCompany,
        boxes: orders.estBoxNum,
        createdAt: orders.createdAt,
      })
      .from(orders)
      .where(eq(orders.userId, id))
      .orderBy(desc(orders.createdAt))
      .limit(SHOWN_MAX),
    db
      .select({
        intentId: receipts.intentId,
        sale: receipts.sale,
        amount: receipts.amount,
        at: receipts.paidAt,
      })
      .from(receipts)
      .where(eq(receipts.userId, id))
      .orderBy(desc(receipts.paidAt))
      .limit(SHOWN_MAX),
    db
      .select({
        intentId: participants.depositIntentId,
        kind: participants.kind,
        at: participants.createdAt,
      })
      .from(participants)
      .where(and(isOwn, eq(participants.depositStatus, 'held')))
      .orderBy(newest)
      .limit(SHOWN_MAX),
  ])
  return { carpools: inCarpools, trips: onTrips, orders: ordered, charged, held }
}
