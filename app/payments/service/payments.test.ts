import { afterEach, expect, test, vi } from 'vitest'
import type { CarpoolId, ParticipantId, UserId } from '#app/kernel/id.ts'
import { createPayments } from './payments.server.ts'

type Call = {
  method: string
  path: string
  body: URLSearchParams
  key: string | null
  signal: AbortSignal
}
type Reply = (call: Call) => Response | Promise<Response>

/** The gateway with a fake Stripe that replies as the test wants; records every call. */
function gateway(reply: Reply) {
  const calls: Call[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = new URLSearchParams(request.method === 'GET' ? search : await request.text())
    const key = request.headers.get('Idempotency-Key')
    const call = { method: request.method, path: pathname, body, key, signal: request.signal }
    calls.push(call)
    return reply(call)
  }
  return { calls, payments: createPayments({ secretKey: 'sk_test_nothing', fetch }) }
}

const metadata = {
  purpose: 'carpoolDeposit',
  carpoolId: 'car_a',
  participantId: 'par_a_b',
  userId: 'usr_a',
  attempt: '1',
}
const intent = (over: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  amount: 2000,
  amount_received: 0,
  client_secret: 'pi_1_secret_x',
  latest_charge: null,
  metadata,
  status: 'requires_payment_method',
  ...over,
})
const charge = (over: object = {}) => ({
  object: 'charge',
  status: 'succeeded',
  refunded: false,
  amount_refunded: 0,
  payment_method_details: { card: { capture_before: 1_800_000_000 } },
  ...over,
})
const listOf = (data: object[]) => Response.json({ object: 'list', data, has_more: false })
/** All of a payment, refunded once. */
const refundedOnce = (over: object = {}) =>
  listOf([{ id: 're_1', created: 1_800_000_000, amount: 2000, status: 'succeeded', ...over }])
const broken = () =>
  Response.json({ error: { type: 'api_error', message: 'oops' } }, { status: 500 })
const place = {
  carpoolId: 'car_a' as CarpoolId,
  participantId: 'par_a_b' as ParticipantId,
  userId: 'usr_a' as UserId,
  attempt: 1,
  purpose: 'deposit' as const,
  amount: 2000,
  customerId: null,
}

afterEach(() => void vi.useRealTimers())

test.each([
  ['requires_payment_method', {}, 'unpaid', 0],
  ['requires_confirmation', {}, 'unpaid', 0],
  ['requires_action', {}, 'unpaid', 0],
  ['processing', {}, 'processing', 0],
  ['requires_capture', { latest_charge: charge() }, 'held', 0],
  ['succeeded', { latest_charge: charge(), amount_received: 1500 }, 'captured', 1500],
  [
    'succeeded',
    { latest_charge: charge({ refunded: true, amount_refunded: 2000 }), amount_received: 2000 },
    'returned',
    0,
  ],
  ['canceled', { latest_charge: charge({ refunded: true, amount_refunded: 2000 }) }, 'returned', 0],
])(
  'an intent that %s is passed on to a carpool as it is',
  async (status, over, money, received) => {
    const { payments } = gateway(({ path }) =>
      path === '/v1/refunds' ? refundedOnce() : Response.json(intent({ status, ...over })),
    )
    const read = await payments.read('pi_1')
    expect(read).toMatchObject({ ok: true, value: { facts: { money, received, attempt: 1 } } })
    const authorised = 'latest_charge' in over
    expect(read).toMatchObject({
      value: { facts: { authorised, captureBefore: authorised ? 1_800_000_000_000 : null } },
    })
  },
)

test('a declined card is no authorisation', async () => {
  const { payments } = gateway(() =>
    Response.json(intent({ latest_charge: charge({ status: 'failed' }) })),
  )
  expect(await payments.read('pi_1')).toMatchObject({
    value: { facts: { money: 'unpaid', authorised: false } },
  })
})

test('a missing intent, or one that is no carpool deposit, is not found; silence and errors are unavailable', async () => {
  const missing = { type: 'invalid_request_error', code: 'resource_missing', message: 'no' }
  const replies: [Reply, string][] = [
    [() => Response.json({ error: missing }, { status: 404 }), 'notFound'],
    [() => Response.json(intent({ metadata: {} })), 'notFound'],
    [broken, 'unavailable'],
    [() => Promise.reject(new Error('connection lost')), 'unavailable'],
  ]
  for (const [reply, code] of replies)
    expect(await gateway(reply).payments.read('pi_1')).toMatchObject({
      ok: false,
      error: { code },
    })
})

test('a deposit is £20, held and not charged, by card, under the key of its attempt', async () => {
  const { payments, calls } = gateway(() => Response.json(intent()))
  expect(await payments.createIntent(place)).toMatchObject({
    ok: true,
    value: { amount: 2000 },
  })
  const [call] = calls
  expect([calls.length, call?.path, call?.key]).toEqual([
    1,
    '/v1/payment_intents',
    'deposit:par_a_b:1',
  ])
  expect(Object.fromEntries(call?.body ?? [])).toMatchObject({
    amount: '2000',
    currency: 'gbp',
    capture_method: 'manual',
    'allowed_payment_method_types[0]': 'card',
    'metadata[purpose]': 'carpoolDeposit',
    'metadata[participantId]': 'par_a_b',
    'metadata[attempt]': '1',
  })
})

