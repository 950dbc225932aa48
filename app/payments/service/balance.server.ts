import type Stripe from 'stripe'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { type Instant, type LondonDay, londonDay, type Span } from '#app/kernel/time.ts'
import { KIND_OF, type Movement } from '#app/payments/rules/book.ts'
import { saleOf } from '#app/payments/rules/sale.ts'
import { OURS } from './refunds-read.server.ts'
import { guarded } from './stripe-intents.server.ts'

/** The most that one listing returns. */
const PAGE = 100
/** Pages of one listing: 30,000 movements, or more than a month of 10,000 rows has in a week. */
const PAGES_MAX = 300

export type Page<T> = { items: T[]; next: string | null }
export type Payout = {
  id: string
  at: Instant
  arrives: LondonDay
  amount: MinorUnits
  /** `byHand`: Stripe does not say what is in it. `pending`: it does not say so yet. */
  is: 'known' | 'pending' | 'byHand' | 'failed'
}

/** Our balance at Stripe: what moved it, what was paid out, and what is there. Pounds only. */
export function createBalance(stripe: () => Promise<Stripe>) {
  const payouts = ({ from, to }: Span, after: string | null): Promise<Result<Page<Payout>>> =>
    guarded(async () => {
      const { data, has_more } = await (await stripe()).payouts.list({
        created: within({ from, to }),
        limit: PAGE,
        ...(after && { starting_after: after }),
      })
      const items = data.filter(({ currency }) => currency === 'gbp').map(payoutOf)
      return { items, next: has_more ? (data.at(-1)?.id ?? null) : null }
    })

  return {
    /** A page of the movements of a time or of a payout, newest first. */
    movements: (
      of: Span | { payout: string },
      after: string | null,
      limit = PAGE,
    ): Promise<Result<Page<Movement>>> =>
      guarded(async () => {
        const { data, has_more } = await (await stripe()).balanceTransactions.list({
          ...('payout' in of ? of : { created: within(of), currency: 'gbp' }),
          limit,
          expand: ['data.source.payment_intent'],
          ...(after && { starting_after: after }),
        })
        return { items: data.map(movementOf), next: has_more ? (data.at(-1)?.id ?? null) : null }
      }),

    /** The payouts begun in a time, newest first. */
    payouts: (span: Span): Promise<Result<Payout[]>> => allOf((after) => payouts(span, after)),

    /** What is there now, paid out or not yet available. */
    balance: (): Promise<Result<MinorUnits>> =>
      guarded(async () => {
        const { available, pending } = await (await stripe()).balance.retrieve()
        const pounds = [...available, ...pending].filter(({ currency }) => currency === 'gbp')
        return pounds.reduce((sum, { amount }) => sum + amount, 0)
      }),
  }
}

/** All pages of a list; unavailable if there are too many to hold. */
export async function allOf<T>(
  read: (after: string | null) => Promise<Result<Page<T>>>,
): Promise<Result<T[]>> {
  const all: T[] = []
  let after: string | null = null
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page: Result<Page<T>> = await read(after)
    if (!page.ok) return page
    all.push(...page.value.items)
    after = page.value.next
    if (after === null) return ok(all)
  }
  return fail('unavailable')
}

/** Stripe counts in whole seconds. */
const within = ({ from, to }: Span) => ({ gte: Math.ceil(from / 1000), lt: Math.ceil(to / 1000) })

const payoutOf = (payout: Stripe.Payout): Payout => ({
  id: payout.id,
  at: payout.created * 1000,
  arrives: londonDay(payout.arrival_date * 1000),
  amount: payout.amount,
  is: stateOf(payout),
})

function stateOf({ status, automatic, reconciliation_status }: Stripe.Payout): Payout['is'] {
  if (status === 'failed' || status === 'canceled') return 'failed'
  if (!automatic) return 'byHand'
  return reconciliation_status === 'completed' ? 'known' : 'pending'
}

/** A movement with the metadata of its payment, which say what it was for. */
export function movementOf(txn: Stripe.BalanceTransaction): Movement {
  const { id, created, amount, fee, net, reporting_category: category } = txn
  const source = typeof txn.source === 'object' ? txn.source : null
  const payment = source && 'payment_intent' in source ? source.payment_intent : null
  const intent = typeof payment === 'object' ? payment : null
  const { carpoolId, tripId, orderId, requestId } = intent?.metadata ?? {}
  return {
    ...{ id, at: created * 1000, kind: KIND_OF[category] ?? 'other', category, amount, fee, net },
    sourceId: source?.id ?? String(txn.source ?? ''),
    intentId: typeof payment === 'string' ? payment : (intent?.id ?? null),
    sale: saleOf(intent?.metadata.purpose),
    subjectId: orderId ?? requestId ?? carpoolId ?? tripId ?? null,
    reason: source?.object === 'refund' ? reasonOf(source) : null,
    isRefunded: source?.object === 'charge' && source.refunded,
  }
}

/** Why a refund was made: as an administrator said, by our rules, or in Stripe's dashboard. */
export const reasonOf = ({ metadata }: Stripe.Refund): string =>
  metadata?.reason ?? (metadata?.by === OURS.by ? 'rules' : 'stripe')
