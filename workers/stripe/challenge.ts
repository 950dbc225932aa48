import type Stripe from 'stripe'
import { type Call, emit } from './call.ts'
import type { Form } from './form.ts'
import { newId } from './id.ts'
import { boolean, text } from './params.ts'

/**
 * One 3-D Secure challenge. `returnUrl`: where the page sends the buyer afterwards; without one it
 * notifies the frame around it.
 */
export type Challenge = {
  intentId: string
  returnUrl: string | null
  outcome: 'open' | 'complete' | 'fail'
}

/**
 * Opens a challenge, since the bank wants to verify the buyer. Returns the `next_action`: a page to
 * send the buyer to if the call names a `return_url` (this works without scripts), or a frame for
 * Stripe.js to open.
 */
export function openChallenge(call: Call, intent: Stripe.PaymentIntent, form: Form) {
  const id = newId('payatt')
  const returnUrl = text(form, 'return_url')
  const redirects = returnUrl !== null && !boolean(form, 'use_stripe_sdk')
  const note: Challenge = {
    intentId: intent.id,
    returnUrl: redirects ? returnUrl : null,
    outcome: 'open',
  }
  call.store.putNote(id, note)
  const url = challengeUrl(call, id, returnUrl)
  return redirects
    ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: id },
      }
}

/** Saves an intent that now waits for its buyer, and sends the event. */
export function announceChallenge(call: Call, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  call.store.put(intent)
  emit(call, 'payment_intent.requires_action', intent)
  return intent
}

/**
 * A challenge's address for a browser. A server's call does not say where the browser is, but the
 * return URL does.
 */
function challengeUrl(call: Call, id: string, returnUrl: string | null): string {
  const { origin, pathname } = new URL(call.publicBase)
  const browserOrigin = returnUrl && URL.canParse(returnUrl) ? new URL(returnUrl).origin : origin
  return `${browserOrigin}${pathname}/3ds/${id}`
}

export const authenticationFailure = {
  type: 'invalid_request_error' as const,
  code: 'payment_intent_authentication_failure',
  doc_url: 'https://docs.stripe.com/error-codes/payment-intent-authentication-failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
}
