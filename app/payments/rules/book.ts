import type { MinorUnits } from '#app/kernel/money.ts'
import {
  addMonths,
  type Instant,
  type LondonDay,
  londonDay,
  type Span,
  startOfLondonDay,
} from '#app/kernel/time.ts'
import { type Sale, type SaleAbout, type Seller, type VatRate, vatIn, vatRateOf } from './sale.ts'

/** A London month, `YYYY-MM`. */
export type Month = string
export const monthOf = (at: Instant): Month => londonDay(at).slice(0, 7)
export const monthAfter = (month: Month, months = 1): Month =>
  addMonths(`${month}-01`, months).slice(0, 7)
export const spanOfMonth = (month: Month): Span => ({
  from: startOfLondonDay(`${month}-01`),
  to: startOfLondonDay(`${monthAfter(month)}-01`),
})

export const MOVEMENT_KINDS = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]
/**
 * Stripe's reporting categories (https://docs.stripe.com/reports/reporting-categories); any other
 * is `other`. What is not captured of a hold comes back as a movement of its own.
 */
export const KIND_OF: Record<string, MovementKind> = {
  charge: 'charge',
  charge_failure: 'charge',
  partial_capture_reversal: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  payout: 'payout',
  payout_reversal: 'payout',
}

/**
 * One movement of our balance at Stripe, in pence: what comes in is positive. It never changes, and
 * its month is that of `at`.
 */
export type Movement = {
  id: string
  at: Instant
  kind: MovementKind
  /** Stripe's word for it. */
  category: string
  amount: MinorUnits
  fee: MinorUnits
  net: MinorUnits
  /** Its payment, refund, dispute or payout. */
  sourceId: string
  intentId: string | null
  /** What the payment's metadata say that it sells; null: it is not ours. */
  sale: Sale | null
  subjectId: string | null
  /** Why a refund was made. */
  reason: string | null
  /** Whether all of a charge has gone back. */
  isRefunded: boolean
}

/** What we know of a payment: its receipt (`receipts`). */
export type Known = {
  intentId: string
  sale: Sale
  subjectId: string
  participantId: string | null
  userId: string
  about: SaleAbout
  seller: Seller
}

/** A movement with what it was for. */
export type Line = Movement & {
  known: Known | null
  /** The VAT in a charge or refund, at the rate of the day of the payment. */
  rate: VatRate | null
  vat: MinorUnits
  isUnmatched: boolean
}

export function lineOf(movement: Movement, known: Known | null): Line {
  const { kind, amount, sale, isRefunded } = movement
  const isSale = kind === 'charge' || kind === 'refund'
  const rate = known && isSale ? vatRateOf(known.sale, known.seller) : null
  // A payment that came too late pays for nothing, and is refunded: it needs no receipt.
  const isSentBack = sale !== null && (kind !== 'charge' || isRefunded)
  const needsPayment = isSale || kind === 'dispute'
  const isUnmatched = kind === 'other' || (needsPayment && !known && !isSentBack)
  return { ...movement, known, rate, vat: vatIn(amount, rate), isUnmatched }
}

/** A payout, and whether its transactions add up to it. `byHand`: nobody knows what is in it. */
export type PayoutLine = {
  id: string
  at: Instant
  arrives: LondonDay
  amount: MinorUnits
  is: 'agrees' | 'differs' | 'pending' | 'byHand' | 'failed'
}

/** A receipt whose payment Stripe does not know. */
export type Unpaid = { intentId: string; subjectId: string; amount: MinorUnits; at: Instant }

export type Total = { count: number; amount: MinorUnits; vat: MinorUnits }
export type Totals = Record<string, Total>
type Unmatched = Pick<Line, 'id' | 'at' | 'category' | 'amount' | 'intentId' | 'subjectId'>

/** A month of the balance, added up. `fee`: those of all its movements, too. */
export type Book = {
  count: number
  sums: Record<MovementKind, MinorUnits>
  net: MinorUnits
  sales: Totals
  refunds: Totals
  payouts: PayoutLine[]
  /** The first ones; `unmatchedCount` counts all. */
  unmatched: Unmatched[]
  unmatchedCount: number
  unpaid: Unpaid[]
}

const UNMATCHED_SHOWN = 50
const sum = <T>(list: readonly T[], of: (one: T) => number) =>
  list.reduce((total, one) => total + of(one), 0)

function totalsBy(lines: readonly Line[], nameOf: (line: Line) => string): Totals {
  const totals: Totals = {}
  for (const line of lines) {
    const name = nameOf(line)
    const { count, amount, vat } = totals[name] ?? { count: 0, amount: 0, vat: 0 }
    totals[name] = { count: count + 1, amount: amount + line.amount, vat: vat + line.vat }
  }
  return totals
}

/** Adds up the movements of a month. */
export function bookOf(lines: readonly Line[], payouts: PayoutLine[], unpaid: Unpaid[]): Book {
  const of = (kind: MovementKind) => lines.filter((line) => line.kind === kind)
  const sums = Object.fromEntries(
    MOVEMENT_KINDS.map((kind) => [kind, sum(of(kind), ({ amount }) => amount)]),
  ) as Book['sums']
  const unmatched = lines.filter(({ isUnmatched }) => isUnmatched)
  return {
    count: lines.length,
    sums: { ...sums, fee: sums.fee - sum(lines, ({ fee }) => fee) },
    net: sum(lines, ({ net }) => net),
    sales: totalsBy(of('charge'), ({ known, sale }) => known?.sale ?? sale ?? 'unknown'),
    refunds: totalsBy(of('refund'), ({ reason }) => reason ?? 'unknown'),
    payouts,
    unmatched: unmatched
      .slice(0, UNMATCHED_SHOWN)
      .map(({ id, at, category, amount, intentId, subjectId }) => ({
        ...{ id, at, category, amount, intentId, subjectId },
      })),
    unmatchedCount: unmatched.length,
    unpaid,
  }
}

/** Whether two readings of a month have the same movements. */
export const isSameBook = (a: Book, b: Book): boolean =>
  a.count === b.count && MOVEMENT_KINDS.every((kind) => a.sums[kind] === b.sums[kind])

/** Whether a month can change no more: it has been over for a day, and so are its payouts. */
export const isOver = (month: Month, { payouts }: Book, now: Instant): boolean =>
  now >= startOfLondonDay(`${monthAfter(month)}-02`) && payouts.every(({ is }) => is !== 'pending')
