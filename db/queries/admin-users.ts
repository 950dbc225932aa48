import { and, asc, desc, eq, exists, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AccountType } from '#app/domain/account.ts'
import type { UserId } from '#app/domain/id.ts'
import type { OwnNotice } from '#app/domain/notice.ts'
import type { Instant } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { carpools, orders, participants, pointsLedger, sessions, trips, users } from '#db/schema.ts'
import { type AuditEntry, auditIfChanged } from './audit.ts'
import { owedInAll } from './failed-refunds.ts'
import { noticeIfChanged } from './notices.ts'
import { peopleOf } from './participants.ts'
import { type Allowance, type PointsEntry, pointsAllocation, pointsGivenSince } from './points.ts'
import { type UserRow, userColumns } from './users.ts'

/**
 * A user as administrators see them; a closed account shows when it was closed, and little else.
 */
export type AdminUserRow = Pick<UserRow, keyof typeof userColumns> &
  Pick<UserRow, 'closedAt' | 'erasedAt' | 'suspendedAt' | 'suspendedReason'> & { points: number }

/** How many points entries and places of one person are shown at a time. */
const SHOWN_MAX = 100

// The table name is spelled out: in a single-table query columns come without it, and this one
// would be taken as the ledger's.
const points = sql<number>`(select coalesce(sum(${pointsLedger.points}), 0) from ${pointsLedger} where ${pointsLedger.userId} = ${users}.id)`
const columns = {
  ...userColumns,
  closedAt: users.closedAt,
  erasedAt: users.erasedAt,
  suspendedAt: users.suspendedAt,
  suspendedReason: users.suspendedReason,
  points: points.as('points'),
}

type Place = { at: Instant; id: string }

/** Members waiting for approval, longest waiting first. */
export const listPending = (db: Db, after: Place | null, limit: number): Promise<AdminUserRow[]> =>
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
    .all()

export type UserFilter = {
  search?: UserSearch
  accountType?: AccountType
  auth?: 'PENDING' | 'APPROVED' | 'REJECTED'
  /** Only closed accounts, or none of them. */
  closed?: boolean
  after: Place | null
  limit: number
}
/**
 * The search: a text in names, flats, emails and WeChat ids; digits in phones; an account's own id.
 */
export type UserSearch = { text: string; digits: string | null; id: string }

/** Accounts, the newest first. */
export const listUsers = (db: Db, f: UserFilter): Promise<AdminUserRow[]> =>
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
    .all()

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
      // Passed as one text: a page of accounts has more values than a statement may bind.
      .where(
        and(sql`${userId} in (select value from json_each(${JSON.stringify(ids)}))`, ne(points, 0)),
      ),
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
  const [inCarpools, onTrips, ordered] = await db.batch([
    db
      .select({
        id: participants.groupId,
        participantId: participants.id,
        status: carpools.status,
        airportNameZh: carpools.airportNameZh,
        airportNameEn: carpools.airportNameEn,
        tripType: carpools.tripType,
        at: carpools.carpoolAt,
        seat: participants.seat,
        people: peopleOf,
        paymentStatus: participants.paymentStatus,
        refundOwed: owedInAll(db).as('refund_owed'),
      })
      .from(participants)
      .innerJoin(carpools, eq(carpools.id, participants.groupId))
      .where(eq(participants.userId, id))
      .orderBy(desc(participants.createdAt))
      .limit(SHOWN_MAX),
    db
      .select({
        id: participants.groupId,
        participantId: participants.id,
        status: trips.status,
        tripName: trips.tripName,
        at: trips.tripStartAt,
        seat: participants.seat,
        people: peopleOf,
        paymentStatus: participants.paymentStatus,
        refundOwed: owedInAll(db).as('refund_owed'),
      })
      .from(participants)
      .innerJoin(trips, eq(trips.id, participants.groupId))
      .where(eq(participants.userId, id))
      .orderBy(desc(participants.createdAt))
      .limit(SHOWN_MAX),
    db
      .select({
        id: orders.id,
        kind: orders.kind,
        status: orders.status,
        payment: orders.payment,
        refundOwed: orders.refundOwed,
        sendDate: orders.sendDate,
        createdAt: orders.createdAt,
      })
      .from(orders)
      .where(eq(orders.userId, id))
      .orderBy(desc(orders.createdAt))
      .limit(SHOWN_MAX),
  ])
  return { carpools: inCarpools, trips: onTrips, orders: ordered }
}

/**
 * Approves or rejects a member who is waiting and whose account is not closed; otherwise returns
 * false and writes nothing.
 */
