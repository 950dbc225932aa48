import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { deposit, openStripe, payment, webhookSecret } from './kit.ts'

/** Signed events, their order, their retries, and expiring holds. */

const stripeJs = new Stripe('sk_test_standin')
const confirmed = { confirm: true, payment_method: 'pm_card_visa' } as const
const DAY = 24 * 3600

test('an event’s signature is valid for the official client, and a wrong one is not', async () => {
  const { stripe, received, settle, clock } = await openStripe()
  await stripe.paymentIntents.create(deposit)
  await settle()
  const { body, signature } = received[0] ?? { body: '', signature: '' }
  const verify = (text: string, secret: string, at = clock.now()) =>
    stripeJs.webhooks.constructEventAsync(text, signature, secret, 300, undefined, at)
  expect(await verify(body, webhookSecret)).toMatchObject({
    object: 'event',
    type: 'payment_intent.created',
    api_version: '2026-10-28.endive',
  })
  await expect(verify(`${body} `, webhookSecret)).rejects.toThrow(/signature/i)
  await expect(verify(body, 'whsec_other')).rejects.toThrow(/signature/i)
  await expect(verify(body, webhookSecret, clock.now() + 301_000)).rejects.toThrow(/tolerance/i)
})
test('a signature has the time of the moved clock', async () => {
  const { stripe, received, settle, clock } = await openStripe()
  clock.offset = 30 * DAY * 1000
  await stripe.paymentIntents.create(deposit)
  await settle()
  const at = Number(/t=(\d+)/.exec(received[0]?.signature ?? '')?.[1])
  expect(Math.abs(at * 1000 - clock.now())).toBeLessThan(10_000)
})
test('the events of a hold that is captured and partly refunded arrive in order', async () => {
  const { stripe, types, settle, received } = await openStripe()
  const { id } = await stripe.paymentIntents.create({ ...deposit, ...confirmed })
  await stripe.paymentIntents.capture(id)
  await stripe.refunds.create({ payment_intent: id, amount: 500 })
  await settle()
  expect(types()).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.amount_capturable_updated',
    'charge.captured',
    'payment_intent.succeeded',
    'refund.created',
    'charge.refunded',
  ])
  const statuses = received
    .map(({ event }) => event.data.object as { object: string; status: string })
    .filter((o) => o.object === 'payment_intent')
  expect(statuses.map((o) => o.status)).toEqual(
    ['requires_payment_method', 'requires_capture', 'succeeded'].map((s, i) =>
      i === 0 ? 'requires_confirmation' : s,
    ),
  )
})
test('an immediate charge, a cancellation and a failure have their events', async () => {
  const { stripe, types, settle } = await openStripe()
  await stripe.paymentIntents.create({ ...payment, ...confirmed })
  const { id } = await stripe.paymentIntents.create(deposit)
  await stripe.paymentIntents
    .confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' })
    .catch(() => undefined)
  await stripe.paymentIntents.cancel(id)
  await settle()
  expect(types()).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'payment_intent.canceled',
  ])
})
test('events are sent automatically, after the reply', async () => {
  const { stripe, stub, types } = await openStripe()
  await stripe.paymentIntents.create(deposit)
  await runDurableObjectAlarm(stub)
  await expect.poll(types, { timeout: 10_000 }).toEqual(['payment_intent.created'])
})
test('the app can call Stripe while it handles an event', async () => {
  const { stripe, app, settle, types } = await openStripe()
  app.answer = async (event) => {
    if (event.type === 'payment_intent.amount_capturable_updated')
      await stripe.paymentIntents.capture(event.data.object.id)
    return 200
  }
  const { id } = await stripe.paymentIntents.create({ ...deposit, ...confirmed })
  await settle()
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  expect(types()).toContain('payment_intent.succeeded')
})
test('an event that the app refuses is sent again, with longer waits, until it is accepted', async () => {
  const { stripe, app, settle, advance, received } = await openStripe()
  app.answer = async () => 500
  await stripe.paymentIntents.create(deposit)
  await settle()
  expect(received).toHaveLength(1)
  await advance(5)
  expect(received).toHaveLength(2)
  await advance(10)
  expect(received).toHaveLength(2)
  await advance(20)
  expect(received).toHaveLength(3)
  app.answer = async () => 200
  await advance(300)
  await advance(3 * DAY)
  expect(received).toHaveLength(4)
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(1)
})
test('an event that is never accepted is given up, and can be sent again by hand', async () => {
  const { stripe, app, advance, received, call, settle } = await openStripe()
  app.answer = async () => {
    throw new Error('nobody there')
  }
  await stripe.paymentIntents.create(deposit)
  for (let day = 0; day < 8; day++) await advance(DAY)
  for (let round = 0; round < 5; round++) await advance(3 * DAY)
  expect(received).toHaveLength(0)
  app.answer = async () => 200
  await call('POST', '/_test/events/replay')
  await settle()
  expect(received).toHaveLength(1)
})
test('an event survives an eviction of the stand-in', async () => {
  const { stripe, stub, fault, attach, advance, types, app } = await openStripe()
  app.answer = async () => 200
  await fault({ kind: 'delay-events', count: 1, seconds: 120 })
  await stripe.paymentIntents.create(deposit)
  await evictDurableObject(stub)
  await attach()
  await advance(121)
  expect(types()).toEqual(['payment_intent.created'])
})
test('a hold expires at its time: cancelled as expired, with both events', async () => {
  const { stripe, advance, types } = await openStripe()
  const held = await stripe.paymentIntents.create({
    ...deposit,
    ...confirmed,
    expand: ['latest_charge'],
  })
  await advance(7 * DAY - 60)
  expect((await stripe.paymentIntents.retrieve(held.id)).status).toBe('requires_capture')
  await advance(61)
  const lapsed = await stripe.paymentIntents.retrieve(held.id)
  const before = (held.latest_charge as Stripe.Charge).payment_method_details?.card?.capture_before
  expect(lapsed).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'expired',
    amount_capturable: 0,
    canceled_at: before,
  })
  expect(types().slice(-2)).toEqual(['charge.expired', 'payment_intent.canceled'])
})
test('an expired hold cannot be captured, even before its expiry is processed', async () => {
  const { stripe, clock } = await openStripe()
  const { id } = await stripe.paymentIntents.create({ ...deposit, ...confirmed })
  clock.offset = 7 * DAY * 1000 + 1000
  await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
})
test('a hold captured or cancelled in time does not expire', async () => {
  const { stripe, advance, types } = await openStripe()
  const captured = await stripe.paymentIntents.create({ ...deposit, ...confirmed })
  const canceled = await stripe.paymentIntents.create({ ...deposit, ...confirmed })
  await stripe.paymentIntents.capture(captured.id)
  await stripe.paymentIntents.cancel(canceled.id)
  await advance(8 * DAY)
  expect(types()).not.toContain('charge.expired')
  expect((await stripe.paymentIntents.retrieve(captured.id)).status).toBe('succeeded')
})
test('settling reports how much was done, and nothing once all is quiet', async () => {
  const { stripe, stub } = await openStripe()
  await stripe.paymentIntents.create(deposit)
  await stub.settleDue()
  expect(await stub.settleDue()).toBe(0)
})
