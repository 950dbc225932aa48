import { expect, test } from 'vitest'
import { deposit, openStripe, payment, rejection } from './kit.ts'

/** The guarantees of an idempotency key. */

test('the same key and call repeat the first reply, marked as a repeat', async () => {
  const { stripe, answers } = await openStripe()
  const first = await stripe.paymentIntents.create(deposit, { idempotencyKey: 'k1' })
  const again = await stripe.paymentIntents.create(deposit, { idempotencyKey: 'k1' })
  expect(again.id).toBe(first.id)
  expect(answers.map((a) => a.headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  expect(answers[0]?.headers.get('idempotency-key')).toBe('k1')
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})
test('the first reply is repeated even if the object has changed', async () => {
  const { stripe } = await openStripe()
  const first = await stripe.paymentIntents.create(deposit, { idempotencyKey: 'k' })
  await stripe.paymentIntents.cancel(first.id)
  expect((await stripe.paymentIntents.create(deposit, { idempotencyKey: 'k' })).status).toBe(
    'requires_payment_method',
  )
})
test('the same key for another call or other parameters is an error', async () => {
  const { stripe } = await openStripe()
  const { id } = await stripe.paymentIntents.create(deposit, { idempotencyKey: 'k' })
  for (const other of [
    () => stripe.paymentIntents.create(payment, { idempotencyKey: 'k' }),
    () => stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'k' }),
  ])
    expect(await rejection(other())).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
      rawType: 'idempotency_error',
    })
})
test('a 500 is remembered too: only a new key tries again', async () => {
  const { stripe, fault, answers } = await openStripe()
  await fault({ kind: 'fail-calls', count: 1 })
  expect(
    (await rejection(stripe.paymentIntents.create(deposit, { idempotencyKey: 'k' }))).statusCode,
  ).toBe(500)
  expect(
    (await rejection(stripe.paymentIntents.create(deposit, { idempotencyKey: 'k' }))).statusCode,
  ).toBe(500)
  expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true')
  expect((await stripe.paymentIntents.create(deposit, { idempotencyKey: 'k2' })).status).toBe(
    'requires_payment_method',
  )
})
test('a decline is remembered', async () => {
  const { stripe } = await openStripe()
  const { id } = await stripe.paymentIntents.create(deposit)
  const decline = () =>
    stripe.paymentIntents.confirm(
      id,
      { payment_method: 'pm_card_visa_chargeDeclined' },
      { idempotencyKey: 'k' },
    )
  const first = await rejection(decline())
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  expect(await rejection(decline())).toMatchObject({
    code: first.code,
    payment_intent: { status: 'requires_payment_method' },
  })
})
test('a call refused for its parameters or its key is not remembered', async () => {
  const { stripe } = await openStripe()
  expect(
    (
      await rejection(
        stripe.paymentIntents.create({ ...deposit, amount: 1 }, { idempotencyKey: 'k' }),
      )
    ).statusCode,
  ).toBe(400)
  expect((await stripe.paymentIntents.create(deposit, { idempotencyKey: 'k' })).amount).toBe(2000)
})
test('a key whose first call is still running is a conflict, and is not remembered', async () => {
  const { stripe, fault, faultMet } = await openStripe()
  await fault({ kind: 'hang-calls', count: 1 })
  const running = rejection(stripe.paymentIntents.create(deposit, { idempotencyKey: 'k' }))
  await faultMet()
  const conflict = await rejection(stripe.paymentIntents.create(deposit, { idempotencyKey: 'k' }))
  expect(conflict).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  await fault({ kind: 'none' })
  await running
  expect((await stripe.paymentIntents.create(deposit, { idempotencyKey: 'k' })).amount).toBe(2000)
})
test('the official client recovers a lost reply by itself', async () => {
  const { stripe, fault, calls } = await openStripe({ maxNetworkRetries: 2 })
  await fault({ kind: 'lose-answers', count: 2 })
  await stripe.paymentIntents.create(deposit)
  expect(calls).toHaveLength(3)
  expect(new Set(calls.map((c) => c.headers.get('Idempotency-Key'))).size).toBe(1)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})
test('a key is forgotten after a day', async () => {
  const { stripe, advance } = await openStripe()
  const first = await stripe.paymentIntents.create(deposit, { idempotencyKey: 'k' })
  await advance(24 * 3600 + 1)
  expect((await stripe.paymentIntents.create(deposit, { idempotencyKey: 'k' })).id).not.toBe(
    first.id,
  )
})
test('a key of more than 255 characters is refused', async () => {
  const { stripe } = await openStripe()
  expect(
    (await rejection(stripe.paymentIntents.create(deposit, { idempotencyKey: 'k'.repeat(256) })))
      .statusCode,
  ).toBe(400)
})
test('reading is never replayed', async () => {
  const { stripe } = await openStripe()
  const { id } = await stripe.paymentIntents.create(deposit)
  const read = () => stripe.paymentIntents.retrieve(id, {}, { idempotencyKey: 'k' })
  expect((await read()).status).toBe('requires_payment_method')
  await stripe.paymentIntents.cancel(id)
  expect((await read()).status).toBe('canceled')
})
test('money is conserved: captured minus refunded is never below zero', async () => {
  const { stripe } = await openStripe()
  const { id } = await stripe.paymentIntents.create({
    ...payment,
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  const refunds = Array.from({ length: 10 }, () =>
    stripe.refunds.create({ payment_intent: id, amount: 500 }).then(
      () => 1,
      () => 0,
    ),
  )
  const done: number = (await Promise.all(refunds)).reduce<number>((sum, one) => sum + one, 0)
  expect(done).toBe(3)
})