export async function decideMember(
  db: Db,
  {
    id,
    auth,
    entry,
    notice,
  }: { id: UserId; auth: 'APPROVED' | 'REJECTED'; entry: AuditEntry; notice: OwnNotice },
): Promise<boolean> {
  const waiting = and(
    eq(users.id, id),
    eq(users.accountType, 'MEMBER'),
    eq(users.auth, 'PENDING'),
    isNull(users.closedAt),
  )
  const [decided] = await db.batch([
    db.update(users).set({ auth, updatedAt: entry.at }).where(waiting).returning({ id: users.id }),
    auditIfChanged(db, entry),
    noticeIfChanged(db, { ...notice, createdAt: entry.at }),
  ])
  return decided.length > 0
}

/** Sets a level if it is still `seen`; false if it is not, or the account is closed. */
export async function setLevel(
  db: Db,
  { id, seen, level, entry }: { id: UserId; seen: number; level: number; entry: AuditEntry },
): Promise<boolean> {
  const [set] = await db.batch([
    db
      .update(users)
      .set({ membershipLevel: level, updatedAt: entry.at })
      .where(and(eq(users.id, id), eq(users.membershipLevel, seen), isNull(users.closedAt)))
      .returning({ id: users.id }),
    auditIfChanged(db, entry),
  ])
  return set.length > 0
}

type Suspension = { id: UserId; entry: AuditEntry; notice: OwnNotice }

/**
 * Suspends a user and ends every session. Returns false and writes nothing if they are already
 * suspended or the account is closed.
 */
export async function suspendUser(
  db: Db,
  { id, reason, entry, notice }: Suspension & { reason: string },
): Promise<boolean> {
  const [suspended] = await db.batch([
    db
      .update(users)
      .set({ suspendedAt: entry.at, suspendedReason: reason, updatedAt: entry.at })
      .where(and(eq(users.id, id), isNull(users.suspendedAt), isNull(users.closedAt)))
      .returning({ id: users.id }),
    auditIfChanged(db, entry),
    noticeIfChanged(db, { ...notice, createdAt: entry.at }),
    endSessionsOfSuspended(db, id),
  ])
  return suspended.length > 0
}

/**
 * Reinstates a user, who then has to log in again. Returns false and writes nothing if they are not
 * suspended.
 */
export async function reinstateUser(db: Db, { id, entry, notice }: Suspension): Promise<boolean> {
  const [, reinstated] = await db.batch([
    // A login in progress while the account was suspended may have left a session behind.
    endSessionsOfSuspended(db, id),
    db
      .update(users)
      .set({ suspendedAt: null, suspendedReason: null, updatedAt: entry.at })
      .where(and(eq(users.id, id), isNotNull(users.suspendedAt), isNull(users.closedAt)))
      .returning({ id: users.id }),
    auditIfChanged(db, entry),
    noticeIfChanged(db, { ...notice, createdAt: entry.at }),
  ])
  return reinstated.length > 0
}

function endSessionsOfSuspended(db: Db, id: UserId) {
  const suspended = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, id), isNotNull(users.suspendedAt)))
  return db.delete(sessions).where(and(eq(sessions.userId, id), exists(suspended)))
}

export type Allocation = {
  userId: UserId
  /** Identifies this hand-out: repeated, it happens once. */
  operationId: string
  /** Above 0: given; below 0: taken back. */
  points: number
  description: string
}

/**
 * Gives or takes back points by hand, once, with its audit entry and its notice; writes nothing if
 * `pointsAllocation` refuses. Returns what the operation wrote, now or earlier, and what the
 * administrator has given in total.
 */
export async function allocatePoints(
  db: Db,
  {
    entry,
    notice,
    allowance,
    ...allocation
  }: Allocation & { entry: AuditEntry; notice: OwnNotice; allowance: Allowance },
): Promise<{ done: (Allocation & { id: string }) | null; given: number }> {
  const { id, userId, operationId, points, description } = pointsLedger
  const [, , , rows, sums] = await db.batch([
    pointsAllocation(db, { ...allocation, now: entry.at }, allowance),
    auditIfChanged(db, entry),
    noticeIfChanged(db, { ...notice, createdAt: entry.at }),
    db
      .select({ id, userId, operationId, points, description })
      .from(pointsLedger)
      .where(eq(operationId, allocation.operationId)),
    pointsGivenSince(db, allowance.by, allowance.since),
  ])
  return { done: rows[0] ?? null, given: sums[0]?.given ?? 0 }
}
