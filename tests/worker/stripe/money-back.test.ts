import { expect, test } from 'vitest'
import { openStripe, payment } from './kit.ts'

/** What becomes of a refund or a lost dispute days later, as Stripe reports it. */

const confirmed = { confirm: true, payment_method: 'pm_card_visa' } as const

test('a refund that fails is ours again: it is told, booked, and can be made again', async () => {
  const { stripe, call, types, settle } = await openStripe()
  const { id } = await stripe.paymentIntents.create({ ...payment, ...confirmed })
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 500 })
  await settle()
  expect((await call('POST', '/refunds', { intent: id, step: 'fail' })).status).toBe(303)
  await settle()
  const failed = await stripe.refunds.retrieve(refund.id, {
    expand: ['failure_balance_transaction'],
  })
  expect(failed).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: { amount: 500, object: 'balance_transaction' },
  })
  expect(types().slice(-3)).toEqual(['refund.updated', 'charge.refund.updated', 'refund.failed'])
  expect(await stripe.charges.retrieve(String(refund.charge))).toMatchObject({
    amount_refunded: 0,
    refunded: false,
  })
  expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(1800)
  // Only one that has not failed can.
  expect(
    (await call('POST', '/refunds', { intent: id, step: 'fail', refund: refund.id })).status,
  ).toBe(400)
})

test('a refund of the card for it is pending until its step', async () => {
  const { stripe, call } = await openStripe()
  const { id } = await stripe.paymentIntents.create({
    ...payment,
    ...confirmed,
    payment_method: 'pm_card_pendingRefund',
  })
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
  expect((await call('POST', '/refunds', { intent: id, step: 'succeed' })).status).toBe(303)
  const settled = await stripe.refunds.retrieve(refund.id)
  expect(settled).toMatchObject({ status: 'succeeded' })
  expect(settled).not.toHaveProperty('pending_reason')
  expect((await call('POST', '/refunds', { intent: id, step: 'succeed' })).status).toBe(400)
})

test.each([
  ['overturn', 'won', ['charge.dispute.closed', 'charge.dispute.funds_reinstated']],
  ['reinstate', 'lost', ['charge.dispute.funds_reinstated']],
])('a lost dispute whose money comes back (%s)', async (step, status, told) => {
  const { stripe, call, types, settle } = await openStripe()
  const { id } = await stripe.paymentIntents.create({ ...payment, ...confirmed })
  for (const one of ['open', 'lose']) await call('POST', '/disputes', { intent: id, step: one })
  await settle()
  expect((await call('POST', '/disputes', { intent: id, step })).status).toBe(303)
  await settle()
  const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
  expect(dispute).toMatchObject({ status, is_charge_refundable: true })
  expect(dispute?.balance_transactions.map(({ amount }) => amount)).toEqual([-1800, 1800])
  expect(types().slice(-told.length)).toEqual(told)
})
