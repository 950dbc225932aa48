import { expect, test } from 'vitest'
import { createPayments } from './payments.server.ts'

/**
 * Every amount and every time that the provider reports is used unchanged. No two of its answers
 * below agree with each other or with one of our rules, so a number that we compute ourselves would
 * show.
 */

const metadata = {
  purpose: 'carpoolDeposit',
  carpoolId: 'car_a',
  participantId: 'par_a_b',
  userId: 'usr_a',
  attempt: '7',
}
const CHARGE = {
  object: 'charge',
  status: 'succeeded',
  created: 1_800_000_101,
  disputed: true,
  refunded: false,
  amount_refunded: 311,
  payment_method_details: { card: { capture_before: 1_800_000_202 } },
  balance_transaction: { object: 'balance_transaction', created: 1_800_000_303, fee: 47 },
}
const INTENT = {
  id: 'pi_1',
  object: 'payment_intent',
  created: 1_800_000_404,
  currency: 'gbp',
  amount: 2003,
  amount_capturable: 1709,
  amount_received: 1901,
  client_secret: 'pi_1_secret_x',
  latest_charge: CHARGE,
  metadata,
  status: 'succeeded',
}
/** The charge does not know yet that one of them has failed. */
const REFUNDS = [
  { id: 're_2', created: 1_800_000_707, amount: 313, status: 'pending' },
  {
    id: 're_1',
    created: 1_800_000_808,
    amount: 409,
    status: 'failed',
    failure_reason: 'unknown',
    failure_balance_transaction: { created: 1_800_000_909 },
  },
]
const dispute = (over: object = {}) => ({
  id: 'dp_1',
  object: 'dispute',
  amount: 503,
  reason: 'fraudulent',
  status: 'needs_response',
  created: 1_800_000_505,
  evidence_details: { due_by: 1_800_000_606 },
  balance_transactions: [{ amount: -503 }, { amount: 101 }],
  ...over,
})

/** The gateway with a fake Stripe that has this one payment and its disputes. */
const stripeWith = (...disputes: object[]) =>
  createPayments({
    secretKey: 'sk_test_nothing',
    fetch: async (input, init) => {
      const { pathname } = new URL(new Request(input, init).url)
      const list = (data: object[]) => Response.json({ object: 'list', data, has_more: false })
      if (pathname.endsWith('/disputes')) return list(disputes)
      if (pathname.endsWith('/refunds')) return list(REFUNDS)
      return pathname.endsWith('/payment_intents') ? list([INTENT]) : Response.json(INTENT)
    },
  })

test('of a payment as a place reads it', async () => {
  expect(await stripeWith(dispute()).read('pi_1')).toMatchObject({
    value: {
      amount: 2003,
      facts: { attempt: 7, amount: 2003, captureBefore: 1_800_000_202_000, refunded: 313 },
      failedRefunds: [
        { id: 're_1', amount: 409, createdAt: 1_800_000_808_000, failedAt: 1_800_000_909_000 },
      ],
    },
  })
})

test('of a payment as people look at it', async () => {
  expect(await stripeWith().figures('pi_1')).toMatchObject({
    value: { status: 'succeeded', amount: 2003, held: 1709, captured: 1901, refunded: 311 },
  })
})

test.each([
  ['a deadline for evidence', {}, { evidenceDueBy: 1_800_000_606_000 }],
  ['no deadline', { evidence_details: { due_by: null } }, { evidenceDueBy: null }],
  ['money taken, a part of it back', {}, { withdrawn: 402 }],
  ['no money taken', { balance_transactions: [] }, { withdrawn: 0 }],
  ['a date of its own', {}, { createdAt: 1_800_000_505_000 }],
  ['an amount of its own', {}, { amount: 503 }],
])('of a dispute with %s', async (_, over, read) => {
  expect(await stripeWith(dispute(over)).read('pi_1')).toMatchObject({
    value: { disputes: [read] },
  })
})
