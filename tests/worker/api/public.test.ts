import { env, exports } from 'cloudflare:workers'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { api } from '#tests/worker/world/api.ts'
import { ORIGIN } from '#tests/worker/world/services.ts'

test('the API gives the same replies below the base path', async () => {
  const [short, long] = await Promise.all(
    ['/api', '/neighbourhelp/api'].map(async (base) =>
      (await exports.default.fetch(`${ORIGIN}${base}/normal-price-matrix?lang=en`)).json(),
    ),
  )
  expect(long).toEqual(short)
})
test('health reports database and payments as up', async () => {
  const { status, body } = await api('GET', '/health')
  expect([status, body.status, body.checks]).toEqual([
    200,
    'ok',
    { database: 'ok', payments: 'ok', groups: 'ok' },
  ])
})
test('every reply carries the request’s id, and a problem also in its body', async () => {
  const { headers, body } = await api('GET', '/nothing')
  expect(headers.get('X-Request-Id')).toBe(body.requestId)
})
test('the readable document is a page without scripts in both languages', async () => {
  for (const [lang, title] of [
    ['zh', '通用规则'],
    ['en', 'Rules for every call'],
  ]) {
    const response = await exports.default.fetch(`${ORIGIN}/api/docs?lang=${lang}`)
    const text = await response.text()
    expect(text).toContain(title)
    expect(text).not.toContain('<script')
    expect(response.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'nonce-/,
    )
  }
})

const send = (body: string, signature: string) =>
  api('POST', '/stripe/webhook', { headers: { 'Stripe-Signature': signature }, raw: body })
const event = (type: string, object: object) =>
  JSON.stringify({ object: 'event', id: `evt_${crypto.randomUUID()}`, type, data: { object } })
const signed = async (payload: string, secret: string = env.STRIPE_WEBHOOK_SECRET) => {
  const { webhooks } = new Stripe('sk_test_unused')
  return send(payload, await webhooks.generateTestHeaderStringAsync({ payload, secret }))
}

test('an event without a valid signature is refused', async () => {
  const payload = event('payment_intent.succeeded', { id: 'pi_1' })
  for (const answer of [
    await send(payload, ''),
    await send(payload, 't=1,v1=00'),
    await signed(payload, 'whsec_other'),
  ])
    expect([answer.status, answer.body.code]).toEqual([400, 'malformedBody'])
})
test('a signature older than five minutes is refused', async () => {
  const payload = event('customer.created', {})
  const { webhooks } = new Stripe('sk_test_unused')
  const timestamp = Math.floor(Date.now() / 1000) - 301
  const secret = env.STRIPE_WEBHOOK_SECRET
  const header = await webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp })
  expect((await send(payload, header)).status).toBe(400)
})
const PAID = {
  object: 'event',
  id: 'evt_1',
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_1' } },
}
test.each([
  'null',
  '1',
  '"x"',
  '[]',
  '{}',
  '{"type":1}',
  JSON.stringify({ ...PAID, id: 1 }),
  JSON.stringify({ ...PAID, type: null }),
  JSON.stringify({ ...PAID, data: undefined }),
  JSON.stringify({ ...PAID, data: null }),
  JSON.stringify({ ...PAID, data: { object: null } }),
  JSON.stringify({ ...PAID, data: { object: 'pi_1' } }),
  JSON.stringify({ ...PAID, object: 'v2.core.event' }),
  'not JSON',
  '',
])('a signed body that is no event is refused: %s', async (payload) => {
  const { status, body } = await signed(payload)
  expect([status, body.code]).toEqual([400, 'malformedBody'])
})
test('an event of an irrelevant kind is acknowledged', async () => {
  expect((await signed(event('customer.created', { id: 'cus_1' }))).body).toEqual({
    received: true,
  })
  expect((await signed(event('charge.updated', { id: 'ch_1', payment_intent: null }))).status).toBe(
    200,
  )
})
test('an event that names no payment is acknowledged', async () => {
  for (const [type, object] of [
    ['payment_intent.succeeded', { id: 1 }],
    ['charge.refunded', { payment_intent: { id: 'pi_1' } }],
    ['charge.refunded', {}],
  ] as const)
    expect((await signed(event(type, object))).status).toBe(200)
})
test('an event about an unknown payment is acknowledged and changes nothing', async () => {
  expect((await signed(event('payment_intent.succeeded', { id: 'pi_of_somebody' }))).status).toBe(
    200,
  )
})

/** A dispute with as much evidence as Stripe takes, and more to fill its event up to a size. */
function dispute(bytes: number) {
  const evidence = { uncategorized_text: '证'.repeat(150_000), filler: '' }
  const write = () =>
    event('charge.dispute.updated', { payment_intent: 'pi_of_somebody', evidence })
  const missing = bytes - new TextEncoder().encode(write()).length
  evidence.filler = 'x'.repeat(Math.max(0, missing))
  return write()
}
test.each([
  ['as much evidence as a dispute can have', 0, 200],
  ['512 KiB', 512 * 1024, 200],
  ['one byte more', 512 * 1024 + 1, 413],
])('a signed event of %s is answered', async (_size, bytes, status) => {
  expect((await signed(dispute(bytes))).status).toBe(status)
})
