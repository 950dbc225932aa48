import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { readConfig } from '#app/platform/config.server.ts'
import { devClock } from '#workers/dev/clock.ts'
import { eventRequest } from '#workers/email/events.ts'

/** A signed event about a payment that is not one of ours. */
export async function eventOf() {
  const { secretKey, webhookSecret } = readConfig(env).stripe
  const stripe = new Stripe(secretKey, { httpClient: Stripe.createFetchHttpClient() })
  const raw = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type: 'customer.created',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 'cus_1', object: 'customer' } },
  })
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({
    payload: raw,
    secret: webhookSecret,
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  })
  return { raw, headers: { 'Stripe-Signature': signature } }
}

/** A signed event of the provider of emails, about an address that nobody has. */
export async function emailEventOf() {
  const secret = readConfig(env).email.webhookSecret ?? ''
  const event = { type: 'email.bounced', to: 'nobody@example.org', emailId: crypto.randomUUID() }
  const request = eventRequest({ id: 'msg_scene', ...event }, secret, devClock.now())
  return { raw: await request.text(), headers: Object.fromEntries(request.headers) }
}
