import type Stripe from 'stripe'
import { book } from './bookings.ts'
import { type Call, emit, seconds } from './call.ts'
import { invalidRequest, missing } from './errors.ts'
import { newId } from './id.ts'

/** A bank's fee for each dispute, won or lost. */
const DISPUTE_FEE = 2000
const EVIDENCE_DAYS = 9
const DAY_SECONDS = 24 * 3600

/**
 * The steps of a dispute. `inquire`: the bank only asks, and takes nothing yet. After a loss:
 * `overturn`, it is won after all; `reinstate`, the bank only returns the money.
 */
export const DISPUTE_STEPS = [
  'open',
  'inquire',
  'review',
  'win',
  'lose',
  'overturn',
  'reinstate',
] as const
export type DisputeStep = (typeof DISPUTE_STEPS)[number]

/** Plays one step of a payment's dispute, as the bank or the dashboard would. */
export function playDispute(call: Call, intentId: string, step: DisputeStep, amount?: number) {
  if (step === 'open' || step === 'inquire')
    return openDispute(call, intentId, step === 'open', amount)
  if (step === 'overturn' || step === 'reinstate') return reverse(call, intentId, step)
  const dispute = openDisputesOf(call, intentId)[0]
  if (!dispute)
    throw invalidRequest(`No dispute of this PaymentIntent (${intentId}) is open.`, {
      code: 'payment_intent_unexpected_state',
    })
  if (step === 'review') return update(call, dispute, reviewOf(dispute))
  return closeDispute(call, dispute, step === 'win')
}

/** Whether a charge cannot be refunded at the moment because of a dispute. */
export const isBlocked = (call: Call, chargeId: string): boolean =>
  disputesOf(call, { charge: chargeId }).some((one) => !one.is_charge_refundable)

const disputesOf = (call: Call, where: Record<string, string>): Stripe.Dispute[] =>
  call.store.list('dispute', where).data

const openDisputesOf = (call: Call, intentId: string): Stripe.Dispute[] =>
  disputesOf(call, { payment_intent: intentId }).filter(({ status }) => !isClosed(status))

const isClosed = (status: Stripe.Dispute.Status): boolean =>
  ['won', 'lost', 'warning_closed', 'prevented'].includes(status)

const reviewOf = ({ status }: Stripe.Dispute): Stripe.Dispute.Status =>
  status.startsWith('warning_') ? 'warning_under_review' : 'under_review'

function openDispute(
  call: Call,
  intentId: string,
  withdraws: boolean,
  amount?: number,
): Stripe.Dispute {
  const intent = call.store.find('payment_intent', intentId)
  if (!intent) throw missing('payment_intent', intentId, 'payment_intent')
  const charge = call.store.find('charge', String(intent.latest_charge))
  if (!charge?.captured)
    throw invalidRequest(`This PaymentIntent (${intentId}) has no captured charge to dispute.`, {
      code: 'payment_intent_unexpected_state',
    })
  // The cardholder may not know of a refund, so the bank takes the whole amount again.
  const dispute = disputeObject(call, charge, amount ?? charge.amount_captured, withdraws)
  call.store.put<Stripe.Charge>({ ...charge, disputed: true })
  if (withdraws)
    dispute.balance_transactions = [book(call, dispute, -dispute.amount, 'dispute', DISPUTE_FEE)]
  call.store.put(dispute)
  emit(call, 'charge.dispute.created', dispute)
  if (withdraws) emit(call, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

function update(
  call: Call,
  dispute: Stripe.Dispute,
  status: Stripe.Dispute.Status,
): Stripe.Dispute {
  const evidence_details = { ...dispute.evidence_details, has_evidence: true, submission_count: 1 }
  const updated = call.store.put<Stripe.Dispute>({ ...dispute, status, evidence_details })
  emit(call, 'charge.dispute.updated', updated)
  return updated
}

/** A lost inquiry becomes a dispute: only then is the money taken. */
function closeDispute(call: Call, dispute: Stripe.Dispute, won: boolean): Stripe.Dispute {
  const inquiry = dispute.status.startsWith('warning_')
  const status = won ? (inquiry ? 'warning_closed' : 'won') : 'lost'
  const withdrawn = dispute.balance_transactions.length > 0
  const moved = won && withdrawn ? dispute.amount : !won && !withdrawn ? -dispute.amount : 0
  const category = moved > 0 ? 'dispute_reversal' : 'dispute'
  const booked = moved === 0 ? [] : [book(call, dispute, moved, category)]
  const closed = call.store.put<Stripe.Dispute>({
    ...dispute,
    status,
    is_charge_refundable: won,
    balance_transactions: [...dispute.balance_transactions, ...booked],
  })
  emit(call, 'charge.dispute.closed', closed)
  if (moved > 0) emit(call, 'charge.dispute.funds_reinstated', closed)
  if (moved < 0) emit(call, 'charge.dispute.funds_withdrawn', closed)
  return closed
}

/** The bank returns the money of a lost dispute. */
function reverse(call: Call, intentId: string, step: 'overturn' | 'reinstate'): Stripe.Dispute {
  const lost = disputesOf(call, { payment_intent: intentId }).find(
    ({ status }) => status === 'lost',
  )
  if (!lost)
    throw invalidRequest(`No dispute of this PaymentIntent (${intentId}) is lost.`, {
      code: 'payment_intent_unexpected_state',
    })
  const booked = book(call, lost, lost.amount, 'dispute_reversal')
  const reversed = call.store.put<Stripe.Dispute>({
    ...lost,
    status: step === 'overturn' ? 'won' : 'lost',
    is_charge_refundable: true,
    balance_transactions: [...lost.balance_transactions, booked],
  })
  if (step === 'overturn') emit(call, 'charge.dispute.closed', reversed)
  emit(call, 'charge.dispute.funds_reinstated', reversed)
  return reversed
}

function disputeObject(
  call: Call,
  charge: Stripe.Charge,
  amount: number,
  withdraws: boolean,
): Stripe.Dispute {
  return {
    id: newId('dp'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: seconds(call.now),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    // Evidence is sent in the dashboard.
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: seconds(call.now) + EVIDENCE_DAYS * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: !withdraws,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: withdraws ? 'needs_response' : 'warning_needs_response',
  }
}