test('after an error the intent is searched for before another is made, and found by its purpose', async () => {
  const other = intent({ id: 'pi_other', metadata: { ...metadata, attempt: '2' } })
  const { payments, calls } = gateway(({ method }) =>
    method === 'POST'
      ? broken()
      : Response.json({ object: 'list', data: [other, intent()], has_more: false }),
  )
  expect(await payments.createIntent(place)).toMatchObject({
    value: { facts: { intentId: 'pi_1' } },
  })
  expect(new Set(calls.flatMap(({ key }) => key ?? []))).toEqual(new Set(['deposit:par_a_b:1']))
})

test('an error without an intent is retried under a new key, not the used one', async () => {
  const { payments, calls } = gateway(({ method, key }) => {
    if (method === 'GET') return Response.json({ object: 'list', data: [], has_more: false })
    return key === 'deposit:par_a_b:1' ? broken() : Response.json(intent())
  })
  expect((await payments.createIntent(place)).ok).toBe(true)
  expect(calls.at(-1)?.key).toMatch(/^deposit:par_a_b:1:[0-9a-f-]{36}$/)
})

test('a silent call ends before the caller stops waiting, and nothing else is tried meanwhile', async () => {
  vi.useFakeTimers()
  const { payments, calls } = gateway(
    ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const asked = payments.createIntent(place)
  await vi.advanceTimersByTimeAsync(9500)
  expect(await asked).toEqual({ ok: false, error: { code: 'paymentInitFailed' } })
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'POST'])
})

test('a payment that can no longer be captured or cancelled is read, not failed', async () => {
  const error = {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: 'no',
  }
  const { payments, calls } = gateway(({ method }) =>
    method === 'POST'
      ? Response.json({ error }, { status: 400 })
      : Response.json(
          intent({ status: 'succeeded', latest_charge: charge(), amount_received: 2000 }),
        ),
  )
  for (const done of [payments.capture('pi_1', 2000, 'a'), payments.release('pi_1', 'unpaid', 'b')])
    expect(await done).toMatchObject({ ok: true, value: { facts: { money: 'captured' } } })
  expect(calls.map(({ path }) => path).filter((path) => path.split('/').length > 4)).toEqual([
    '/v1/payment_intents/pi_1/capture',
    '/v1/payment_intents/pi_1/cancel',
  ])
})

test('captured money is refunded, and the next attempt is not given the stored error', async () => {
  const { payments, calls } = gateway(({ method, path }) =>
    method === 'GET' && path === '/v1/refunds'
      ? refundedOnce()
      : Response.json(intent({ status: 'canceled' })),
  )
  await payments.release('pi_1', 'captured', 'try-1')
  await payments.release('pi_1', 'captured', 'try-2')
  const refunds = calls.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds')
  expect(refunds.map(({ key }) => key)).toEqual(['try-1', 'try-2'])
})

test.each([
  // The charge may still count a refund that has failed, or not any more.
  ['ours', 2000, { by: 'neighbourhelp' }, 'returned', 2000],
  ['ours', 0, { by: 'neighbourhelp' }, 'returned', 2000],
  ['of the dashboard', 2000, {}, 'captured', 2000],
])(
  'a refund of %s that failed is ours again, and is not tried again by ourselves',
  async (_, counted, made, money, received) => {
    const { payments, calls } = gateway(({ method, path }) => {
      if (method === 'GET' && path === '/v1/refunds')
        return refundedOnce({ status: 'failed', metadata: made })
      const latest_charge = charge({ amount_refunded: counted })
      return Response.json(intent({ status: 'succeeded', latest_charge, amount_received: 2000 }))
    })
    expect(await payments.release('pi_1', 'captured', 'try-1')).toMatchObject({
      value: {
        facts: { money, received, refunded: 0, failedRefunds: [{ id: 're_1', amount: 2000 }] },
        failedRefunds: [{ id: 're_1', missing: 2000 }],
      },
    })
    const asked = calls.find(({ method, path }) => method === 'POST' && path === '/v1/refunds')
    expect(asked?.body.get('metadata[by]')).toBe('neighbourhelp')
  },
)

test.each([
  ['lost', [{ amount: -503 }], 'lost', 503],
  ['lost', [], 'lost', 503],
  ['won', [{ amount: -503 }], 'won', 503],
  ['lost', [{ amount: -503 }, { amount: 503 }], 'won', 503],
  ['lost', [{ amount: -503 }, { amount: 101 }], 'lost', 402],
] as const)(
  'a dispute that Stripe calls %s after the money moved %o is read as %s',
  async (status, balance_transactions, state, amount) => {
    const dispute = {
      id: 'dp_1',
      amount: 503,
      reason: 'fraudulent',
      status,
      created: 1_800_000_000,
      balance_transactions,
    }
    const latest_charge = charge({ disputed: true })
    const { payments } = gateway(({ path }) =>
      path === '/v1/disputes'
        ? listOf([dispute])
        : Response.json(intent({ status: 'succeeded', latest_charge, amount_received: 2000 })),
    )
    expect(await payments.readNow('pi_1')).toMatchObject({
      value: { disputes: [{ state, amount, moves: balance_transactions.length }] },
    })
  },
)
