import {
  keepMonth,
  keepMonthAgain,
  keptDeposits,
  listMonths,
  paidOutside,
} from '#app/console/rows/books.server.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { addDays, type Instant, londonDay, type Span, startOfLondonDay } from '#app/kernel/time.ts'
import { listKnown, listReceiptsIn } from '#app/payments/rows/receipts.server.ts'
import {
  type Book,
  bookOf,
  isOver,
  isSameBook,
  type Known,
  type Line,
  lineOf,
  type Month,
  type Movement,
  monthAfter,
  monthOf,
  type PayoutLine,
  spanOfMonth,
  type Totals,
  type Unpaid,
} from '#app/payments/rules/book.ts'
import { allOf, type Payout } from '#app/payments/service/balance.server.ts'
import type { NeedsToPay } from '#app/payments/service/payments.server.ts'
import { inParallel } from '#app/platform/in-parallel.server.ts'

// Stripe's balance is the ledger (decision 0036): it is read, joined with what we know, and added
// up. A month that is over is kept, so that no view reads it again.

/** Earlier months that one view adds up, beside the current one. */
const MONTHS_A_VIEW = 3
/** A month is read in parts of so many days, all at once. */
const DAYS_A_PART = 7
/** Receipts without a charge in their month about which Stripe is asked one by one. */
const ASKED_MAX = 20

/**
 * A month as the page shows it. Its opening and closing balance are null until all earlier months
 * are added up, which takes a few views when there are many. `check`: what all months come to, and
 * what Stripe says is there.
 */
export type Accounts = {
  month: Month
  current: Month
  book: Book | null
  isKept: boolean
  opening: MinorUnits | null
  closing: MinorUnits | null
  check: { ours: MinorUnits; stripe: MinorUnits } | null
  keptDeposits: MinorUnits
  /** What was recorded as paid outside Stripe, by how it was paid. */
  outside: Totals
}

/** Movements with what they were for. */
export async function linesOf(
  { db }: Pick<NeedsToPay, 'db'>,
  movements: Movement[],
): Promise<Line[]> {
  const ids = [...new Set(movements.flatMap(({ intentId }) => intentId ?? []))]
  const known = new Map<string, Known>((await listKnown(db, ids)).map((row) => [row.intentId, row]))
  return movements.map((one) => lineOf(one, known.get(one.intentId ?? '') ?? null))
}

/** The parts of a time that have begun. */
function partsOf({ from, to }: Span, now: Instant): Span[] {
  const parts: Span[] = []
  for (let at = from; at < to && at <= now; ) {
    const next = Math.min(startOfLondonDay(addDays(londonDay(at), DAYS_A_PART)), to)
    parts.push({ from: at, to: next })
    at = next
  }
  return parts
}

async function checkPayout(
  { payments }: Pick<NeedsToPay, 'payments'>,
  { is, ...payout }: Payout,
): Promise<Result<PayoutLine>> {
  if (is !== 'known') return ok({ ...payout, is })
  const inside = await allOf((after) => payments.movements({ payout: payout.id }, after))
  if (!inside.ok) return inside
  const others = inside.value.filter(({ sourceId }) => sourceId !== payout.id)
  const net = others.reduce((sum, one) => sum + one.net, 0)
  return ok({ ...payout, is: net === payout.amount ? 'agrees' : 'differs' })
}

/**
 * Receipts of the span without a charge in `lines`. One near its ends may have been charged in the
 * month beside it, so Stripe is asked about each.
 */
async function unpaidIn(
  { db, payments }: NeedsToPay,
  span: Span,
  lines: Line[],
): Promise<Result<Unpaid[]>> {
  const charged = new Set(lines.map(({ kind, intentId }) => kind === 'charge' && intentId))
  const missing = (await listReceiptsIn(db, span)).filter(({ intentId }) => !charged.has(intentId))
  const asked = await inParallel(
    missing.slice(0, ASKED_MAX).map((one) => async (): Promise<Result<Unpaid[]>> => {
      const found = await payments.figures(one.intentId)
      if (!found.ok && found.error.code !== 'notFound') return found
      return ok(found.ok && found.value.captured >= one.amount ? [] : [one])
    }),
  )
  return asked.ok ? ok([...asked.value.flat(), ...missing.slice(ASKED_MAX)]) : asked
}

