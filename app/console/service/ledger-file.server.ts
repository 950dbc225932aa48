import { kindWord, reasonWord, saleWord } from '#app/i18n/account-words.ts'
import { getT, type T } from '#app/i18n/server.ts'
import {
  addDays,
  type LondonDay,
  londonDay,
  type Span,
  startOfLondonDay,
} from '#app/kernel/time.ts'
import type { Line, MovementKind } from '#app/payments/rules/book.ts'
import { allOf } from '#app/payments/service/balance.server.ts'
import type { NeedsToPay } from '#app/payments/service/payments.server.ts'
import type { Cell } from '#app/platform/cells.server.ts'
import { inParallel } from '#app/platform/in-parallel.server.ts'
import { linesOf } from './books.server.ts'

/** The provider did not answer. */
export class Unavailable extends Error {}

/** Longer than from a movement to its payout, if there is one a month. */
const PAID_OUT_WITHIN_DAYS = 40

/** A movement and the payout it was in; null: it is not paid out, or by hand. */
export type LedgerRow = Line & { payout: { id: string; arrives: LondonDay } | null }

/** The kinds of movement that a payment has. */
const SOLD: readonly MovementKind[] = ['charge', 'refund', 'dispute']

const amount = (pence: number): Cell => ({ pence })

/**
 * A line's cells. Only what Stripe and the receipt say: nothing that happens later changes a line,
 * except that its payout is filled in.
 */
export const ledgerColumns = (t: T) => ({
  date: ({ at }: LedgerRow): Cell => ({ time: londonDay(at) }),
  type: ({ kind, category }: LedgerRow) => (kind === 'other' ? category : kindWord(t, kind)),
  product: ({ known, sale, kind }: LedgerRow) =>
    SOLD.includes(kind) ? saleWord(t, known?.sale ?? sale ?? '') : null,
  subject: ({ known, subjectId }: LedgerRow) => known?.subjectId ?? subjectId,
  place: ({ known }: LedgerRow) => known?.participantId ?? null,
  user: ({ known }: LedgerRow) => known?.userId ?? null,
  rideDay: ({ known }: LedgerRow): Cell => ({ time: known?.about.day ?? null }),
  reason: ({ reason }: LedgerRow) => reason && reasonWord(t, reason),
  gross: (line: LedgerRow) => amount(line.amount),
  fee: ({ fee }: LedgerRow) => amount(fee),
  net: ({ net }: LedgerRow) => amount(net),
  vatRate: ({ rate }: LedgerRow) => rate,
  vat: ({ vat }: LedgerRow) => amount(vat),
  payout: ({ payout }: LedgerRow) => payout?.id ?? null,
  payoutDay: ({ payout }: LedgerRow): Cell => ({ time: payout?.arrives ?? null }),
  intent: ({ intentId }: LedgerRow) => intentId,
  movement: ({ id }: LedgerRow) => id,
})

/** The movements of a time, a page at once, newest first. */
async function* movementsIn({ payments }: Pick<NeedsToPay, 'payments'>, span: Span) {
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof payments.movements>> = await payments.movements(
      span,
      after,
    )
    if (!page.ok) throw new Unavailable('the provider does not list its movements')
    yield page.value.items
    after = page.value.next
  } while (after)
}

/** The payout of each movement, by its id. */
async function readPaidOut({ payments }: NeedsToPay, { from, to }: Span) {
  const until = startOfLondonDay(addDays(londonDay(to), PAID_OUT_WITHIN_DAYS))
  const payouts = await payments.payouts({ from, to: until })
  if (!payouts.ok) throw new Unavailable('the provider does not list its payouts')
  const known = payouts.value.filter(({ is }) => is === 'known')
  const inside = await inParallel(
    known.map(
      ({ id }) =>
        () =>
          allOf((after) => payments.movements({ payout: id }, after)),
    ),
  )
  if (!inside.ok) throw new Unavailable('the provider does not list what it paid out')
  return new Map(
    known.flatMap(({ id, arrives }, at) =>
      (inside.value[at] ?? []).map((one) => [one.id, { id, arrives }] as const),
    ),
  )
}

/** A row for each movement. */
export async function* ledgerRows(context: NeedsToPay, span: Span): AsyncGenerator<LedgerRow[]> {
  const paidOut = await readPaidOut(context, span)
  for await (const movements of movementsIn(context, span)) {
    const lines = await linesOf(context, movements)
    yield lines.map((line) => ({ ...line, payout: paidOut.get(line.id) ?? null }))
  }
}

export type BankRow = { day: LondonDay; pence: number; what: 'payout' | 'fees'; reference: string }

/** A statement of what leaves the balance: a line for each payout, and one a day for the fees. */
export async function* bankRows(context: NeedsToPay, span: Span): AsyncGenerator<BankRow[]> {
  let fees = { day: '', pence: 0 }
  const feeRow = (): BankRow[] =>
    fees.pence === 0 ? [] : [{ ...fees, what: 'fees', reference: fees.day }]
  for await (const movements of movementsIn(context, span)) {
    const rows: BankRow[] = []
    for (const { at, kind, amount, fee, sourceId } of movements) {
      const day = londonDay(at)
      if (day !== fees.day) {
        rows.push(...feeRow())
        fees = { day, pence: 0 }
      }
      fees.pence += (kind === 'fee' ? amount : 0) - fee
      if (kind === 'payout') rows.push({ day, pence: amount, what: 'payout', reference: sourceId })
    }
    yield rows
  }
  yield feeRow()
}

const PAYEE = 'Stripe'

export const bankColumns = {
  bankDate: ({ day }: BankRow): Cell => ({ time: day }),
  bankAmount: ({ pence }: BankRow) => amount(pence),
  bankPayee: () => PAYEE,
  bankDescription: ({ what }: BankRow) => getT('en')(`admin:accounts.bank.${what}`),
  bankReference: ({ reference }: BankRow) => reference,
}
