import { and, asc, desc, eq, getTableColumns, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type AuditEntry, changeAudited } from '#app/audit/rows/audit.server.ts'
import type { GroupId, OrderId, ParticipantId, RequestId, UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { insertNotice, type NewNotice } from '#app/notices/rows/notices.server.ts'
import type { PaymentPurpose } from '#app/payments/rules/ledger.ts'
import { isNotSetAside } from '#app/platform/rows/set-aside.server.ts'
import type { Db } from '#db/db.ts'
import { inList } from '#db/lists.ts'
import { failedRefunds, groups, orders, participants, requests, users } from '#db/schema.ts'

export type FailedRefundRow = typeof failedRefunds.$inferSelect
export type NewFailedRefund = Omit<FailedRefundRow, 'settledAt'>
/** More than are ever owed at once. */
const LIST_MAX = 100

/** Whether the refund still has to reach its owner. */
const isOwed = and(gt(failedRefunds.missing, 0), isNull(failedRefunds.settledAt))

/** Pence owed to a place's owner. */
export type Owed = { deposit: number; balance: number }
export const NOTHING_OWED: Owed = { deposit: 0, balance: 0 }

/** Pence still owed to a place; part of a query on `participants`. */
function owedToPlace(db: Db, purposes: PaymentPurpose[]): SQL<number> {
  const owed = db
    .select({ pence: sql`coalesce(sum(${failedRefunds.missing}), 0)` })
    .from(failedRefunds)
    .where(
      and(
        eq(failedRefunds.subjectId, participants.groupId),
        eq(failedRefunds.participantId, participants.id),
        inList(failedRefunds.purpose, purposes),
        isOwed,
      ),
    )
  return sql<number>`(${owed})`
}
export const owedInAll = (db: Db) => owedToPlace(db, ['deposit', 'balance'])
export const owedColumns = (db: Db) => ({
  deposit: owedToPlace(db, ['deposit']).as('owed_deposit'),
  balance: owedToPlace(db, ['balance']).as('owed_balance'),
})

/** Pence owed to the owner of one place. */
export const selectOwedToPlace = (db: Db, id: string) =>
  db
    .select(owedColumns(db))
    .from(participants)
    .where(eq(participants.id, id as ParticipantId))

/** Updates the own column of the amount owed, of an order or a request. */
const rowOwes = (db: Db, table: typeof orders | typeof requests, subjectId: string) =>
  db
    .update(table)
    .set({
      refundOwed: sql`(select coalesce(sum(${failedRefunds.missing}), 0) from ${failedRefunds}
        where ${failedRefunds.subjectId} = ${subjectId} and ${failedRefunds.settledAt} is null)`,
    })
    .where(eq(table.id, subjectId as OrderId & RequestId))
const subjectOwes = (db: Db, subjectId: string) => [
  rowOwes(db, orders, subjectId),
  rowOwes(db, requests, subjectId),
]

/**
 * Stores failed refunds as they were just read, with a notice about each that is owed. A reading
 * that began before the last one changes nothing.
 */
export async function putFailedRefunds(
  db: Db,
  rows: NewFailedRefund[],
  notices: NewNotice[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const writes = rows.map((row) =>
    db
      .insert(failedRefunds)
      .values(row)
      .onConflictDoUpdate({
        target: failedRefunds.id,
        set: row,
        setWhere: lte(failedRefunds.checkedAt, row.checkedAt),
      }),
  )
  const told = notices.map((notice) => insertNotice(db, notice))
  const others: BatchItem<'sqlite'>[] = [...writes, ...told]
  const owes = subjectOwes(db, first.subjectId)
  await db.batch([...others, ...owes] as unknown as [BatchItem<'sqlite'>])
}

/**
 * Records that an administrator returned the money in another way. Returns false if none of it is
 * owed any more.
 */
export async function settleFailedRefund(
  db: Db,
  { id, subjectId }: Pick<FailedRefundRow, 'id' | 'subjectId'>,
  entry: AuditEntry,
): Promise<boolean> {
  const settle = db
    .update(failedRefunds)
    .set({ settledAt: entry.at })
    .where(and(eq(failedRefunds.id, id), isOwed))
    .returning({ id: failedRefunds.id })
  const settled = await changeAudited(db, settle, entry, null, ...subjectOwes(db, subjectId))
  return settled !== undefined
}

const withPerson = (db: Db) =>
  db
    .select({ ...getTableColumns(failedRefunds), name: users.name, phone: users.phone })
    .from(failedRefunds)
    .leftJoin(users, and(eq(users.id, failedRefunds.userId), isNull(users.closedAt)))

/** Failed refunds still owed, with their owners, longest owed first. */
export const listOwedRefunds = (db: Db) =>
  withPerson(db).where(isOwed).orderBy(asc(failedRefunds.failedAt)).limit(LIST_MAX)

/** All failed refunds of a carpool, trip or order, newest first. */
export const listFailedRefundsOf = (db: Db, subjectId: string) =>
  withPerson(db)
    .where(eq(failedRefunds.subjectId, subjectId))
    .orderBy(desc(failedRefunds.failedAt))
    .limit(LIST_MAX)

export const findFailedRefund = (db: Db, id: string) =>
  withPerson(db).where(eq(failedRefunds.id, id)).get()

/** All failed refunds of a user, oldest first. */
export const listFailedRefundsOfUser = (db: Db, userId: UserId) =>
  db
    .select()
    .from(failedRefunds)
    .where(eq(failedRefunds.userId, userId))
    .orderBy(asc(failedRefunds.failedAt))

/** Payments with a refund that is owed and was last checked at Stripe by `before`. */
export const listDueFailedRefunds = (db: Db, before: Instant, now: Instant) =>
  db
    .selectDistinct({ intentId: failedRefunds.intentId })
    .from(failedRefunds)
    .where(
      and(
        isOwed,
        lte(failedRefunds.checkedAt, before),
        isNotSetAside('payments', failedRefunds.intentId, now),
      ),
    )
    .limit(LIST_MAX)

/**
 * The place that a deposit belongs to now: it may have moved to a private car. Undefined if it
 * belongs to none.
 */
export const findPlaceOfDeposit = (db: Db, userId: UserId, intentId: string) =>
  db
    .select({ id: participants.id, groupId: participants.groupId })
    .from(participants)
    .where(
      and(
        eq(participants.userId, userId),
        eq(participants.depositIntentId, intentId),
        sql`coalesce(${participants.leaving}, '') not in ('converted', 'moved')`,
      ),
    )
    .get()

/** A notice's parameters for its carpool, trip or order; undefined if it is gone. */
export async function findAbout(db: Db, subjectId: string) {
  const [group, order] = await db.batch([
    db
      .select({
        kind: groups.kind,
        groupId: groups.id,
        departureAt: groups.departureAt,
        tripName: groups.tripName,
      })
      .from(groups)
      .where(eq(groups.id, subjectId as GroupId)),
    db
      .select({ kind: orders.kind, sendDate: orders.sendDate })
      .from(orders)
      .where(eq(orders.id, subjectId as OrderId)),
  ])
  return { group: group[0], order: order[0] }
}
