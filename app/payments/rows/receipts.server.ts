import { and, asc, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Span } from '#app/kernel/time.ts'
import { SELLER_SETTINGS } from '#app/payments/rules/sale.ts'
import type { Db } from '#db/db.ts'
import { inList, insertRows } from '#db/lists.ts'
import { columnsOf } from '#db/rows.ts'
import { receipts, refunds, settings } from '#db/schema.ts'

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
