import { expect, test } from 'vitest'
import { deposit, openStripe, payment, rejection } from './kit.ts'

/** Each fault does what it says, as often as it says, and no more. */

const confirmed = { confirm: true, payment_method: 'pm_card_visa' } as const

test('dropped events never arrive by themselves, but are listed and can be sent by hand', async () => {
  const { stripe, fault, settle, types, advance, call } = await openStripe()
  await fault({ kind: 'drop-events', count: 2 })
  await stripe.paymentIntents.create({ ...deposit, ...confirmed })
  await settle()
  await advance(4 * 24 * 3600)
  expect(types()).toEqual(['payment_intent.amount_capturable_updated'])
  expect((await stripe.events.list()).data).toHaveLength(3)
  const dropped = (await stripe.events.list({ type: 'charge.succeeded' })).data[0]
  await call('POST', '/_test/events/replay', { id: String(dropped?.id), times: '2' })
  await settle()
  expect(types().slice(1)).toEqual(['charge.succeeded', 'charge.succeeded'])
})
test('an event may be dropped once and arrive on the next attempt', async () => {
  const { stripe, fault, settle, advance, types } = await openStripe()
  await fault({ kind: 'drop-events', count: 1, retry: true })
  await stripe.paymentIntents.create(deposit)
  await settle()
  expect(types()).toEqual([])
  await advance(6)
  expect(types()).toEqual(['payment_intent.created'])
})
test('doubled events arrive twice, or as often as configured', async () => {
  const { stripe, fault, settle, types } = await openStripe()
  await fault({ kind: 'double-events', count: 1 })
  await stripe.paymentIntents.create(deposit)
  await fault({ kind: 'double-events', count: 1, times: 3 })
  await stripe.paymentIntents.create(deposit)
  await stripe.paymentIntents.create(deposit)
  await settle()
  expect(types()).toHaveLength(2 + 3 + 1)
})
test('delayed events arrive when they are due', async () => {
  const { stripe, fault, advance, settle, types } = await openStripe()
  await fault({ kind: 'delay-events', count: 1 })
  await stripe.paymentIntents.create({ ...payment, ...confirmed })
  await settle()
  expect(types()).toEqual(['charge.succeeded', 'payment_intent.succeeded'])
  await advance(61)
  expect(types()).toEqual([
    'charge.succeeded',
    'payment_intent.succeeded',
    'payment_intent.created',
  ])
})
test('reordered events arrive last first once all of them exist', async () => {
  const { stripe, fault, settle, types } = await openStripe()
  await fault({ kind: 'reorder-events', count: 3 })
  const { id } = await stripe.paymentIntents.create(payment)
  await settle()
  expect(types()).toEqual([])
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  await settle()
  expect(types()).toEqual([
    'payment_intent.succeeded',
    'charge.succeeded',
    'payment_intent.created',
  ])
})
test('reordered events do not wait forever for one that never happens', async () => {
  const { stripe, fault, advance, types } = await openStripe()
  await fault({ kind: 'reorder-events', count: 5 })
  await stripe.paymentIntents.create(deposit)
  await advance(31)
  expect(types()).toEqual(['payment_intent.created'])
})
test('an event fault can be limited to one type', async () => {
  const { stripe, fault, settle, types } = await openStripe()
  await fault({ kind: 'drop-events', count: 1, type: 'payment_intent.succeeded' })
  await stripe.paymentIntents.create({ ...payment, ...confirmed })
  await settle()
  expect(types()).toEqual(['payment_intent.created', 'charge.succeeded'])
})
test('failed calls return 500 and do nothing', async () => {
  const { stripe, fault } = await openStripe()
  await fault({ kind: 'fail-calls', count: 2 })
  for (let n = 0; n < 2; n++)
    expect(await rejection(stripe.paymentIntents.create(deposit))).toMatchObject({
      type: 'StripeAPIError',
      statusCode: 500,
    })
  expect((await stripe.paymentIntents.list()).data).toEqual([])
})
test('a fault on calls spares the browser unless it is included', async () => {
  const { stripe, browser, fault } = await openStripe()
  const { id, client_secret } = await stripe.paymentIntents.create(deposit)
  const read = () => browser.paymentIntents.retrieve(id, { client_secret: client_secret ?? '' })
  await fault({ kind: 'fail-calls', count: 1 })
  expect((await read()).id).toBe(id)
  await fault({ kind: 'fail-calls', count: 1, key: 'publishable' })
  expect((await rejection(read())).statusCode).toBe(500)
})
test('a fault on calls can be limited to one call', async () => {
  const { stripe, fault } = await openStripe()
  await fault({ kind: 'fail-calls', count: 1, method: 'POST', path: '/capture' })
  const { id } = await stripe.paymentIntents.create({ ...deposit, ...confirmed })
  expect((await rejection(stripe.paymentIntents.capture(id))).statusCode).toBe(500)
  expect((await stripe.paymentIntents.capture(id)).status).toBe('succeeded')
})
test('a lost reply is a broken connection to the caller, and the work is done', async () => {
  const { stripe, fault } = await openStripe()
  await fault({ kind: 'lose-answers', count: 1 })
  const error = await rejection(stripe.paymentIntents.create(deposit, { idempotencyKey: 'lost' }))
  expect(error.type).toBe('StripeConnectionError')
  const made = (await stripe.paymentIntents.list()).data
  expect(made).toHaveLength(1)
  expect((await stripe.paymentIntents.create(deposit, { idempotencyKey: 'lost' })).id).toBe(
    made[0]?.id,
  )
})
test('a hanging call is given up by the caller, and nothing is ever done', async () => {
  const { stripe, fault } = await openStripe({ timeout: 300 })
  await fault({ kind: 'hang-calls', count: 1 })
  expect((await rejection(stripe.paymentIntents.create(deposit))).type).toBe(
    'StripeConnectionError',
  )
  await fault({ kind: 'none' })
  expect((await stripe.paymentIntents.list()).data).toEqual([])
})
test('a caller waiting for a hanging call gets a 500 in the end, or as soon as the faults are switched off', async () => {
  const { stripe, fault, faultMet } = await openStripe()
  await fault({ kind: 'hang-calls', count: 2, seconds: 1 })
  const startedAt = Date.now()
  expect((await rejection(stripe.paymentIntents.create(deposit))).statusCode).toBe(500)
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990)
  const waiting = rejection(stripe.paymentIntents.create(deposit))
  await faultMet()
  await fault({ kind: 'none' })
  expect((await waiting).statusCode).toBe(500)
  expect((await stripe.paymentIntents.list()).data).toEqual([])
})
test('an unknown fault is refused', async () => {
  const { fault } = await openStripe()
  await expect(fault({ kind: 'explode' } as never)).rejects.toThrow()
  await expect(fault({ kind: 'drop-events', count: -1 })).rejects.toThrow()
})
test('the control page and its JSON show intents, events and faults', async () => {
  const { stripe, fault, call, settle } = await openStripe()
  const { id } = await stripe.paymentIntents.create({
    ...deposit,
    ...confirmed,
    metadata: { note: '<b>' },
  })
  await fault({ kind: 'double-events', count: 7 })
  await settle()
  const page = await (await call('GET', '/')).text()
  for (const text of [
    id,
    'requires_capture',
    'charge.succeeded',
    'delivered, tried 1',
    'double-events',
  ])
    expect(page).toContain(text)
  expect(page).not.toContain('<b>')
  const data = (await (await call('GET', '/', { format: 'json' })).json()) as {
    intents: unknown[]
    faults: unknown[]
  }
  expect(data).toMatchObject({ intents: [{ id }], faults: [{ kind: 'double-events', count: 7 }] })
  expect((await call('POST', '/faults', { kind: 'none' })).headers.get('Location')).toBe(
    '/__dev/stripe/',
  )
})
