import type Stripe from 'stripe'
import { type Call, emit, seconds } from './call.ts'
import { captureCharge, releaseCharge } from './charges.ts'
import { CONFIRM_PARAMS, confirmIntent } from './confirm.ts'
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

const EDITABLE = [
  'allowed_payment_method_types',
  'amount',
  'currency',
  'customer',
  'description',
  'metadata',
  'payment_method',
  'payment_method_data',
  'payment_method_types',
  'payment_method_options',
  'receipt_email',
  'setup_future_usage',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
  'capture_method',
  'expand',
] as const
const CREATE_PARAMS = [
  ...EDITABLE,
  'automatic_payment_methods',
  'confirm',
  'confirmation_method',
  ...CONFIRM_PARAMS,
] as const

/**
 * Minimum amounts in minor units. Below these a card payment costs more than it brings, and Stripe
 * refuses it.
 */
const MINIMUM: Record<string, number> = { gbp: 30, usd: 50, eur: 50, cny: 400, hkd: 400 }
const MAXIMUM = 99_999_999

export function findIntent(call: Call, id: string): Stripe.PaymentIntent {
  const intent = call.store.find('payment_intent', id)
  if (!intent) throw missing('payment_intent', id, 'intent')
  return intent
}

/**
 * Error for a step that the state does not allow; it includes the intent, so that the caller sees
 * its current state.
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
export function updateIntent(call: Call, id: string, form: Form): Stripe.PaymentIntent {
  allowOnly(form, EDITABLE)
  const intent = findIntent(call, id)
  const changesMoney = ['amount', 'currency', 'payment_method', 'capture_method'].some(
    (name) => name in form,
  )
  if (
    changesMoney &&
    !['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)
  )
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}.`,
    )
  const currency = (text(form, 'currency') ?? intent.currency).toLowerCase()
  const method = methodOf(call, form)
  const changed: Stripe.PaymentIntent = {
    ...intent,
    currency,
    amount: 'amount' in form ? readAmount(form, currency) : intent.amount,
    metadata: 'metadata' in form ? mergeMetadata(intent.metadata, form) : intent.metadata,
    customer: 'customer' in form ? customerOf(call, form) : intent.customer,
    description: 'description' in form ? text(form, 'description') : intent.description,
    receipt_email: 'receipt_email' in form ? text(form, 'receipt_email') : intent.receipt_email,
  }
  if (method)
    Object.assign(changed, {
      payment_method: method.id,
      status: 'requires_confirmation',
      next_action: null,
    })
  return call.store.put(changed)
}

/**
 * `POST /v1/payment_intents/:id/capture`: takes all or part of the held amount; the rest is
 * released.
 */
export function captureIntent(call: Call, id: string, form: Form): Stripe.PaymentIntent {
  allowOnly(form, [
    'amount_to_capture',
    'final_capture',
    'metadata',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'expand',
  ])
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
    metadata: mergeMetadata(intent.metadata, form),
  })
  emit(call, 'payment_intent.succeeded', captured)
  return captured
}

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]
const REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const

/** `POST /v1/payment_intents/:id/cancel`: ends the intent; a hold is released. */
export function cancelIntent(call: Call, id: string, form: Form): Stripe.PaymentIntent {
  allowOnly(form, ['cancellation_reason', 'expand'])
  const reason = oneOf(form, 'cancellation_reason', REASONS)
  const intent = findIntent(call, id)
  if (!CANCELABLE.includes(intent.status))
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
    )
  if (intent.status === 'requires_capture') releaseCharge(call, String(intent.latest_charge))
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

/** The payment method a call names, by id or by its data; null if none. */
function methodOf(call: Call, form: Form): Stripe.PaymentMethod | null {
  const id = text(form, 'payment_method')
  if (id) return takeMethod(call, id)
  const data = part(form, 'payment_method_data')
  return data && methodFromData(call, data)
}

function readAmount(form: Form, currency: string): number {
  requiredText(form, 'amount')
  const amount = positiveInteger(form, 'amount') ?? 0
  const least = MINIMUM[currency] ?? 50
  if (amount < least)
    throw invalidParameter(
      'amount_too_small',
      'amount',
      `Amount must be at least ${least} ${currency} in its smallest unit`,
    )
  if (amount > MAXIMUM)
    throw invalidParameter(
      'amount_too_large',
      'amount',
      `Amount must be no more than ${MAXIMUM} ${currency} in its smallest unit`,
    )
  return amount
}

function customerOf(call: Call, form: Form): string | null {
  const customer = text(form, 'customer')
  if (customer && !call.store.find('customer', customer))
    throw missing('customer', customer, 'customer')
  return customer
}

function readCurrency(form: Form): string {
  const currency = requiredText(form, 'currency').toLowerCase()
  if (!/^[a-z]{3}$/.test(currency))
    throw invalidParameter('parameter_invalid_enum', 'currency', `Invalid currency: ${currency}`)
  return currency
}

function intentObject(call: Call, form: Form): Stripe.PaymentIntent {
  const currency = readCurrency(form)
  const amount = readAmount(form, currency)
  const allowed = texts(form, 'allowed_payment_method_types')
  const types = allowed ?? texts(form, 'payment_method_types')
  const automatic = part(form, 'automatic_payment_methods')
  if (types && automatic)
    throw invalidParameter(
      'parameters_exclusive',
      'payment_method_types',
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
    )
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types:
      (allowed as Stripe.PaymentIntent.AllowedPaymentMethodType[] | null | undefined) ?? null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: types
      ? null
      : {
          enabled: true,
          allow_redirects:
            (automatic && oneOf(automatic, 'allow_redirects', ['always', 'never'])) ?? 'always',
        },
    canceled_at: null,
    cancellation_reason: null,
    capture_method:
      oneOf(form, 'capture_method', ['automatic', 'automatic_async', 'manual']) ??
      'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: oneOf(form, 'confirmation_method', ['automatic', 'manual']) ?? 'automatic',
    created: seconds(call.now),
    currency,
    customer: customerOf(call, form),
    customer_account: null,
    description: text(form, 'description'),
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
    payment_method_types: types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: text(form, 'receipt_email'),
    review: null,
    setup_future_usage: oneOf(form, 'setup_future_usage', ['off_session', 'on_session']),
    shipping: null,
    source: null,
    statement_descriptor: text(form, 'statement_descriptor'),
    statement_descriptor_suffix: text(form, 'statement_descriptor_suffix'),
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: text(form, 'transfer_group'),
  }
}
