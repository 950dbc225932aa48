import type Stripe from 'stripe'
import type { Instant } from '#app/kernel/time.ts'
import type { Dispute, DisputeState } from '#app/payments/rules/payment.ts'

/** A dispute as just read from Stripe. */
export type DisputeRead = Required<Dispute> & {
  /** Stripe's wording, for display. */
  reason: string
  status: string
  /** What the bank has withdrawn for it so far, in pence, less what it has returned. */
  withdrawn: number
  /** The deadline for evidence; null if none is requested. */
  evidenceDueBy: Instant | null
  createdAt: Instant
}

/** More disputes than one payment can have. */
const PAGE = 100

/** All disputes of a payment, newest first. */
export async function readDisputes(stripe: Stripe, intentId: string): Promise<DisputeRead[]> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: PAGE })
  return data.map(readDispute)
}

function readDispute(dispute: Stripe.Dispute): DisputeRead {
  const { id, amount, reason, status, created, evidence_details, balance_transactions } = dispute
  const moves = balance_transactions.length
  const moved = balance_transactions.reduce((sum, one) => sum + one.amount, 0)
  const state = stateOf(status)
  // The bank may return all or part of the money of a lost dispute.
  const lost = state === 'lost' && moves > 1 ? Math.max(0, -moved) : amount
  return {
    id,
    state: lost === 0 ? 'won' : state,
    amount: lost === 0 ? amount : lost,
    moves,
    reason,
    status,
    withdrawn: moved < 0 ? -moved : 0,
    evidenceDueBy: evidence_details?.due_by ? evidence_details.due_by * 1000 : null,
    createdAt: created * 1000,
  }
}

/**
 * An inquiry (`warning_…`) that has been closed has cost nothing. A status of a newer API version
 * counts as open.
 */
function stateOf(status: Stripe.Dispute.Status): DisputeState {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}
