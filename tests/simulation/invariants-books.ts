import { readAccounts } from '#app/console/service/books.server.ts'
import { monthAfter, monthOf } from '#app/payments/rules/book.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'

const MONTHS = 3

/** What the books say of a month. The network still loses an answer now and then. */
async function readMonth(h: History, month: string, tries = 5) {
  const reads = { ...h.services, db: h.world.reads }
  const read = await h.world.during(readAccounts(reads, month)).catch(() => null)
  if (read && read !== 'gaveUp' && read.ok) return read.value
  if (tries === 0) return broken('the books can be read', JSON.stringify(read))
  return readMonth(h, month, tries - 1)
}

/**
 * All that moved the bank's balance is in the books, month by month, and every payment that is kept
 * has a receipt, with its refunds.
 */
export async function booksAtRest(h: History): Promise<void> {
  const { bank, d1 } = h.world
  const intents = bank.intents()
  const current = monthOf(h.now)
  let opening: number | null = null
  for (let n = 0; n < MONTHS; n++) {
    const month = monthAfter(current, -n)
    const { book, check, closing, ...read } = await readMonth(h, month)
    const sums = { ours: check?.ours, stripe: check?.stripe, bank: bank.balance() }
    if (new Set(Object.values(sums)).size > 1)
      broken('the books come to the bank’s balance', JSON.stringify(sums))
    if (opening !== null && opening !== closing)
      broken('a month begins as the one before ended', `${month}: ${closing}, then ${opening}`)
    opening = read.opening
    // A payment that paid for nothing cannot be refunded once its owner has won it from the bank.
    const lost = ({ intentId }: { intentId: string | null }) =>
      intents.some(({ intent, lost }) => intent.id === intentId && lost > 0)
    const left = [...(book?.unmatched.filter((one) => !lost(one)) ?? []), ...(book?.unpaid ?? [])]
    if (left.length > 0) broken('everything in the books is matched', JSON.stringify(left[0]))
  }
  const rows = d1.all(
    `SELECT intent_id AS id, amount, (SELECT coalesce(sum(amount), 0) FROM refunds
     WHERE refunds.intent_id = receipts.intent_id AND id NOT IN (SELECT id FROM failed_refunds)
     ) AS refunded FROM receipts`,
  )
  for (const { intent, captured, refunded, lost } of intents) {
    const row = rows.find(({ id }) => id === intent.id)
    const is = JSON.stringify({ row, captured, refunded, lost, id: intent.id })
    if (!row && captured > refunded) broken('a payment that is kept has a receipt', is)
    if (row && row.amount !== captured) broken('a receipt has what was charged', is)
    if (row && row.refunded !== refunded - lost) broken('a receipt has each refund', is)
  }
}
