import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import type { Span } from '#app/kernel/time.ts'
import { SELLER_SETTINGS, SIMPLIFIED_PENCE } from '#app/payments/rules/sale.ts'
import type { Db } from '#db/db.ts'
import { inList, insertRows } from '#db/lists.ts'
import { columnsOf, hasRow } from '#db/rows.ts'
import {
  failedRefunds,
  participants,
  receiptNumbers,
  receipts,
  refunds,
  settings,
} from '#db/schema.ts'

export type ReceiptRow = typeof receipts.$inferSelect
export type NewReceipt = Omit<ReceiptRow, 'seller' | 'company' | 'number'>
export type RefundRow = typeof refunds.$inferSelect

/** The seller as it is set at this moment. */
const sellerNow = sql`(select json_group_object(${settings.key}, json(${settings.value})) from ${settings} where ${inList(settings.key, SELLER_SETTINGS)})`

/** Keeps what a payment's receipt says, once. `isPaid`: a condition, if others may change it. */
export const receiptWrite = (db: Db, row: NewReceipt, isPaid = sql`true`): BatchItem<'sqlite'> => {
  const values = columnsOf(receipts, { ...row, seller: sellerNow })
  return db
    .insert(receipts)
    .select(db.select(values).from(sql`(select 1)`).where(isPaid) as never)
    .onConflictDoNothing()
}

/** Keeps refunds as read from Stripe, each once. */
export const putRefunds = (db: Db, rows: RefundRow[]) =>
  insertRows(db, refunds, rows).onConflictDoNothing()

/** What is known of these payments. */
export const listKnown = (db: Db, intentIds: string[]) =>
  db.select(getTableColumns(receipts)).from(receipts).where(inList(receipts.intentId, intentIds))

/** The receipts of payments settled in the span. */
export const listReceiptsIn = (db: Db, { from, to }: Span) =>
  db
    .select({
      intentId: receipts.intentId,
      subjectId: receipts.subjectId,
      amount: receipts.amount,
      at: receipts.paidAt,
    })
    .from(receipts)
    .where(and(gte(receipts.paidAt, from), lt(receipts.paidAt, to)))
    .orderBy(asc(receipts.paidAt))

/** A user's receipts of a payment, an order, a request or a place; a place may have moved. */
export function listReceipts(db: Db, id: string, userId: UserId | null) {
  const isPayment = eq(receipts.intentId, id)
  const places = db
    .select({ id: participants.id })
    .from(participants)
    .where(
      and(eq(participants.movedTo, id as ParticipantId), eq(participants.userId, userId ?? 'usr_')),
    )
  const isOwn = and(
    eq(receipts.userId, userId ?? 'usr_'),
    or(
      isPayment,
      eq(receipts.subjectId, id),
      eq(receipts.participantId, id as ParticipantId),
      inArray(receipts.participantId, places),
    ),
  )
  return db
    .select()
    .from(receipts)
    .where(userId ? isOwn : isPayment)
    .orderBy(asc(receipts.paidAt))
}

/** All of a user's receipts, oldest first. */
export const listReceiptsOfUser = (db: Db, userId: UserId) =>
  db.select().from(receipts).where(eq(receipts.userId, userId)).orderBy(asc(receipts.paidAt))

/** The refunds of payments that did not fail, oldest first. */
export const listRefundsOf = (db: Db, intentIds: string[]) =>
  db
    .select()
    .from(refunds)
    .where(
      and(
        inList(refunds.intentId, intentIds),
        notInArray(refunds.id, db.select({ id: failedRefunds.id }).from(failedRefunds)),
      ),
    )
    .orderBy(asc(refunds.createdAt))

/**
 * Gives a receipt in the numbered form the next number of the year, once. Part of a batch, so that
 * there is no gap.
 */
export function numberReceipt(db: Db, intentId: string, year: string) {
  const isDue = and(
    eq(receipts.intentId, intentId),
    isNull(receipts.number),
    or(gt(receipts.amount, SIMPLIFIED_PENCE), isNotNull(receipts.company)),
  )
  const last = db
    .select({ last: receiptNumbers.last })
    .from(receiptNumbers)
    .where(eq(receiptNumbers.year, year))
  return [
    db
      .insert(receiptNumbers)
      .select(sql`select ${year}, 1 where ${hasRow(db, receipts, isDue)}`)
      .onConflictDoUpdate({
        target: receiptNumbers.year,
        set: { last: sql`${receiptNumbers.last} + 1` },
      }),
    db
      .update(receipts)
      .set({ number: sql`${`R-${year}-`} || printf('%05d', (${last}))` })
      .where(isDue),
  ] as const
}

/** Puts a company on its owner's receipt, if there is none, and numbers it. */
export async function nameCompany(
  db: Db,
  { intentId, userId, company }: { intentId: string; userId: UserId; company: string },
  year: string,
) {
  const isOpen = and(
    eq(receipts.intentId, intentId),
    eq(receipts.userId, userId),
    isNull(receipts.company),
  )
  const named = db.update(receipts).set({ company }).where(isOpen)
  const [done] = await db.batch([
    named.returning({ id: receipts.intentId }),
    ...numberReceipt(db, intentId, year),
  ])
  return done
}
