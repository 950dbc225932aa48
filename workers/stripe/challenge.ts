import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { newId } from './id.ts'

/** One 3-D Secure challenge. */
export type Challenge = { intentId: string; outcome: 'open' | 'complete' | 'fail' }

/**
 * Opens a challenge, since the bank wants to verify the buyer. Returns the `next_action`: a frame
 * for Stripe.js to open.
 */
export function openChallenge(call: Call, intent: Stripe.PaymentIntent) {
  const id = newId('payatt')
  call.store.putNote(id, { intentId: intent.id, outcome: 'open' } satisfies Challenge)
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `/3ds/${id}`, source: id },
  }
}

export const authenticationFailure = {
  type: 'invalid_request_error' as const,
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
}
