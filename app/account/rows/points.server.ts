import { and, desc, eq, gt, gte, isNull, lt, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { AdminId, UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { idOf, type ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'
import { columnsOf, hasRow } from '#db/rows.ts'
import { pointsLedger, users } from '#db/schema.ts'

/**
 * The only way points ever change (docs/rules.md#points): rows of an append-only ledger, each
 * inserted by one guarded statement, once per operation id. A balance is the sum of a user's rows.
 */

type LedgerRow = typeof pointsLedger.$inferSelect
export type PointsEntry = Pick<
  LedgerRow,
  'id' | 'points' | 'kind' | 'params' | 'description' | 'createdAt'
>
/**
 * `earned`: entries that add points; `spent`: entries that take points, for whatever reason.
 * Together they add up to the balance.
 */
export type PointsType = 'all' | 'earned' | 'spent'
/** The carpool that points were spent on or earned with, named in the entry's text. */
export type CarpoolOfPoints = { airportZh: string; airportEn: string; carpoolAt: Instant }

export type PointsOperation = {
  /** Identifies the operation; repeating it has no further effect. */
  operationId: string
  userId: UserId
  now: Instant
}
export type PointsChange = PointsOperation & {
  /** A whole number, never negative; the operation decides the direction. */
  points: number
  params: CarpoolOfPoints
}

/** Only approved members can spend and earn points. */
const isApprovedMember = and(eq(users.accountType, 'MEMBER'), eq(users.auth, 'APPROVED'))

/** Nor for a while after an administrator has set the phone. */
const maySpend = (now: Instant) =>
  and(isApprovedMember, or(isNull(users.pointsFrom), lte(users.pointsFrom, now)))

/** A user's balance. */
export const selectBalance = (db: Db, viewer: ViewerRef) =>
  db
    .select({ balance: sql<number>`coalesce(sum(${pointsLedger.points}), 0)`.as('balance') })
    .from(pointsLedger)
    .where(eq(pointsLedger.userId, idOf(db, viewer)))

const returnOf = (operationId: string) => `back:${operationId}`
const isReturned = (db: Db, operationId: string) =>
  hasRow(db, pointsLedger, eq(pointsLedger.operationId, returnOf(operationId)))

/**
 * Takes points for a balance (`balance:<participantId>:<attempt>`) if the user is an approved
 * member, has that many, and they were not returned before. Returns true if they are taken, now or
 * by an earlier call. Throws if the same operation took a different number, which is a bug in the
 * caller.
 */
export async function reservePoints(db: Db, change: PointsChange): Promise<boolean> {
  const { operationId, userId, points } = change
  if (points === 0) throw new Error('there is nothing to reserve')
  const enough = sql`${selectBalance(db, { id: userId })} >= ${wholePoints(points)}`
  const notReturned = not(isReturned(db, operationId))
  const [, rows] = await db.batch([
    insertEntry(
      db,
      { ...change, kind: 'balance', points: -points },
      and(maySpend(change.now), enough, notReturned),
    ),
    db
      .select({ points: pointsLedger.points })
      .from(pointsLedger)
      .where(
        and(
          eq(pointsLedger.operationId, operationId),
          eq(pointsLedger.userId, userId),
          notReturned,
        ),
      ),
  ])
  const [made] = rows
  if (made && made.points !== -points)
    throw new Error(`${operationId} took ${-made.points} points before`)
  return made !== undefined
}

/** A column of an operation's entry. */
const ofEntry = (db: Db, { operationId, userId }: PointsOperation, column: 'points' | 'params') =>
  db
    .select({ value: pointsLedger[column] })
    .from(pointsLedger)
    .where(and(eq(pointsLedger.operationId, operationId), eq(pointsLedger.userId, userId)))

/**
 * Gives back what the operation took, or records 0 if it took nothing yet. After that it can take
 * nothing, so a reservation that arrives after its own return changes nothing.
 */
export function returnPoints(db: Db, operation: PointsOperation): BatchItem<'sqlite'> {
  const { operationId, userId, now } = operation
  return insertEntry(db, {
    operationId: returnOf(operationId),
    userId,
    kind: 'balanceReturned',
    points: sql`coalesce(-${ofEntry(db, operation, 'points')}, 0)`,
    params: sql`coalesce(${ofEntry(db, operation, 'params')}, '{}')`,
    now,
  })
}

/**
 * Gives points for a carpool (`earn:<participantId>`) if the user is an approved member at that
 * moment and the points were not taken back before.
 */
export const earnPoints = (db: Db, change: PointsChange): BatchItem<'sqlite'> =>
  insertEntry(
    db,
    { ...change, kind: 'earned' },
    and(
      isApprovedMember,
      sql`${wholePoints(change.points)} > 0`,
      not(isReturned(db, change.operationId)),
    ),
  )

/**
 * Takes back what `earnPoints` gave, but never more than the user still has; records 0 if it gave
 * nothing yet, after which it can give nothing.
 */
export function losePoints(db: Db, operation: PointsOperation): BatchItem<'sqlite'> {
  const { operationId, userId, now } = operation
  const earned = sql`coalesce(${ofEntry(db, operation, 'points')}, 0)`
  return insertEntry(db, {
    operationId: returnOf(operationId),
    userId,
    kind: 'earnedTaken',
    points: sql`-max(0, min(${earned}, ${selectBalance(db, { id: userId })}))`,
    params: sql`coalesce(${ofEntry(db, operation, 'params')}, '{}')`,
    now,
  })
}

/** The operation id of an administrator's allocation; `attempt` identifies it. */
export const allocationOf = (by: AdminId, attempt: string): string => `allocated:${by}:${attempt}`

/** The points an administrator has given since an instant. Points taken back do not offset them. */
export const pointsGivenSince = (db: Db, by: AdminId, since: Instant) =>
  db
    .select({ given: sql<number>`coalesce(sum(${pointsLedger.points}), 0)`.as('given') })
    .from(pointsLedger)
    .where(
      and(
        // All operations of this administrator, using the unique index.
        gte(pointsLedger.operationId, allocationOf(by, '')),
        lt(pointsLedger.operationId, `allocated:${by};`),
        gt(pointsLedger.points, 0),
        gt(pointsLedger.createdAt, since),
      ),
    )

/** The points of all accounts that are not closed. */
export async function sumPoints(db: Db): Promise<number> {
  const row = await db
    .select({ points: sql<number>`coalesce(sum(${pointsLedger.points}), 0)` })
    .from(pointsLedger)
    .innerJoin(users, eq(users.id, pointsLedger.userId))
    .where(isNull(users.closedAt))
    .get()
  return row?.points ?? 0
}

export type Allowance = { by: AdminId; since: Instant; maxGiven: number }

/**
 * Points given (above 0) or taken back (below 0) by an administrator, with the reason. Writes
 * nothing for a closed account, or if the balance would drop below 0. Points are given only to
 * approved members, and only within the administrator's allowance.
 */
export const pointsAllocation = (
  db: Db,
  { points, description, ...operation }: PointsOperation & { points: number; description: string },
  { by, since, maxGiven }: Allowance,
) =>
  insertEntry(
    db,
    { ...operation, kind: 'allocated', points, params: sql`'{}'`, description },
    and(
      isNull(users.closedAt),
      sql`${selectBalance(db, { id: operation.userId })} + ${points} >= 0`,
      points > 0
        ? and(isApprovedMember, sql`${pointsGivenSince(db, by, since)} + ${points} <= ${maxGiven}`)
        : undefined,
    ),
  )

function wholePoints(points: number): number {
  if (!Number.isSafeInteger(points) || points < 0)
    throw new Error(`${points} is no number of points`)
  return points
}

type Entry = PointsOperation & {
  kind: LedgerRow['kind']
  points: number | SQL
  params: CarpoolOfPoints | SQL
  /** The administrator's text. */
  description?: string
}

/**
 * Inserts an entry once, selected from its user's row: without the user, or if the guard fails,
 * there is no entry.
 */
function insertEntry(db: Db, { now, ...entry }: Entry, guard?: SQL) {
  const row = { description: '', ...entry, id: `pts_${crypto.randomUUID()}`, createdAt: now }
  return db
    .insert(pointsLedger)
    .select((qb) =>
      qb
        .select(columnsOf(pointsLedger, row))
        .from(users)
        .where(and(eq(users.id, entry.userId), guard)),
    )
    .onConflictDoNothing()
}

/**
 * The points a user may spend on a balance: all of them, or none unless they are an approved
 * member. `within`: that balance's operation, whose own standing reservation counts as available.
 */
export async function findSpendablePoints(
  db: Db,
  userId: UserId,
  now: Instant,
  within = '',
): Promise<number> {
  const reserved = db
    .select({ points: sql`coalesce(-sum(${pointsLedger.points}), 0)` })
    .from(pointsLedger)
    .where(
      and(
        eq(pointsLedger.operationId, within),
        eq(pointsLedger.userId, userId),
        not(isReturned(db, within)),
      ),
    )
  const [row] = await db
    .select({ points: sql<number>`${selectBalance(db, { id: userId })} + ${reserved}` })
    .from(users)
    .where(and(eq(users.id, userId), maySpend(now)))
  return row?.points ?? 0
}

export type PointsPage = {
  type: PointsType
  /** The last entry of the previous page. */
  after: { createdAt: Instant; id: string } | null
  limit: number
}

const ofType = {
  all: ne(pointsLedger.points, 0),
  earned: gt(pointsLedger.points, 0),
  spent: lt(pointsLedger.points, 0),
} satisfies Record<PointsType, SQL>

/** A user's entries, newest first, without those that changed nothing. */
export function listPoints(db: Db, viewer: ViewerRef, { type, after, limit }: PointsPage) {
  const { id, points, kind, params, description, createdAt } = pointsLedger
  return db
    .select({ id, points, kind, params, description, createdAt })
    .from(pointsLedger)
    .where(
      and(
        eq(pointsLedger.userId, idOf(db, viewer)),
        ofType[type],
        after ? sql`(${createdAt}, ${id}) < (${after.createdAt}, ${after.id})` : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}
