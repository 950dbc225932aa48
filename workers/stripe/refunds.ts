import type Stripe from 'stripe'
import { book } from './bookings.ts'
import { type Call, emit, seconds } from './call.ts'
import { isBlocked } from './disputes.ts'
import { invalidRequest, missing } from './errors.ts'
import type { Form } from './form.ts'
import { newId } from './id.ts'
import { allowOnly, mergeMetadata, oneOf, positiveInteger, requiredText } from './params.ts'
import { cardNote } from './payment-methods.ts'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

/**
 * `POST /v1/refunds`: refunds the whole remainder or a part. Never more than was captured and not
 * yet refunded.
 */
export function createRefund(call: Call, form: Form): Stripe.Refund {
  allowOnly(form, ['payment_intent', 'amount', 'reason', 'metadata', 'expand'])
  const asked = positiveInteger(form, 'amount')
  const reason = oneOf(form, 'reason', REASONS)
  const charge = chargeToRefund(call, form)
  if (!charge.captured)
    throw invalidRequest(
      `Charge ${charge.id} has not been captured and cannot be refunded; cancel its PaymentIntent.`,
      {
        code: 'charge_not_refundable',
        charge: charge.id,
      },
    )
  const left = charge.amount_captured - charge.amount_refunded
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
      charge: charge.id,
    })
  if (isBlocked(call, charge.id))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
      charge: charge.id,
    })
  const amount = asked ?? left
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}) ${charge.currency}`,
      { param: 'amount', charge: charge.id },
    )
  const made = refundObject(call, charge, amount, reason, mergeMetadata({}, form))
  const booked = book(call, made, -amount, 'refund')
  const refund = call.store.put({ ...made, balance_transaction: booked.id })
  const refunded = call.store.put<Stripe.Charge>({
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  })
  emit(call, 'refund.created', refund)
  emit(call, 'charge.refunded', refunded)
  return refund
}

/** The steps of an existing refund, taken by the bank behind the card. */
export const REFUND_STEPS = ['succeed', 'fail'] as const
export type RefundStep = (typeof REFUND_STEPS)[number]

/**
 * Plays a step of a payment's refund: the one with the id, or else the newest that has not failed.
 * The money of a failed one is ours again, and can be refunded again.
 */
export function playRefund(call: Call, intentId: string, step: RefundStep, id?: string) {
  const all = call.store.list('refund', { payment_intent: intentId }).data
  const refund = all.find((one) => (id ? one.id === id : one.status !== 'failed'))
  if (!refund || refund.status === 'failed' || (step === 'succeed' && refund.status !== 'pending'))
    throw invalidRequest(`No refund of this PaymentIntent (${intentId}) can ${step}.`, {
      code: 'payment_intent_unexpected_state',
    })
  return step === 'fail' ? failRefund(call, refund) : settleRefund(call, refund)
}

function settleRefund(call: Call, { pending_reason: _, ...refund }: Stripe.Refund): Stripe.Refund {
  const settled = call.store.put<Stripe.Refund>({ ...refund, status: 'succeeded' })
  emit(call, 'refund.updated', settled)
  return settled
}

function failRefund(call: Call, { pending_reason: _, ...refund }: Stripe.Refund): Stripe.Refund {
  const booked = book(call, refund, refund.amount, 'refund_failure')
  const failed = call.store.put<Stripe.Refund>({
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: booked.id,
  })
  const charge = call.store.find('charge', String(refund.charge))
  if (charge)
    call.store.put<Stripe.Charge>({
      ...charge,
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    })
  for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed'])
    emit(call, type, failed)
  return failed
}

function chargeToRefund(call: Call, form: Form): Stripe.Charge {
  const intentId = requiredText(form, 'payment_intent')
  const intent = call.store.find('payment_intent', intentId)
  if (!intent) throw missing('payment_intent', intentId, 'payment_intent')
  const charge = intent.latest_charge && call.store.find('charge', String(intent.latest_charge))
  if (charge && charge.status === 'succeeded') return charge
  throw invalidRequest(
    `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}

function refundObject(
  call: Call,
  charge: Stripe.Charge,
  amount: number,
  reason: Stripe.Refund.Reason | null,
  metadata: Record<string, string>,
): Stripe.Refund {
  const isPending =
    charge.payment_method !== null &&
    cardNote(call, charge.payment_method).behaviour.refunds === 'pending'
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(call.now),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: {
        type: 'refund',
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
      },
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(isPending && { pending_reason: 'processing' as const }),
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
}
