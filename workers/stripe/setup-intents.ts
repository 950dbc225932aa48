import type Stripe from 'stripe'
import { type Call, emit, seconds } from './call.ts'
import { messageOf } from './cards.ts'
import { announceChallenge, authenticationFailure, openChallenge } from './challenge.ts'
import { cardError, type ErrorBody, invalidRequest, missing } from './errors.ts'
import type { Form } from './form.ts'
import { newClientSecret, newId } from './id.ts'
import { allowOnly, boolean, mergeMetadata, oneOf, part, text, texts } from './params.ts'
import { cardNote, markSetUp, methodFromData, saveFor, takeMethod } from './payment-methods.ts'

const CONFIRM_PARAMS = [
  'payment_method',
  'payment_method_data',
  'return_url',
  'use_stripe_sdk',
  'client_secret',
  'key',
  'expand',
]
const CREATE_PARAMS = [
  ...CONFIRM_PARAMS,
  'customer',
  'usage',
  'metadata',
  'description',
  'payment_method_types',
  'automatic_payment_methods',
  'confirm',
]

export function findSetup(call: Call, id: string): Stripe.SetupIntent {
  const intent = call.store.find('setup_intent', id)
  if (!intent) throw missing('setupintent', id, 'intent')
  return intent
}

/** `POST /v1/setup_intents`: for saving a card without charging it. */
export function createSetup(call: Call, form: Form): Stripe.SetupIntent {
  allowOnly(form, CREATE_PARAMS)
  const customer = text(form, 'customer')
  if (customer && !call.store.find('customer', customer))
    throw missing('customer', customer, 'customer')
  const method = text(form, 'payment_method')
  const id = newId('seti')
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: seconds(call.now),
    customer,
    customer_account: null,
    description: text(form, 'description'),
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, form),
    next_action: null,
    on_behalf_of: null,
    payment_method: method && takeMethod(call, method).id,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: texts(form, 'payment_method_types') ?? ['card'],
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: oneOf(form, 'usage', ['off_session', 'on_session']) ?? 'off_session',
  }
  call.store.put(intent)
  emit(call, 'setup_intent.created', intent)
  return boolean(form, 'confirm') ? confirmSetup(call, intent, form, CREATE_PARAMS) : intent
}

/** `POST /v1/setup_intents/:id/confirm`. */
export function confirmSetup(
  call: Call,
  before: Stripe.SetupIntent,
  form: Form,
  params = CONFIRM_PARAMS,
): Stripe.SetupIntent {
  allowOnly(form, params)
  if (!before.status.startsWith('requires_')) throw unexpected(before, 'confirm')
  const data = part(form, 'payment_method_data')
  const id = text(form, 'payment_method') ?? (before.payment_method as string | null)
  if (!data && !id) throw unexpected(before, 'confirm')
  const method = data ? methodFromData(call, data) : takeMethod(call, id ?? '')
  const intent: Stripe.SetupIntent = {
    ...before,
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
  }
  const { behaviour } = cardNote(call, method.id)
  if (behaviour.decline && !behaviour.attaches && behaviour.authentication !== 'required')
    throw failSetup(call, intent, method, declineOf(behaviour.decline))
  if (behaviour.authentication === 'none') return succeed(call, intent, method)
  intent.status = 'requires_action'
  intent.next_action = openChallenge(call, intent, form)
  return announceChallenge(call, intent)
}

/** `POST /v1/setup_intents/:id/cancel`. */
export function cancelSetup(call: Call, id: string, form: Form): Stripe.SetupIntent {
  allowOnly(form, ['cancellation_reason', 'expand'])
  const reason = oneOf(form, 'cancellation_reason', [
    'abandoned',
    'duplicate',
    'requested_by_customer',
  ])
  const intent = findSetup(call, id)
  if (!intent.status.startsWith('requires_')) throw unexpected(intent, 'cancel')
  const canceled = call.store.put<Stripe.SetupIntent>({
    ...intent,
    status: 'canceled',
    cancellation_reason: reason,
    next_action: null,
  })
  emit(call, 'setup_intent.canceled', canceled)
  return canceled
}

/** Continues after a challenge. */
export function resumeSetup(call: Call, intent: Stripe.SetupIntent, passed: boolean): void {
  const method = takeMethod(call, String(intent.payment_method))
  const { decline } = cardNote(call, method.id).behaviour
  if (passed && !decline) succeed(call, { ...intent, next_action: null }, method)
  else
    failSetup(
      call,
      intent,
      method,
      passed && decline ? declineOf(decline) : authenticationFailure('setup_intent'),
    )
}

function succeed(
  call: Call,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Stripe.SetupIntent {
  if (intent.usage === 'off_session') markSetUp(call, method.id)
  if (typeof intent.customer === 'string') saveFor(call, method, intent.customer)
  const done = call.store.put<Stripe.SetupIntent>({ ...intent, status: 'succeeded' })
  emit(call, 'setup_intent.succeeded', done)
  return done
}

const declineOf = (decline: { code: string; declineCode: string }): ErrorBody =>
  cardError({
    code: decline.code,
    decline_code: decline.declineCode,
    message: messageOf(decline.declineCode),
  }).body

function failSetup(
  call: Call,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  error: ErrorBody,
) {
  const { payment_intent: _, setup_intent: __, ...reason } = error
  const failed = call.store.put<Stripe.SetupIntent>({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: { ...reason, payment_method: method },
  })
  emit(call, 'setup_intent.setup_failed', failed)
  return cardError({ ...error, setup_intent: failed, payment_method: method })
}

const unexpected = (intent: Stripe.SetupIntent, step: string) =>
  invalidRequest(
    `You cannot ${step} this SetupIntent because it has a status of ${intent.status}.`,
    {
      code: 'setup_intent_unexpected_state',
      setup_intent: intent,
    },
  )
