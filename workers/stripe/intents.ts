import type Stripe from 'stripe'
import { type Call, emit, seconds } from './call.ts'
import { captureCharge, forgetHold } from './charges.ts'
import { CONFIRM_PARAMS, confirmIntent, OPEN } from './confirm.ts'
import { invalidParameter, invalidRequest, missing } from './errors.ts'
import type { Form } from './form.ts'
import { newClientSecret, newId } from './id.ts'
import {
  allowOnly,
  boolean,
  mergeMetadata,
  oneOf,
  part,
  positiveInteger,
  requiredText,
  text,
  texts,
} from './params.ts'
import { methodFromData, takeMethod } from './payment-methods.ts'

const CREATE_PARAMS = [
  'allowed_payment_method_types',
  'amount',
  'capture_method',
  'confirm',
  'currency',
  'customer',
  'expand',
  'metadata',
  'payment_method',
  'payment_method_data',
  'setup_future_usage',
  ...CONFIRM_PARAMS,
] as const

/** Stripe refuses smaller payments, which cost more than they bring. In pence. */
const MINIMUM = 30

export function findIntent(call: Call, id: string): Stripe.PaymentIntent {
  const intent = call.store.find('payment_intent', id)
  if (!intent) throw missing('payment_intent', id, 'intent')
  return intent
}

/**
 * The error for a step that the state does not allow; it includes the intent, so that the caller
 * sees its current state.
 */
export const unexpectedState = (intent: Stripe.PaymentIntent, message: string) =>
  invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })

/** `POST /v1/payment_intents`; with `confirm=true` it is confirmed at once. */
export function createIntent(call: Call, form: Form): Stripe.PaymentIntent {
  allowOnly(form, CREATE_PARAMS)
  const intent = intentObject(call, form)
  const method = methodOf(call, form)
  intent.payment_method = method?.id ?? null
  intent.status = method ? 'requires_confirmation' : 'requires_payment_method'
  call.store.put(intent)
  emit(call, 'payment_intent.created', intent)
  return boolean(form, 'confirm') ? confirmIntent(call, intent, form) : intent
}

/** `POST /v1/payment_intents/:id`: changes the fields that may change before the money moves. */
export function updateIntent(call: Call, form: Form, id: string): Stripe.PaymentIntent {
  allowOnly(form, ['allowed_payment_method_types', 'amount', 'customer', 'metadata', 'expand'])
  const intent = findIntent(call, id)
  if ('amount' in form && !OPEN.includes(intent.status))
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}.`,
    )
  const allowed = texts(form, 'allowed_payment_method_types')
  return call.store.put<Stripe.PaymentIntent>({
    ...intent,
    ...(allowed && typesOf(allowed, intent.capture_method)),
    amount: 'amount' in form ? readAmount(form) : intent.amount,
    metadata: 'metadata' in form ? mergeMetadata(intent.metadata, form) : intent.metadata,
    customer: 'customer' in form ? customerOf(call, form) : intent.customer,
  })
}

/**
 * `POST /v1/payment_intents/:id/capture`: takes all or part of the held amount; the rest is
 * released.
 */
export function captureIntent(call: Call, form: Form, id: string): Stripe.PaymentIntent {
  allowOnly(form, ['amount_to_capture', 'expand'])
  const asked = positiveInteger(form, 'amount_to_capture')
  const intent = findIntent(call, id)
  const charge = call.store.find('charge', String(intent.latest_charge))
  if (intent.status !== 'requires_capture' || !charge)
    throw unexpectedState(
      intent,
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    )
  const amount = asked ?? intent.amount_capturable
  if (amount > intent.amount_capturable)
    throw invalidRequest(
      `The remaining amount capturable for this PaymentIntent is ${intent.amount_capturable}, and you tried to capture ${amount}.`,
      { code: 'amount_too_large', param: 'amount_to_capture' },
    )
  captureCharge(call, charge, amount)
  const captured = call.store.put<Stripe.PaymentIntent>({
    ...intent,
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount,
  })
  emit(call, 'payment_intent.succeeded', captured)
  return captured
}

const CANCELABLE = [...OPEN, 'requires_capture']
const REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const

/** `POST /v1/payment_intents/:id/cancel`: ends the intent; a hold is released. */
export function cancelIntent(call: Call, form: Form, id: string): Stripe.PaymentIntent {
  allowOnly(form, ['cancellation_reason', 'expand'])
  const reason = oneOf(form, 'cancellation_reason', REASONS)
  const intent = findIntent(call, id)
  if (!CANCELABLE.includes(intent.status))
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
    )
  if (intent.status === 'requires_capture') forgetHold(call, String(intent.latest_charge))
  const canceled = call.store.put<Stripe.PaymentIntent>({
    ...intent,
    status: 'canceled',
    amount_capturable: 0,
    canceled_at: seconds(call.now),
    cancellation_reason: reason,
    next_action: null,
  })
  emit(call, 'payment_intent.canceled', canceled)
  return canceled
}

/** A call's payment method, by id or by its data; null if none. */
function methodOf(call: Call, form: Form): Stripe.PaymentMethod | null {
  const id = text(form, 'payment_method')
  if (id) return takeMethod(call, id)
  const data = part(form, 'payment_method_data')
  return data && methodFromData(call, data)
}

function readAmount(form: Form): number {
  requiredText(form, 'amount')
  const amount = positiveInteger(form, 'amount') ?? 0
  if (amount < MINIMUM)
    throw invalidParameter('amount_too_small', 'amount', `Amount must be at least ${MINIMUM}`)
  return amount
}

function customerOf(call: Call, form: Form): string | null {
  const customer = text(form, 'customer')
  if (customer && !call.store.find('customer', customer))
    throw missing('customer', customer, 'customer')
  return customer
}

/** The types that may be used, and those of them that can: only cards hold money. */
const typesOf = (allowed: string[], capture: Stripe.PaymentIntent.CaptureMethod) => ({
  allowed_payment_method_types: allowed as Stripe.PaymentIntent.AllowedPaymentMethodType[],
  payment_method_types: allowed.filter((type) => capture !== 'manual' || type === 'card'),
})

function intentObject(call: Call, form: Form): Stripe.PaymentIntent {
  const amount = readAmount(form)
  const currency = requiredText(form, 'currency')
  const allowed = texts(form, 'allowed_payment_method_types')
  const captureMethod =
    oneOf(form, 'capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async'
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: allowed ? null : { enabled: true, allow_redirects: 'always' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: captureMethod,
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: seconds(call.now),
    currency,
    customer: customerOf(call, form),
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: mergeMetadata({}, form),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    ...(allowed && typesOf(allowed, captureMethod)),
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: oneOf(form, 'setup_future_usage', ['off_session', 'on_session']),
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}
