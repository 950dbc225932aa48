import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import {
  type Allowance,
  pointsAllocation,
  pointsGivenSince,
} from '#app/account/rows/points.server.ts'
import { type AuditEntry, auditIfChanged, changeAudited } from '#app/audit/rows/audit.server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { noticeIfChanged } from '#app/notices/rows/notices.server.ts'
import type { OwnNotice } from '#app/notices/rules/notices.ts'
import type { Db } from '#db/db.ts'
import { hasRow } from '#db/rows.ts'
import { pointsLedger, sessions, users } from '#db/schema.ts'

export type MemberDecision = {
  id: UserId
  auth: 'APPROVED' | 'REJECTED'
  entry: AuditEntry
  notice: OwnNotice
}

/**
 * Approves or rejects members who are waiting and whose accounts are not closed, in one batch.
 * Returns the ids of those; for the others it writes nothing.
 */
export async function decideMembers(db: Db, decisions: MemberDecision[]): Promise<UserId[]> {
  const statements = decisions.map(({ id, auth, entry, notice }) => [
    db
      .update(users)
      .set({ auth, updatedAt: entry.at })
      .where(
        and(
          eq(users.id, id),
          eq(users.accountType, 'MEMBER'),
          eq(users.auth, 'PENDING'),
          isNull(users.closedAt),
        ),
      )
      .returning({ id: users.id }),
    auditIfChanged(db, entry),
    noticeIfChanged(db, { ...notice, createdAt: entry.at }),
  ])
  const [first, ...rest] = statements.flat()
  if (!first) return []
  const answers = (await db.batch([first, ...rest])) as unknown[]
  return answers.flatMap((rows, at) =>
    at % 3 === 0 ? (rows as { id: UserId }[]).map((one) => one.id) : [],
  )
}

/** Sets a level if it is still `seen`; returns false if it is not, or the account is closed. */
export async function setLevel(
  db: Db,
  { id, seen, level, entry }: { id: UserId; seen: number; level: number; entry: AuditEntry },
): Promise<boolean> {
  const set = db
    .update(users)
    .set({ membershipLevel: level, updatedAt: entry.at })
    .where(and(eq(users.id, id), eq(users.membershipLevel, seen), isNull(users.closedAt)))
    .returning({ id: users.id })
  return (await changeAudited(db, set, entry)) !== undefined
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
  const suspend = db
    .update(users)
    .set({ suspendedAt: entry.at, suspendedReason: reason, updatedAt: entry.at })
    .where(and(eq(users.id, id), isNull(users.suspendedAt), isNull(users.closedAt)))
    .returning({ id: users.id })
  const ended = endSessionsOfSuspended(db, id)
  return (await changeAudited(db, suspend, entry, notice, ended)) !== undefined
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
  const isSuspended = hasRow(db, users, eq(users.id, id), isNotNull(users.suspendedAt))
  return db.delete(sessions).where(and(eq(sessions.userId, id), isSuspended))
}

export type Allocation = {
  userId: UserId
  /** Identifies this allocation; repeating it has no further effect. */
  operationId: string
  /** Above 0: given; below 0: taken back. */
  points: number
  description: string
}

/**
 * Gives or takes back points by hand, once, with an audit entry and a notice; writes nothing if
 * `pointsAllocation` refuses. Returns the operation's entry, written now or earlier, and the
 * administrator's total.
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
