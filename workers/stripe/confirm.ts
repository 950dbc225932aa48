import type Stripe from 'stripe'
import { type Call, emit } from './call.ts'
import { isRemote, messageOf } from './cards.ts'
import { authenticationFailure, openChallenge, openRemote } from './challenge.ts'
import { chargeCard } from './charges.ts'
import { ApiError, cardError, type ErrorBody, invalidRequest } from './errors.ts'
import type { Form } from './form.ts'
import { allowOnly, oneOf, part, requiredText, text } from './params.ts'
import { cardNote, markSetUp, methodFromData, saveFor, takeMethod } from './payment-methods.ts'

/** Parameters of a confirmation within a creation. */
export const CONFIRM_PARAMS = [
  'off_session',
  'payment_method_options',
  'return_url',
  'use_stripe_sdk',
] as const
const ALL_PARAMS = [
  ...CONFIRM_PARAMS,
  'payment_method',
  'payment_method_data',
  'setup_future_usage',
  'client_secret',
  'expand',
]

/** `POST /v1/payment_intents/:id/confirm`. */
export function confirmCall(
  call: Call,
  intent: Stripe.PaymentIntent,
  form: Form,
): Stripe.PaymentIntent {
  allowOnly(form, ALL_PARAMS)
  return confirmIntent(call, intent, form)
}

/** No money is held or taken yet. */
export const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/**
 * Tries to pay an intent with a card. The result is paid, held, a challenge, or an error, whose
 * reason the intent then has.
 */
export function confirmIntent(
  call: Call,
  before: Stripe.PaymentIntent,
  form: Form,
): Stripe.PaymentIntent {
  if (!OPEN.includes(before.status)) throw unexpected(before)
  const method = methodToUse(call, before, form)
  const intent: Stripe.PaymentIntent = {
    ...before,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
    setup_future_usage:
      oneOf(form, 'setup_future_usage', ['off_session', 'on_session']) ?? before.setup_future_usage,
  }
  if (isRemote(method.type)) return askRemotely(call, intent, method.type, form)
  const offSession = text(form, 'off_session') !== null && text(form, 'off_session') !== 'false'
  const { behaviour, setUp } = cardNote(call, method.id)
  if (behaviour.authentication === 'lookup-fails')
    throw failPayment(call, intent, method, cardErrorOf('card_declined', 'generic_decline'))
  const asks =
    behaviour.authentication === 'required' ||
    (behaviour.authentication === 'unless-set-up' && !(setUp && offSession))
  if (!asks) return pay(call, intent, method, false)
  if (offSession)
    throw failPayment(
      call,
      intent,
      method,
      cardErrorOf('authentication_required', 'authentication_required'),
    )
  intent.status = 'requires_action'
  intent.next_action = openChallenge(call, intent)
  call.store.put(intent)
  emit(call, 'payment_intent.requires_action', intent)
  return intent
}

function methodToUse(call: Call, intent: Stripe.PaymentIntent, form: Form): Stripe.PaymentMethod {
  const data = part(form, 'payment_method_data')
  const id = text(form, 'payment_method') ?? (intent.payment_method as string | null)
  if (!data && !id)
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  const method = data ? methodFromData(call, data) : takeMethod(call, id ?? '')
  if (!intent.payment_method_types.includes(method.type))
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent.`,
      { param: 'payment_method', payment_intent: intent },
    )
  if (cardNote(call, method.id).detached)
    throw invalidRequest(
      `The PaymentMethod ${method.id} was detached from its Customer. It may not be used again.`,
    )
  if (method.customer && method.customer !== intent.customer)
    throw invalidRequest(
      `The provided PaymentMethod (${method.id}) belongs to a customer. Please include that customer in the \`customer\` parameter.`,
    )
  return method
}

/** Leaves the payment to another app, whose answer it waits for. */
function askRemotely(
  call: Call,
  intent: Stripe.PaymentIntent,
  type: 'alipay' | 'wechat_pay',
  form: Form,
): Stripe.PaymentIntent {
  intent.status = 'requires_action'
  intent.next_action = openRemote(call, intent, type, requiredText(form, 'return_url'))
  call.store.put(intent)
  emit(call, 'payment_intent.requires_action', intent)
  return intent
}

/** The buyer has agreed in another app, which is still processing it. */
export function processIntent(call: Call, intent: Stripe.PaymentIntent): void {
  const processing = { ...intent, status: 'processing' as const, next_action: null }
  emit(call, 'payment_intent.processing', call.store.put<Stripe.PaymentIntent>(processing))
}

const unexpected = (intent: Stripe.PaymentIntent) =>
  invalidRequest(
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `This PaymentIntent's status is ${intent.status}, and cannot be confirmed.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )

/** Charges the card. Holds the amount if capture is manual, takes it otherwise. */
function pay(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.PaymentIntent {
  const charge = chargeCard(call, intent, method, authenticated)
  intent.latest_charge = charge.id
  if (charge.failure_code)
    throw failPayment(
      call,
      intent,
      method,
      cardErrorOf(charge.failure_code, charge.outcome?.reason ?? 'generic_decline', charge.id),
    )
  if (intent.setup_future_usage) {
    if (intent.setup_future_usage === 'off_session') markSetUp(call, method.id)
    if (typeof intent.customer === 'string') saveFor(call, method, intent.customer)
  }
  const held = intent.capture_method === 'manual'
  Object.assign(intent, {
    status: held ? 'requires_capture' : 'succeeded',
    amount_capturable: held ? intent.amount : 0,
    amount_received: held ? 0 : intent.amount,
    next_action: null,
  })
  call.store.put(intent)
  emit(call, held ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent)
  return intent
}

/**
 * Continues after a challenge. A decline that follows is not thrown: it is stored in the intent. An
 * intent that has changed in the meantime is left alone.
 */
export function resumeIntent(call: Call, intent: Stripe.PaymentIntent, passed: boolean): void {
  const method = takeMethod(call, String(intent.payment_method))
  try {
    if (passed) pay(call, { ...intent, next_action: null }, method, true)
    else failPayment(call, intent, method, authenticationFailure)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

const cardErrorOf = (code: string, declineCode: string, charge?: string): ErrorBody => ({
  ...cardError({ code, decline_code: declineCode, message: messageOf(declineCode) }).body,
  ...(charge ? { charge } : {}),
})

/**
 * Returns an intent to where another card can be tried, with the reason. Returns the error for the
 * caller.
 */
function failPayment(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  error: ErrorBody,
): ApiError {
  const { payment_intent: _, ...reason } = error
  const failed = call.store.put<Stripe.PaymentIntent>({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: { ...reason, payment_method: method },
  })
  emit(call, 'payment_intent.payment_failed', failed)
  return new ApiError(402, { ...error, payment_intent: failed, payment_method: method })
}
