import { env, exports } from 'cloudflare:workers'
import Stripe from 'stripe'
import { afterEach, expect } from 'vitest'
import type { Result } from '#app/kernel/result.ts'
import { addDays, londonDay } from '#app/kernel/time.ts'
import type { Log } from '#app/platform/log.server.ts'
import { createResources } from '#app/server/resources.server.ts'
import { advanceClock, devClock } from '#workers/dev/clock.ts'
import { devRuntime } from '#workers/dev/runtime.ts'

export const ORIGIN = 'http://localhost:8787'
const silent: Log = { info() {}, warn() {}, error() {} }
const runtime = devRuntime(env)

/**
 * The resources that pages and API calls use, on the test worker's objects, database and stand-ins.
 */
export const services = createResources(env, runtime, silent)
export const { db, config } = services
export const stripe = new Stripe(config.stripe.secretKey, {
  httpClient: Stripe.createFetchHttpClient(runtime.fetch),
})

export const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`)
  return result.value
}
export const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.error.code)

/** The London date that many days from now. */
export const dayIn = (days: number): string => addDays(londonDay(now()), days)

export const intentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/**
 * Acts as the card form. `consent`: the student allows the card to be saved and charged
 * off-session.
 */
export async function pay(clientSecret: string, card = 'pm_card_visa', { consent = false } = {}) {
  return stripe.paymentIntents.confirm(intentIdOf(clientSecret), {
    payment_method: card,
    ...(consent && { setup_future_usage: 'off_session' }),
  })
}

/** Completes the bank's authentication challenge. */
export async function passChallenge(intentId: string): Promise<void> {
  const { next_action } = await stripe.paymentIntents.retrieve(intentId)
  const answer = await exports.default.fetch(
    `${ORIGIN}/__dev/stripe/3ds/${String(next_action?.use_stripe_sdk?.source)}`,
    { method: 'POST', body: new URLSearchParams({ result: 'complete' }) },
  )
  expect(answer.status).toBeLessThan(400)
}

const dev = (path: string, body: object) =>
  exports.default.fetch(`${ORIGIN}/__dev${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Moves every clock and does everything due. 0: only the latter. */
export async function advance(ms: number): Promise<void> {
  const answer = await dev('/clock', { advanceSeconds: Math.ceil(ms / 1000) })
  expect(answer.status).toBe(200)
}
/** Moves every clock and does nothing else, as if no alarm had fired. */
export const passTime = (ms: number) => advanceClock(env, Math.ceil(ms / 1000))
export const now = () => devClock.now()

/** What a test has done to Stripe ends with it. */
let isFaulty = false
afterEach(async () => {
  if (isFaulty) await stripeUp()
})

export async function fault(kind: string, count = 1, more: object = {}): Promise<void> {
  isFaulty = kind !== 'none'
  const answer = await dev('/stripe/faults', { kind, count, ...more })
  expect(answer.status).toBeLessThan(400)
}
/** Stripe only returns errors, and sends no events, until the next `stripeUp`. */
export const stripeDown = async () => {
  // Events already in transit would only be sent again and again.
  await advance(0)
  await fault('fail-calls', 100_000)
  await fault('drop-events', 100_000)
}
export const stripeUp = () => fault('none')
/** Waits until the fault has hit the last call it was meant for. */
export async function faultMet(kind: string): Promise<void> {
  const left = async () => {
    const answer = await exports.default.fetch(`${ORIGIN}/__dev/stripe/faults`)
    const { items } = await answer.json<{ items: { kind: string }[] }>()
    return items.map((item) => item.kind)
  }
  await expect.poll(left, { timeout: 10_000 }).not.toContain(kind)
}

/** The provider's events about an intent, oldest first. */
export async function eventsOf(intentId: string): Promise<Stripe.Event[]> {
  const { data } = await stripe.events.list({ limit: 100 })
  const about = (event: Stripe.Event) => {
    const object = event.data.object as { id?: string; payment_intent?: unknown }
    return object.id === intentId || object.payment_intent === intentId
  }
  return data.filter(about).reverse()
}
/** Delivers an event to the webhook as the provider would. Returns the status. */
export async function deliver(event: Stripe.Event): Promise<number> {
  const payload = JSON.stringify(event)
  const secret = config.stripe.webhookSecret
  const timestamp = Math.floor(now() / 1000)
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp,
  })
  const answer = await exports.default.fetch(`${ORIGIN}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'Stripe-Signature': signature },
    body: payload,
  })
  return answer.status
}

export const moneyOf = async (intentId: string) =>
  (await stripe.paymentIntents.retrieve(intentId)).status
/** What a payment has brought and what was given back, in pence. */
export async function sumsOf(intentId: string) {
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    status: intent.status,
    received: intent.amount_received,
    refunded: charge?.amount_refunded ?? 0,
  }
}
