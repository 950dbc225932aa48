import type Stripe from 'stripe'
import type { Dispute, DisputeState } from '#app/domain/payment.ts'
import type { Instant } from '#app/domain/time.ts'

/** A dispute as just read from Stripe. */
export type DisputeRead = Dispute & {
  /** In Stripe's words, for people to look at. */
  reason: string
  status: string
  /** What the bank has taken of it at this moment, in pence. */
  withdrawn: number
  /** Until when evidence counts; null where none is asked for. */
  evidenceDueBy: Instant | null
  createdAt: Instant
}

/** More than one payment can have. */
const PAGE = 100

/** All disputes of a payment, the newest first. */
export async function readDisputes(stripe: Stripe, intentId: string): Promise<DisputeRead[]> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: PAGE })
  return data.map(readDispute)
}

function readDispute(dispute: Stripe.Dispute): DisputeRead {
  const { id, amount, reason, status, created, evidence_details, balance_transactions } = dispute
  const moved = balance_transactions.reduce((sum, one) => sum + one.amount, 0)
  return {
    id,
    state: stateOf(status),
    amount,
    reason,
    status,
    withdrawn: moved < 0 ? -moved : 0,
    evidenceDueBy: evidence_details?.due_by ? evidence_details.due_by * 1000 : null,
    createdAt: created * 1000,
  }
}

/**
 * An inquiry (`warning_…`) that ends has cost nothing. A status of a newer version is not over yet.
 */
function stateOf(status: Stripe.Dispute.Status): DisputeState {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}
