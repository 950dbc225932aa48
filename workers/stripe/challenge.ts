import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { newId } from './id.ts'
import { MOUNT } from './world.ts'

/**
 * A question to the buyer: 3-D Secure, or whether to pay in another app. late: the buyer has
 * agreed, and the app is still processing it. `returnTo`: where the app leads afterwards.
 */
export type Challenge = {
  intentId: string
  outcome: 'open' | 'complete' | 'fail' | 'late'
  returnTo?: string
}

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

/**
 * Asks the buyer in another app. Returns the `next_action`: Alipay's page, or a code with the page
 * in it that WeChat would open.
 */
export function openRemote(
  call: Call,
  intent: Stripe.PaymentIntent,
  type: 'alipay' | 'wechat_pay',
  returnTo: string,
): Stripe.PaymentIntent.NextAction {
  const id = newId('payatt')
  call.store.putNote(id, { intentId: intent.id, outcome: 'open', returnTo } satisfies Challenge)
  const url = new URL(`${MOUNT}/remote/${id}`, returnTo).href
  if (type === 'alipay')
    return {
      type: 'alipay_handle_redirect',
      alipay_handle_redirect: { native_data: null, native_url: null, return_url: returnTo, url },
    }
  const shown = { image_data_url: url, image_url_png: url, image_url_svg: url }
  return {
    type: 'wechat_pay_display_qr_code',
    wechat_pay_display_qr_code: { data: url, hosted_instructions_url: url, ...shown },
  }
}

export const authenticationFailure = {
  type: 'invalid_request_error' as const,
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
}
