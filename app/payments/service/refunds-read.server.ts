import type Stripe from 'stripe'
import type { MinorUnits } from '#app/kernel/money.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { RefundNote } from '#app/payments/rules/payment.ts'

/** A refund that failed, as just read from Stripe. */
export type FailedRefundRead = {
  id: string
  amount: MinorUnits
  /** Pence of it that have not been refunded again since. */
  missing: MinorUnits
  /** Whether we made it, rather than an administrator here or in Stripe's dashboard. */
  isOurs: boolean
  /** Stripe's wording, for display. */
  reason: string
  createdAt: Instant
  failedAt: Instant
}
/** A refund that did not fail, and why it was made; null: by the rules, or in the dashboard. */
export type RefundRead = {
  id: string
  amount: MinorUnits
  reason: string | null
  createdAt: Instant
}
/** A refund that an administrator made in the console. `form`: the form that asked for it. */
export type RefundByHand = {
  id: string
  form: string
  amount: MinorUnits
  reason: string
  createdAt: Instant
  isFailed: boolean
}
/** The refunds of a payment: pence refunded, without failed refunds, and the failed ones. */
export type RefundsRead = {
  refunded: MinorUnits
  made: RefundRead[]
  failed: FailedRefundRead[]
  byHand: RefundByHand[]
  notes: RefundNote[]
}

/** More refunds than one payment can have. */
const PAGE = 100
/** Marks the refunds that we make; those of an administrator name them instead. */
export const OURS = { by: 'neighbourhelp' } as const

/** All refunds of a payment. */
export async function readRefunds(stripe: Stripe, intentId: string): Promise<RefundsRead> {
  const { data } = await stripe.refunds.list({
    payment_intent: intentId,
    limit: PAGE,
    expand: ['data.failure_balance_transaction'],
  })
  const made = data.filter(({ status }) => !isFailed(status))
  const byHand = data.flatMap((refund) => byHandOf(refund) ?? [])
  return {
    refunded: sumOf(made),
    made: made.map(readMade),
    failed: failedOf(data),
    byHand,
    notes: notesOf(data),
  }
}

function byHandOf({ id, amount, metadata, created, status }: Stripe.Refund): RefundByHand | null {
  const { form, reason = '' } = metadata ?? {}
  const isMade = { id, amount, reason, createdAt: created * 1000, isFailed: isFailed(status) }
  return form ? { form, ...isMade } : null
}

/** The sentences to the owner. Stripe lists the newest refund first. */
function notesOf(newestFirst: Stripe.Refund[]): RefundNote[] {
  let upTo = 0
  return newestFirst.toReversed().flatMap(({ amount, metadata }) => {
    upTo += amount
    const { zh = '', en = '' } = metadata ?? {}
    return zh || en ? [{ upTo, zh, en }] : []
  })
}

const readMade = ({ id, amount, created, metadata }: Stripe.Refund): RefundRead => ({
  ...{ id, amount, createdAt: created * 1000, reason: metadata?.reason ?? null },
})

const sumOf = (list: { amount: MinorUnits }[]) => list.reduce((sum, { amount }) => sum + amount, 0)

/** A cancelled refund never reaches the card either. Any other status may still become a refund. */
const isFailed = (status: string | null): boolean => status === 'failed' || status === 'canceled'

/**
 * The failed refunds, oldest first. A later refund settles the oldest failed one, for good: if the
 * later one fails too, only that one is missing.
 */
function failedOf(refunds: Stripe.Refund[]): FailedRefundRead[] {
  const failed: FailedRefundRead[] = []
  for (const { refund, fails } of stepsOf(refunds))
    if (fails) failed.push(readFailed(refund))
    else makeGood(failed, refund.amount)
  return failed
}

type Step = { refund: Stripe.Refund; at: number; fails: boolean }

/** Refunds made and refunds failed, oldest first. Stripe lists the newest first. */
const stepsOf = (newestFirst: Stripe.Refund[]): Step[] =>
  newestFirst
    .toReversed()
    .flatMap((refund): Step[] => [
      { refund, at: refund.created, fails: false },
      ...(isFailed(refund.status) ? [{ refund, at: failedAtOf(refund), fails: true }] : []),
    ])
    .sort((a, b) => a.at - b.at)

function makeGood(failed: FailedRefundRead[], amount: MinorUnits): void {
  let left = amount
  for (const one of failed) {
    const part = Math.min(one.missing, left)
    one.missing -= part
    left -= part
  }
}

/** In seconds. If unknown, the time the refund was made. */
function failedAtOf({ created, failure_balance_transaction: booked }: Stripe.Refund): number {
  return typeof booked === 'object' && booked !== null ? booked.created : created
}

const readFailed = (refund: Stripe.Refund): FailedRefundRead => ({
  id: refund.id,
  amount: refund.amount,
  missing: refund.amount,
  isOurs: refund.metadata?.by === OURS.by,
  reason: refund.failure_reason ?? refund.status ?? '',
  createdAt: refund.created * 1000,
  failedAt: failedAtOf(refund) * 1000,
})
