import type Stripe from 'stripe'
import { type Call, emit, seconds } from './call.ts'
import { isBlocked } from './disputes.ts'
import { invalidParameter, invalidRequest, missing } from './errors.ts'
import type { Form } from './form.ts'
import { newId } from './id.ts'
import { allowOnly, mergeMetadata, oneOf, positiveInteger, text } from './params.ts'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

/**
 * `POST /v1/refunds`: refunds the whole remainder or a part. Never more than was captured and not
 * yet refunded.
 */
export function createRefund(call: Call, form: Form): Stripe.Refund {
  allowOnly(form, ['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand'])
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
  const refund = call.store.put(refundObject(call, charge, amount, reason, mergeMetadata({}, form)))
  const refunded = call.store.put<Stripe.Charge>({
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  })
  emit(call, 'refund.created', refund)
  emit(call, 'charge.refunded', refunded)
  return refund
}

/** `POST /v1/refunds/:id`: only the metadata may change. */
export function updateRefund(call: Call, id: string, form: Form): Stripe.Refund {
  allowOnly(form, ['metadata', 'expand'])
  const refund = call.store.find('refund', id)
  if (!refund) throw missing('refund', id)
  const updated = call.store.put({
    ...refund,
    metadata: mergeMetadata(refund.metadata ?? {}, form),
  })
  emit(call, 'refund.updated', updated)
  return updated
}

function chargeToRefund(call: Call, form: Form): Stripe.Charge {
  const chargeId = text(form, 'charge')
  const intentId = text(form, 'payment_intent')
  if (!chargeId && !intentId)
    throw invalidParameter(
      'parameter_missing',
      'charge',
      'One of the following params should be provided: payment_intent or charge.',
    )
  const intent = intentId ? call.store.find('payment_intent', intentId) : null
  if (intentId && !intent) throw missing('payment_intent', intentId, 'payment_intent')
  const id = chargeId ?? (intent?.latest_charge as string | null)
  const charge = id ? call.store.find('charge', id) : null
  if (charge && charge.status === 'succeeded') return charge
  if (chargeId && !charge) throw missing('charge', chargeId, 'charge')
  throw invalidRequest(
    `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    {
      code: 'payment_intent_unexpected_state',
      ...(intent ? { payment_intent: intent } : {}),
    },
  )
}

function refundObject(
  call: Call,
  charge: Stripe.Charge,
  amount: number,
  reason: Stripe.Refund.Reason | null,
  metadata: Record<string, string>,
): Stripe.Refund {
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
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}