/** A month as Stripe has it now. */
export async function readBook(context: NeedsToPay, month: Month): Promise<Result<Book>> {
  const { payments, clock } = context
  const span = spanOfMonth(month)
  const parts = partsOf(span, clock.now())
  const [read, payouts] = await Promise.all([
    inParallel(parts.map((part) => () => allOf((after) => payments.movements(part, after)))),
    payments.payouts(span),
  ])
  if (!read.ok) return read
  if (!payouts.ok) return payouts
  const checked = await inParallel(payouts.value.map((one) => () => checkPayout(context, one)))
  if (!checked.ok) return checked
  const lines = await linesOf(context, read.value.reverse().flat())
  const unpaid = await unpaidIn(context, span, lines)
  return unpaid.ok ? ok(bookOf(lines, checked.value, unpaid.value)) : unpaid
}

type Chain = { books: Map<Month, Book>; kept: Set<Month>; isWhole: boolean }

/** The months before `current`, back to the first in which anything moved. */
async function readChain(context: NeedsToPay, current: Month): Promise<Result<Chain>> {
  const { db, clock, payments } = context
  const books = new Map((await listMonths(db)).map(({ month, book }) => [month, book]))
  const kept = new Set(books.keys())
  let reads = 0
  for (let month = monthAfter(current, -1); ; month = monthAfter(month, -1)) {
    if (kept.has(month)) continue
    const { to } = spanOfMonth(month)
    const any = await payments.movements({ from: 0, to }, null, 1)
    if (!any.ok) return any
    if (any.value.items.length === 0) return ok({ books, kept, isWhole: true })
    if (reads++ === MONTHS_A_VIEW) return ok({ books, kept, isWhole: false })
    const book = await readBook(context, month)
    if (!book.ok) return book
    books.set(month, book.value)
    if (!isOver(month, book.value, clock.now())) continue
    await keepMonth(db, { month, book: book.value, readAt: clock.now() })
    kept.add(month)
  }
}

const netOf = (books: Map<Month, Book>, before: Month): MinorUnits =>
  [...books].reduce((sum, [month, { net }]) => (month < before ? sum + net : sum), 0)

/** A month's accounts. Fails with unavailable if Stripe does not answer. */
export async function readAccounts(context: NeedsToPay, asked: Month): Promise<Result<Accounts>> {
  const { payments, clock, db } = context
  const current = monthOf(clock.now())
  const month = asked < current ? asked : current
  const [chain, [deposits], outside] = await Promise.all([
    readChain(context, current),
    keptDeposits(db, spanOfMonth(month)),
    paidOutside(db, spanOfMonth(month)),
  ])
  if (!chain.ok) return chain
  const { books, kept, isWhole } = chain.value
  let check: Accounts['check'] = null
  // Something may move between the two readings; hardly twice.
  for (let round = 0; round < 2 && check?.ours !== (check?.stripe ?? null); round++) {
    const balance = await payments.balance()
    const book = balance.ok ? await readBook(context, current) : balance
    if (!balance.ok || !book.ok) return fail('unavailable')
    books.set(current, book.value)
    check = { ours: netOf(books, monthAfter(current)), stripe: balance.value }
  }
  const first = [...books.keys()].sort()[0] ?? current
  const book = books.get(month) ?? (isWhole && month < first ? bookOf([], [], []) : null)
  const opening = isWhole ? netOf(books, month) : null
  return ok({
    ...{ month, current, book, isKept: kept.has(month), opening },
    closing: opening === null || book === null ? null : opening + book.net,
    check: isWhole ? check : null,
    keptDeposits: deposits?.pence ?? 0,
    outside: Object.fromEntries(outside.map(({ how, ...sum }) => [how, { ...sum, vat: 0 }])),
  })
}

/**
 * Reads a month that is kept again. Returns whether its movements are the same; only then is it
 * kept as it is now.
 */
export async function readAgain(context: NeedsToPay, month: Month): Promise<Result<boolean>> {
  const { db, clock } = context
  const before = (await listMonths(db)).find((row) => row.month === month)
  if (!before) return fail('notFound')
  const book = await readBook(context, month)
  if (!book.ok) return book
  if (!isSameBook(before.book, book.value)) return ok(false)
  await keepMonthAgain(db, { month, book: book.value, readAt: clock.now() })
  return ok(true)
}
