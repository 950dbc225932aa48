import { expect, test } from 'vitest'
import type { CarpoolId, ParticipantId, UserId } from '#app/kernel/id.ts'
import { createPayments } from '#app/payments/service/payments.server.ts'
import { createSms } from '#app/platform/sms.server.ts'

/**
 * With keys of the real services, the app's own gateways call the real hosts with the right
 * requests.
 */

const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('')
/** Looks like a key but is not one: made up here each time. */
const madeUpKey = () => `sk_test_51${hex(24)}`
const deposit = {
  carpoolId: 'car_1' as CarpoolId,
  participantId: 'par_1' as ParticipantId,
  userId: 'usr_1' as UserId,
  attempt: 2,
  purpose: 'deposit' as const,
  amount: 2000,
  customerId: null,
}

/** A fetch that makes no calls, records its requests, and returns the given responses. */
function tapped(answers: unknown[] | ((url: string) => unknown)) {
  const seen: { url: string; method: string; headers: Headers; body: string }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const body = new TextDecoder().decode(await request.arrayBuffer())
    seen.push({ url: request.url, method: request.method, headers: request.headers, body })
    const answer = Array.isArray(answers) ? answers.shift() : answers(request.url)
    return Response.json(answer ?? {}, { headers: { 'request-id': 'req_1' } })
  }
  return { fetch, seen }
}

test('a deposit is requested at https://api.stripe.com/v1/payment_intents', async () => {
  const { fetch, seen } = tapped([
    {
      id: 'pi_1',
      object: 'payment_intent',
      status: 'requires_payment_method',
      metadata: { ...deposit, purpose: 'carpoolDeposit' },
    },
  ])
  const secretKey = madeUpKey()
  expect(await createPayments({ secretKey, fetch }).createIntent(deposit)).toMatchObject({
    ok: true,
  })
  expect(seen).toHaveLength(1)
  const call = seen[0]
  expect(call?.method).toBe('POST')
  expect(call?.url).toMatch(/^https:\/\/api\.stripe\.com(:443)?\/v1\/payment_intents$/)
  expect(call?.headers.get('Authorization')).toBe(`Bearer ${secretKey}`)
  expect(call?.headers.get('Content-Type')).toBe('application/x-www-form-urlencoded')
  expect(call?.headers.get('Stripe-Version')).toBe('2026-10-28.endive')
  expect(call?.headers.get('Idempotency-Key')).toBe('deposit:par_1:2')
  expect(call?.headers.get('User-Agent')).toMatch(/^Stripe\/v1 NodeBindings\//)
  expect(Object.fromEntries(new URLSearchParams(call?.body))).toMatchObject({
    amount: '2000',
    currency: 'gbp',
    capture_method: 'manual',
    'metadata[carpoolId]': 'car_1',
    'metadata[participantId]': 'par_1',
    'metadata[attempt]': '2',
  })
})
test('reading, capturing, cancelling and refunding name the intent in the real host’s address', async () => {
  const intent = { id: 'pi_1', object: 'payment_intent', status: 'requires_capture', metadata: {} }
  const list = { object: 'list', data: [], has_more: false }
  const { fetch, seen } = tapped((url) => (url.includes('/v1/refunds?') ? list : intent))
  const payments = createPayments({ secretKey: madeUpKey(), fetch })
  await payments.read('pi_1')
  await payments.capture('pi_1', 2000, 'capture-1')
  await payments.release('pi_1', 'held', 'release-1')
  await payments.release('pi_1', 'captured', 'release-2')
  const lines = seen.map(
    ({ method, url }) => `${method} ${new URL(url).host}${new URL(url).pathname}`,
  )
  expect(new Set(lines)).toEqual(
    new Set([
      'GET api.stripe.com/v1/payment_intents/pi_1',
      'POST api.stripe.com/v1/payment_intents/pi_1/capture',
      'POST api.stripe.com/v1/payment_intents/pi_1/cancel',
      'POST api.stripe.com/v1/refunds',
      'GET api.stripe.com/v1/refunds',
    ]),
  )
  for (const call of seen.filter(({ method }) => method === 'POST'))
    expect(call.headers.get('Idempotency-Key')).toBeTruthy()
})
test('a text message is sent through https://api.twilio.com', async () => {
  const { fetch, seen } = tapped([{ sid: 'SM1' }])
  const accountSid = `AC${hex(16)}`
  const authToken = hex(16)
  const nobody = () => undefined
  const log = { info: nobody, warn: nobody, error: nobody } as never
  await createSms({ twilio: { accountSid, authToken, from: '+447700900000' }, fetch, log }).send(
    '+447700900123',
    '验证码 123456',
  )
  expect(seen[0]?.url).toBe(
    `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json`,
  )
  expect(seen[0]?.headers.get('Authorization')).toBe(`Basic ${btoa(`${accountSid}:${authToken}`)}`)
  expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
    To: '+447700900123',
    From: '+447700900000',
    Body: '验证码 123456',
  })
})
