import { describe, expect, test } from 'vitest'
import { refundStep } from '#tests/worker/stripe-dashboard.ts'
import { begin, confirm, newOrder, rowOf } from '#tests/worker/world/orders.ts'
import {
  advance,
  deliver,
  eventsOf,
  fault,
  sumsOf as moneyAt,
  must,
  pay,
  stripe,
  stripeUp,
} from '#tests/worker/world/services.ts'

/**
 * An order with two payments: the first was refunded in the dashboard before its event reached us,
 * so the student began a second. Events are dropped until `stripeUp`.
 */
async function begunTwice() {
  await fault('drop-events', 100_000)
  const order = await newOrder()
  const first = await begin(order)
  await pay(first.clientSecret)
  await stripe.refunds.create({ payment_intent: first.intentId })
  const second = await begin(order)
  expect(second.intentId).not.toBe(first.intentId)
  return { order, first, second }
}

describe('a refund that comes back pays the order after all, and a payment begun meanwhile', () => {
  test('can no longer be paid', async () => {
    const { order, first, second } = await begunTwice()
    await stripeUp()
    await refundStep(first.intentId, 'fail')
    expect(await rowOf(order.id)).toMatchObject({ payment: 'paid', intentId: first.intentId })
    expect(await moneyAt(second.intentId)).toMatchObject({ status: 'canceled', received: 0 })
  })

  test('pays it instead if it has been paid', async () => {
    const { order, first, second } = await begunTwice()
    await pay(second.clientSecret)
    await stripeUp()
    await refundStep(first.intentId, 'fail')
    expect(must(await confirm(order)).basePaid).toBe(true)
    expect(await rowOf(order.id)).toMatchObject({ payment: 'paid', intentId: second.intentId })
    expect(await moneyAt(second.intentId)).toMatchObject({ received: 1000, refunded: 0 })
    const { data } = await stripe.refunds.list({ payment_intent: first.intentId })
    expect(data.map(({ status, amount }) => [status, amount])).toEqual([
      ['succeeded', 1000],
      ['failed', 1000],
    ])
  })

  test('is cancelled first: until the provider has done so, the order is not paid', async () => {
    const { order, first, second } = await begunTwice()
    await refundStep(first.intentId, 'fail')
    const event = (await eventsOf(first.intentId)).at(-1)
    if (!event) throw new Error('no event')
    await fault('fail-calls', 100, { method: 'POST', path: `${second.intentId}/cancel` })
    expect(await deliver(event)).toBe(503)
    expect(await rowOf(order.id)).toMatchObject({ payment: 'awaiting', intentId: second.intentId })
    await stripeUp()
    expect(await deliver(event)).toBe(200)
    await advance(0)
    expect(await rowOf(order.id)).toMatchObject({ payment: 'paid', intentId: first.intentId })
    expect(await moneyAt(second.intentId)).toMatchObject({ status: 'canceled' })
  })
})
