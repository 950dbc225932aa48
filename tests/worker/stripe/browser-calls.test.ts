import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { card, deposit, openStripe, rejection } from './kit.ts'

/** What a browser can do and see with a publishable key. */

const openIntent = async () => {
  const open = await openStripe()
  const intent = await open.stripe.paymentIntents.create({
    ...deposit,
    metadata: { userId: 'usr_1' },
  })
  const confirm = (client_secret: string | undefined, number = '4242424242424242') =>
    open.browser.paymentIntents.confirm(intent.id, {
      client_secret,
      payment_method_data: card(number),
    } as object)
  return { ...open, intent, secret: String(intent.client_secret), confirm }
}

test('an intent is read and confirmed only with its own client secret', async () => {
  const { browser, stripe, intent, secret, confirm } = await openIntent()
  const other = String((await stripe.paymentIntents.create(deposit)).client_secret)
  for (const wrong of [undefined, other, `${secret}x`]) {
    expect(
      await rejection(browser.paymentIntents.retrieve(intent.id, { client_secret: wrong })),
    ).toMatchObject({
      statusCode: 400,
      param: 'client_secret',
    })
    expect((await rejection(confirm(wrong))).param).toBe('client_secret')
  }
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
  expect((await browser.paymentIntents.retrieve(intent.id, { client_secret: secret })).id).toBe(
    intent.id,
  )
  expect((await confirm(secret)).status).toBe('requires_capture')
})
test('a browser sees nothing about the shop in an intent, or in an error about one', async () => {
  const { browser, secret, intent, confirm } = await openIntent()
  const seen = await browser.paymentIntents.retrieve(intent.id, { client_secret: secret })
  const declined = await rejection(confirm(secret, '4000000000000002'))
  for (const view of [seen, declined.payment_intent as Stripe.PaymentIntent]) {
    expect(view).toMatchObject({ id: intent.id, amount: 2000, client_secret: secret })
    for (const name of ['metadata', 'customer', 'latest_charge', 'amount_capturable'])
      expect(view).not.toHaveProperty(name)
  }
})
test('a browser can create cards, and read or change nothing else', async () => {
  const { browser, stripe, intent } = await openIntent()
  expect((await browser.paymentMethods.create(card('4242424242424242'))).card?.last4).toBe('4242')
  const closed = [
    () => browser.paymentIntents.list(),
    () => browser.paymentIntents.capture(intent.id),
    () => browser.paymentIntents.cancel(intent.id),
    () => browser.refunds.create({ payment_intent: intent.id }),
    () => browser.customers.create(),
    () => browser.events.list(),
  ]
  for (const call of closed)
    expect(await rejection(call())).toMatchObject({ code: 'secret_key_required' })
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
})
