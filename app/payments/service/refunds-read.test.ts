import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { readRefunds } from './refunds-read.server.ts'

/** One refund: made at a second, of an amount, and when it failed, if it did. */
type Made = [at: number, amount: number, failedAt?: number, more?: object]

/** What is read of a payment with these refunds, the oldest first. */
async function read(...made: Made[]) {
  const refunds = made.map(([created, amount, failedAt, more = {}], at) => ({
    id: `re_${at}`,
    created,
    amount,
    status: failedAt === undefined ? 'succeeded' : 'failed',
    ...(failedAt !== undefined && {
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: { created: failedAt },
    }),
    ...more,
  }))
  const list = async () => ({ data: refunds.toReversed() })
  const { refunded, failed } = await readRefunds({ refunds: { list } } as unknown as Stripe, 'pi_1')
  return { refunded, missing: failed.map(({ id, missing }) => [id, missing]), failed }
}

test('what has not failed is refunded, whether it is pending or not', async () => {
  const { refunded, missing } = await read([1, 500], [2, 300, undefined, { status: 'pending' }])
  expect([refunded, missing]).toEqual([800, []])
})

test('one that failed is missing until a later one makes it good, in part or in full', async () => {
  expect(await read([1, 500, 9])).toMatchObject({ refunded: 0, missing: [['re_0', 500]] })
  expect(await read([1, 500, 9], [10, 200])).toMatchObject({
    refunded: 200,
    missing: [['re_0', 300]],
  })
  expect(await read([1, 500, 9], [10, 2000])).toMatchObject({
    refunded: 2000,
    missing: [['re_0', 0]],
  })
})

test('one that was made before it failed has nothing to do with it', async () => {
  expect(await read([1, 500, 9], [5, 500])).toMatchObject({
    refunded: 500,
    missing: [['re_0', 500]],
  })
})

test('one that was to make another good and fails too is missing itself, once', async () => {
  expect(await read([1, 500, 9], [10, 500, 20])).toMatchObject({
    refunded: 0,
    missing: [
      ['re_0', 0],
      ['re_1', 500],
    ],
  })
  // The same within one second.
  expect(await read([7, 500, 7], [7, 500, 7], [7, 500])).toMatchObject({
    refunded: 500,
    missing: [
      ['re_0', 0],
      ['re_1', 0],
    ],
  })
})

test('the first to fail is made good first', async () => {
  expect(await read([1, 300, 9], [2, 500, 8], [10, 600])).toMatchObject({
    missing: [
      ['re_1', 0],
      ['re_0', 200],
    ],
  })
})

test('a cancelled one did not reach the card either, and one whose failure has no time has failed at once', async () => {
  const { failed } = await read([1, 500, undefined, { status: 'canceled' }])
  expect(failed).toMatchObject([{ missing: 500, reason: 'canceled', failedAt: 1000 }])
})

test('those that we made are told from those of the dashboard', async () => {
  const { failed } = await read([1, 500, 9, { metadata: { by: 'neighbourhelp' } }], [2, 100, 10])
  expect(failed.map(({ isOurs }) => isOurs)).toEqual([true, false])
})
