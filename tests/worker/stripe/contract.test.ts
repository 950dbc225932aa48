import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { routes } from '#workers/stripe/routes.ts'
import { calledRoutes, card, deposit, openStripe, payment, rejection } from './kit.ts'
import { publishedFields } from './published-fields.ts'

/**
 * Every call of the official client that the stand-in supports, on a successful path and on failing
 * ones.
 */

const confirmed = { confirm: true, payment_method: 'pm_card_visa' } as const
const fieldsAt = (object: unknown, path: string): string[] => {
  const inner = path
    .split('.')
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], object)
  return Object.keys(inner as object)
}
function expectPublishedFields(name: string, object: unknown) {
  for (const [path, names] of Object.entries(publishedFields)) {
    const [kind, ...rest] = path.split('.')
    if (kind !== name) continue
    const actual = rest.length ? fieldsAt(object, rest.join('.')) : Object.keys(object as object)
    expect(actual, path).toEqual(expect.arrayContaining([...names]))
  }
}

test('every object has its published fields', async () => {
  const { stripe } = await openStripe()
  const intent = await stripe.paymentIntents.create({ ...payment, ...confirmed })
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 })
  const held = await stripe.paymentIntents.create({
    ...deposit,
    confirm: true,
    payment_method: 'pm_card_authenticationRequired',
  })
  expectPublishedFields('payment_intent', intent)
  expectPublishedFields('payment_intent', held)
  expectPublishedFields('refund', refund)
  expectPublishedFields(
    'payment_method',
    await stripe.paymentMethods.create(card('4242424242424242')),
  )
  for (const event of (await stripe.events.list()).data) expectPublishedFields('event', event)
})
test('a charge has its published fields, its 3-D Secure result and its refunds', async () => {
  const { stripe, call } = await openStripe()
  const intent = await stripe.paymentIntents.create({
    ...payment,
    confirm: true,
    payment_method: 'pm_card_threeDSecure2Required',
  })
  await call('POST', `/3ds/${String(intent.next_action?.use_stripe_sdk?.source)}`, {
    result: 'complete',
  })
  const paid = await stripe.paymentIntents.retrieve(intent.id)
  await stripe.refunds.create({ payment_intent: intent.id, amount: 1 })
  const charge = await stripe.charges.retrieve(String(paid.latest_charge), { expand: ['refunds'] })
  expectPublishedFields('charge', charge)
  expect(charge.payment_method_details?.card?.three_d_secure?.result).toBe('authenticated')
  expect(charge.refunds?.data).toHaveLength(1)
})
test('ids and client secrets have the published format', async () => {
  const { stripe } = await openStripe()
  const intent = await stripe.paymentIntents.create({ ...payment, ...confirmed })
  const refund = await stripe.refunds.create({ payment_intent: intent.id })
  expect(intent.id).toMatch(/^pi_[0-9A-Za-z]{24}$/)
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_[0-9A-Za-z]{25}$`))
  expect(intent.latest_charge).toMatch(/^ch_[0-9A-Za-z]{24}$/)
  expect(intent.payment_method).toMatch(/^pm_[0-9A-Za-z]{24}$/)
  expect(refund.id).toMatch(/^re_[0-9A-Za-z]{24}$/)
  expect(intent.lastResponse.requestId).toMatch(/^req_/)
  expect(intent.livemode).toBe(false)
})
test('a deposit is created, confirmed, held and captured', async () => {
  const { stripe } = await openStripe()
  const created = await stripe.paymentIntents.create({
    ...deposit,
    metadata: { purpose: 'deposit' },
  })
  expect(created).toMatchObject({
    status: 'requires_payment_method',
    amount: 2000,
    currency: 'gbp',
    metadata: { purpose: 'deposit' },
  })
  const held = await stripe.paymentIntents.confirm(created.id, {
    payment_method: 'pm_card_visa',
    expand: ['latest_charge'],
  })
  const charge = held.latest_charge as Stripe.Charge
  expect(held).toMatchObject({
    status: 'requires_capture',
    amount_capturable: 2000,
    amount_received: 0,
  })
  expect(charge).toMatchObject({
    captured: false,
    amount_captured: 0,
    status: 'succeeded',
    payment_intent: created.id,
  })
  expect(charge.payment_method_details?.card?.capture_before).toBe(charge.created + 7 * 24 * 3600)
  const captured = await stripe.paymentIntents.capture(created.id)
  expect(captured).toMatchObject({
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: 2000,
  })
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({
    captured: true,
    amount_captured: 2000,
  })
})
test('part of a hold can be captured, but no more than it', async () => {
  const { stripe } = await openStripe()
  const { id } = await stripe.paymentIntents.create({ ...deposit, ...confirmed })
  const error = await rejection(stripe.paymentIntents.capture(id, { amount_to_capture: 2001 }))
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', code: 'amount_too_large' })
  expect(await stripe.paymentIntents.capture(id, { amount_to_capture: 500 })).toMatchObject({
    status: 'succeeded',
    amount_received: 500,
    amount_capturable: 0,
  })
  const refund = rejection(stripe.refunds.create({ payment_intent: id, amount: 501 }))
  expect(await refund).toMatchObject({ statusCode: 400, param: 'amount' })
})
test('a payment without a hold is charged at once', async () => {
  const { stripe } = await openStripe()
  const paid = await stripe.paymentIntents.create({
    ...payment,
    ...confirmed,
    expand: ['latest_charge', 'payment_method'],
  })
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1800, amount_capturable: 0 })
  expect(paid.latest_charge).toMatchObject({
    object: 'charge',
    captured: true,
    amount_captured: 1800,
  })
  expect(paid.payment_method).toMatchObject({
    object: 'payment_method',
    card: { last4: '4242', brand: 'visa' },
  })
})
test('an intent can be changed and read while it is open', async () => {
  const { stripe } = await openStripe()
  const { id } = await stripe.paymentIntents.create({ ...payment, metadata: { a: '1', b: '2' } })
  await stripe.paymentIntents.update(id, { amount: 900, metadata: { b: '', c: '3' } })
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    amount: 900,
    metadata: { a: '1', c: '3' },
  })
})
test('an intent can be cancelled from every state before the end, which releases its hold', async () => {
  const { stripe } = await openStripe()
  const open = await stripe.paymentIntents.create(deposit)
  const ready = await stripe.paymentIntents.create({ ...deposit, payment_method: 'pm_card_visa' })
  const asking = await stripe.paymentIntents.create({
    ...deposit,
    confirm: true,
    payment_method: 'pm_card_authenticationRequired',
  })
  const held = await stripe.paymentIntents.create({ ...deposit, ...confirmed })
  expect([open, ready, asking, held].map((i) => i.status)).toEqual([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
  ])
  for (const { id } of [open, ready, asking, held]) {
    const canceled = await stripe.paymentIntents.cancel(id, {
      cancellation_reason: 'requested_by_customer',
    })
    expect(canceled).toMatchObject({
      status: 'canceled',
      amount_capturable: 0,
      cancellation_reason: 'requested_by_customer',
      next_action: null,
    })
    expect(canceled.canceled_at).toBeGreaterThan(0)
  }
})
test('a step that the state does not allow returns payment_intent_unexpected_state with the intent', async () => {
  const { stripe } = await openStripe()
  const open = await stripe.paymentIntents.create(deposit)
  const paid = await stripe.paymentIntents.create({ ...payment, ...confirmed })
  const gone = await stripe.paymentIntents.cancel((await stripe.paymentIntents.create(deposit)).id)
  const steps = [
    [open.id, () => stripe.paymentIntents.capture(open.id)],
    [open.id, () => stripe.paymentIntents.confirm(open.id)],
    [open.id, () => stripe.refunds.create({ payment_intent: open.id })],
    [paid.id, () => stripe.paymentIntents.capture(paid.id)],
    [paid.id, () => stripe.paymentIntents.cancel(paid.id)],
    [paid.id, () => stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' })],
    [paid.id, () => stripe.paymentIntents.update(paid.id, { amount: 100 })],
    [gone.id, () => stripe.paymentIntents.cancel(gone.id)],
    [gone.id, () => stripe.paymentIntents.capture(gone.id)],
    [gone.id, () => stripe.paymentIntents.confirm(gone.id, { payment_method: 'pm_card_visa' })],
  ] as const
  for (const [id, step] of steps)
    expect(await rejection(step())).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { id },
    })
})
test('partial refunds work until nothing is left, and never more', async () => {
  const { stripe } = await openStripe()
  const { id } = await stripe.paymentIntents.create({ ...payment, ...confirmed })
  const first = await stripe.refunds.create({
    payment_intent: id,
    amount: 1000,
    reason: 'requested_by_customer',
    metadata: { a: 'b' },
  })
  expect(first).toMatchObject({
    status: 'succeeded',
    amount: 1000,
    reason: 'requested_by_customer',
    metadata: { a: 'b' },
  })
  expect(
    (await rejection(stripe.refunds.create({ payment_intent: id, amount: 801 }))).statusCode,
  ).toBe(400)
  const second = await stripe.refunds.create({ payment_intent: id })
  expect(second.amount).toBe(800)
  expect(await rejection(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_already_refunded',
  })
  const charge = await stripe.charges.retrieve(String(first.charge))
  expect(charge).toMatchObject({ amount_captured: 1800, amount_refunded: 1800, refunded: true })
  expect((await stripe.refunds.list({ payment_intent: id })).data.map((r) => r.id)).toEqual([
    second.id,
    first.id,
  ])
  expect(await stripe.refunds.retrieve(first.id, { expand: ['charge'] })).toMatchObject({
    charge: { object: 'charge' },
  })
  expect((await stripe.refunds.retrieve(first.id)).metadata).toEqual({ a: 'b' })
})
test('a hold is cancelled, not refunded', async () => {
  const { stripe } = await openStripe()
  const { id } = await stripe.paymentIntents.create({ ...deposit, ...confirmed })
  expect(await rejection(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_not_refundable',
  })
})
test('lists come newest first, in pages, by customer and by time', async () => {
  const { stripe } = await openStripe()
  const customer = await stripe.customers.create()
  const ids: string[] = []
  for (let n = 0; n < 5; n++)
    ids.unshift(
      (
        await stripe.paymentIntents.create({
          ...payment,
          ...(n === 2 ? { customer: customer.id } : {}),
        })
      ).id,
    )
  const first = await stripe.paymentIntents.list({ limit: 2 })
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
  const next = await stripe.paymentIntents.list({
    limit: 3,
    starting_after: String(first.data[1]?.id),
  })
  expect([...first.data, ...next.data].map((i) => i.id)).toEqual(ids)
  expect(next.has_more).toBe(false)
  expect((await stripe.paymentIntents.list({ customer: customer.id })).data).toHaveLength(1)
  expect(
    (await stripe.paymentIntents.list({ created: { gte: Math.floor(Date.now() / 1000) + 5 } }))
      .data,
  ).toEqual([])
  expect((await rejection(stripe.paymentIntents.list({ limit: 101 }))).param).toBe('limit')
})
test('an invalid call is refused with the name of the invalid parameter', async () => {
  const { stripe, call } = await openStripe()
  const wrong = [
    [{ currency: 'gbp' }, 'amount', 'parameter_missing'],
    [{ amount: '2000' }, 'currency', 'parameter_missing'],
    [{ amount: '12.5', currency: 'gbp' }, 'amount', 'parameter_invalid_integer'],
    [{ amount: '-1', currency: 'gbp' }, 'amount', 'parameter_invalid_integer'],
    [{ amount: '29', currency: 'gbp' }, 'amount', 'amount_too_small'],
    [{ amount: '2000', currency: 'gbp', capture: 'manual' }, 'capture', 'parameter_unknown'],
    [
      { amount: '2000', currency: 'gbp', capture_method: 'later' },
      'capture_method',
      'parameter_invalid_enum',
    ],
    [{ amount: '2000', currency: 'gbp', customer: 'cus_none' }, 'customer', 'resource_missing'],
  ] as const
  for (const [fields, param, code] of wrong) {
    const answer = await call('POST', '/v1/payment_intents', fields)
    expect(await answer.json(), code).toMatchObject({
      error: { type: 'invalid_request_error', param, code },
    })
  }
  expect(await rejection(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  expect((await call('GET', '/v1/nothing')).status).toBe(404)
})
test('a call without a key, with a live key or with a publishable one is refused', async () => {
  const { call, browser, stub } = await openStripe()
  expect((await stub.fetch('http://localhost/v1/payment_intents')).status).toBe(401)
  expect((await call('GET', '/v1/payment_intents', {}, 'sk_live_x')).status).toBe(401)
  const error = await rejection(browser.paymentIntents.create(payment))
  expect(error).toMatchObject({ type: 'StripeAuthenticationError', code: 'secret_key_required' })
})
test('customers and their cards can be created, read, changed and listed', async () => {
  const { stripe } = await openStripe()
  const customer = await stripe.customers.create({
    email: 'a@example.com',
    metadata: { user: 'usr_1' },
  })
  expect(customer).toMatchObject({
    object: 'customer',
    email: 'a@example.com',
    metadata: { user: 'usr_1' },
  })
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ email: 'a@example.com' })
  const method = await stripe.paymentMethods.create(card('5555555555554444'))
  expect((await stripe.paymentMethods.attach(method.id, { customer: customer.id })).customer).toBe(
    customer.id,
  )
  expect((await stripe.paymentMethods.retrieve(method.id)).card?.brand).toBe('mastercard')
  expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull()
})
test('a customer is deleted for good, and its cards can no longer be used', async () => {
  const { stripe } = await openStripe()
  const customer = (await stripe.customers.create()).id
  const saved = await stripe.paymentIntents.create({
    ...deposit,
    ...confirmed,
    customer,
    setup_future_usage: 'off_session',
  })
  expect(await stripe.customers.del(customer)).toEqual({
    id: customer,
    object: 'customer',
    deleted: true,
  })
  expect(await rejection(stripe.customers.retrieve(customer))).toMatchObject({
    code: 'resource_missing',
  })
  expect(await rejection(stripe.customers.del(customer))).toMatchObject({
    code: 'resource_missing',
  })
  expect((await stripe.paymentMethods.retrieve(String(saved.payment_method))).customer).toBeNull()
  expect((await stripe.paymentIntents.retrieve(saved.id)).customer, 'the payment stays').toBe(
    customer,
  )
})
test('charged money is recorded with its date and fee', async () => {
  const { stripe } = await openStripe()
  const expand = ['latest_charge.balance_transaction']
  const taken = await stripe.paymentIntents.create({ ...payment, ...confirmed, expand })
  const held = await stripe.paymentIntents.create({ ...deposit, ...confirmed, expand })
  const booked = (intent: Stripe.PaymentIntent) =>
    typeof intent.latest_charge === 'object' ? intent.latest_charge?.balance_transaction : null
  expect(booked(taken)).toMatchObject({ object: 'balance_transaction', amount: taken.amount })
  expect(booked(held)).toBeNull()
  const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 1000, expand })
  expect(booked(captured)).toMatchObject({ amount: 1000, fee: 35, net: 965 })
})
test('a card saved with one payment pays another without its owner', async () => {
  const { stripe } = await openStripe()
  const customer = (await stripe.customers.create()).id
  const first = await stripe.paymentIntents.create({
    ...deposit,
    ...confirmed,
    customer,
    setup_future_usage: 'off_session',
  })
  expect((await stripe.paymentMethods.retrieve(String(first.payment_method))).customer).toBe(
    customer,
  )
  const later = {
    ...payment,
    customer,
    payment_method: String(first.payment_method),
    confirm: true,
    off_session: true,
  }
  expect((await stripe.paymentIntents.create(later)).status).toBe('succeeded')
  const stranger = await rejection(stripe.paymentIntents.create({ ...later, customer: undefined }))
  expect(stranger.statusCode).toBe(400)
})
test('a dispute withdraws the money until it is won, and blocks refunds meanwhile; a lost one blocks them for good', async () => {
  const { stripe, call } = await openStripe()
  const { id, latest_charge } = await stripe.paymentIntents.create({ ...payment, ...confirmed })
  const play = (step: string) => call('POST', '/disputes', { intent: id, step })
  const moved = async () => {
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
    return [dispute?.status, dispute?.balance_transactions.map(({ amount }) => amount)]
  }
  await play('open')
  const [{ id: disputeId } = { id: '' }] = (await stripe.disputes.list({ payment_intent: id })).data
  expect(disputeId).toMatch(/^dp_[0-9A-Za-z]{24}$/)
  expect((await stripe.charges.retrieve(String(latest_charge))).disputed).toBe(true)
  expect(await moved()).toEqual(['needs_response', [-payment.amount]])
  expect(await rejection(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_disputed',
  })
  await play('review')
  await play('win')
  expect(await moved()).toEqual(['won', [-payment.amount, payment.amount]])
  expect((await stripe.refunds.create({ payment_intent: id, amount: 1 })).amount).toBe(1)
  await play('inquire')
  await play('lose')
  expect(await moved()).toEqual(['lost', [-payment.amount]])
  expect(await rejection(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_disputed',
  })
  const types = (await stripe.events.list({ limit: 20 })).data.map(({ type }) => type)
  expect(types.filter((type) => type.startsWith('charge.dispute.')).toReversed()).toEqual(
    [
      'created',
      'funds_withdrawn',
      'updated',
      'closed',
      'funds_reinstated',
      'created',
      'closed',
      'funds_withdrawn',
    ].map((step) => `charge.dispute.${step}`),
  )
})
test('the balance, its transactions and payouts answer like lists of Stripe’s', async () => {
  const { stripe } = await openStripe()
  await stripe.paymentIntents.create({ ...payment, ...confirmed })
  const { available, pending } = await stripe.balance.retrieve()
  expect([...available, ...pending].every(({ currency }) => currency === 'gbp')).toBe(true)
  const { data } = await stripe.balanceTransactions.list({ limit: 3 })
  for (const one of data) {
    expect(one.id).toMatch(/^txn_/)
    expect(one.net).toBe(one.amount - one.fee)
  }
  expect(data.length).toBeGreaterThan(0)
  expect((await stripe.payouts.list({ limit: 1 })).object).toBe('list')
})

test('the tests above have called every route', () => {
  expect(
    routes
      .filter((route) => !calledRoutes.has(route))
      .map(({ method, path }) => `${method} ${path}`),
  ).toEqual([])
})
