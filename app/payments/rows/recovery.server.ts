import { and, asc, eq, exists, getTableColumns, isNull, or, sql } from 'drizzle-orm'
import { type AuditEntry, changeAudited } from '#app/audit/rows/audit.server.ts'
import type { OrderId, RequestId, UserId } from '#app/kernel/id.ts'
import type { Db } from '#db/db.ts'
import { hasRow } from '#db/rows.ts'
import { lostPayments, orders, recoveries, requests, users } from '#db/schema.ts'

export type Recovery = typeof recoveries.$inferSelect
export type LostPayment = typeof lostPayments.$inferSelect
/** The rest appears when the page is opened again. */
const LIST_MAX = 100

/** The recovery to continue: the one that has waited longest. */
export const findOpenRecovery = (db: Db): Promise<Recovery | undefined> =>
  db
    .select()
    .from(recoveries)
    .where(isNull(recoveries.doneAt))
    .orderBy(asc(recoveries.triedAt))
    .limit(1)
    .get()

export const setRecovery = (db: Db, id: string, set: Partial<Omit<Recovery, 'id'>>) =>
  db.update(recoveries).set(set).where(eq(recoveries.id, id))

/** Whether D1 knows the order or request, and the account, behind a payment. */
export async function isKnown(
  db: Db,
  { subjectId, userId }: { subjectId: string; userId: UserId },
): Promise<{ subject: boolean; account: boolean }> {
  const order = hasRow(db, orders, eq(orders.id, subjectId as OrderId))
  const request = hasRow(db, requests, eq(requests.id, subjectId as RequestId))
  const account = db.select({ id: users.id }).from(users).where(eq(users.id, userId))
  const row = await db.get<{ subject: number; account: number }>(
    sql`select (${or(order, request)}) as subject, (${exists(account)}) as account`,
  )
  return { subject: row.subject === 1, account: row.account === 1 }
}

/** A payment found again keeps its first row, and stays settled if somebody has dealt with it. */
export const putLostPayment = (db: Db, row: Omit<LostPayment, 'settledAt'>) =>
  db.insert(lostPayments).values(row).onConflictDoNothing()

const isOpen = isNull(lostPayments.settledAt)

/** Payments that nobody has dealt with, oldest first, with the names of accounts that exist. */
export const listLostPayments = (db: Db) =>
  db
    .select({ ...getTableColumns(lostPayments), name: users.name })
    .from(lostPayments)
    .leftJoin(users, and(eq(users.id, lostPayments.userId), isNull(users.closedAt)))
    .where(isOpen)
    .orderBy(asc(lostPayments.foundAt), asc(lostPayments.intentId))
    .limit(LIST_MAX)

export const findLostPayment = (db: Db, intentId: string) =>
  db
    .select()
    .from(lostPayments)
    .where(and(eq(lostPayments.intentId, intentId), isOpen))
    .get()

/** Returns false if it is no longer open. */
export async function settleLostPayment(
  db: Db,
  intentId: string,
  entry: AuditEntry,
): Promise<boolean> {
  const settle = db
    .update(lostPayments)
    .set({ settledAt: entry.at })
    .where(and(eq(lostPayments.intentId, intentId), isOpen))
    .returning({ id: lostPayments.intentId })
  return (await changeAudited(db, settle, entry)) !== undefined
}

/** A student's own lost payments, for the download of their data. */
export const listLostPaymentsOf = (db: Db, userId: UserId) =>
  db.select().from(lostPayments).where(eq(lostPayments.userId, userId))
