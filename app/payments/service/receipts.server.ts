import type { UserId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { type LondonDay, londonDay } from '#app/kernel/time.ts'
import {
  listReceipts,
  listRefundsOf,
  nameCompany,
  numberReceipt,
  type ReceiptRow,
  type RefundRow,
} from '#app/payments/rows/receipts.server.ts'
import { needsNumber, type VatRate, vatIn, vatRateOf } from '#app/payments/rules/sale.ts'
import type { Needs } from '#app/platform/resources.server.ts'

type WithVat = { rate: VatRate | null; vat: MinorUnits }
/** What a payment's receipt says, and a credit note for each refund of it. */
export type Receipt = Omit<ReceiptRow, 'userId' | 'paidAt'> &
  WithVat & {
    paidOn: LondonDay
    refunds: (Pick<RefundRow, 'id' | 'amount'> & { madeOn: LondonDay } & WithVat)[]
  }

/**
 * The receipts that an id names, oldest first: a payment, or all payments of an order, a request or
 * a place. `userId`: whose; null: anybody's, by a payment alone. One in the numbered form gets its
 * number when it is first looked at. Stripe is not asked.
 */
export async function readReceipts(
  { db, clock }: Needs<'db' | 'clock'>,
  id: string,
  userId: UserId | null,
): Promise<Receipt[]> {
  let rows = await listReceipts(db, id, userId)
  const unnumbered = rows.filter((row) => needsNumber(row) && row.number === null)
  for (const { intentId } of unnumbered) await db.batch(numberReceipt(db, intentId, yearOf(clock)))
  if (unnumbered.length > 0) rows = await listReceipts(db, id, userId)
  const ids = rows.map(({ intentId }) => intentId)
  const refunds = ids.length > 0 ? await listRefundsOf(db, ids) : []
  return rows.map(({ userId: _, paidAt, ...row }) => {
    const rate = vatRateOf(row.sale, row.seller)
    const own = refunds.filter(({ intentId }) => intentId === row.intentId)
    const vatOf = (amount: MinorUnits) => ({ rate, vat: vatIn(amount, rate) })
    return {
      ...{ ...row, ...vatOf(row.amount), paidOn: londonDay(paidAt) },
      refunds: own.map(({ id, amount, createdAt }) => ({
        ...{ id, amount, madeOn: londonDay(createdAt), ...vatOf(amount) },
      })),
    }
  })
}

const yearOf = (clock: Needs<'clock'>['clock']): string => londonDay(clock.now()).slice(0, 4)

/** Puts a company on the owner's receipt, once. Returns false if it has one already. */
export const putCompany = async (
  { db, clock }: Needs<'db' | 'clock'>,
  of: { intentId: string; userId: UserId; company: string },
): Promise<boolean> => (await nameCompany(db, of, yearOf(clock))).length > 0
