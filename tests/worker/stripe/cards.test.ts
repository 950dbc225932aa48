import { expect, test } from 'vitest'
import { passesLuhn, testCards } from '#workers/stripe/cards.ts'
import { card, deposit, type OpenStripe, openStripe, payment, rejection } from './kit.ts'

/** Every test card, by number as a browser sends it: the result of paying with it. */

const pay = async (
  { stripe, browser }: OpenStripe,
  number: string,
  intent: typeof deposit | typeof payment = deposit,
) => {
  const { id, client_secret } = await stripe.paymentIntents.create(intent)
  const confirm = {
    client_secret: client_secret ?? '',
    payment_method_data: card(number),
    use_stripe_sdk: true,
  }
  return { id, confirmed: browser.paymentIntents.confirm(id, confirm as object) }
}
const answer3ds = async (open: OpenStripe, id: string, result: 'complete' | 'fail') => {
  const intent = await open.stripe.paymentIntents.retrieve(id)
  await open.call('POST', `/3ds/${String(intent.next_action?.use_stripe_sdk?.source)}`, { result })
  return open.stripe.paymentIntents.retrieve(id)
}

test.for([
  '4242424242424242',
  '5555555555554444',
  '378282246310005',
  '6200000000000005',
  '4000008260000000',
])('%s pays: held with manual capture, charged otherwise', async (number) => {
  const open = await openStripe()
  expect((await (await pay(open, number)).confirmed).status).toBe('requires_capture')
  expect((await (await pay(open, number, payment)).confirmed).status).toBe('succeeded')
})

test.for([
  ['4000000000000002', 'card_declined', 'generic_decline'],
  ['4000000000009995', 'card_declined', 'insufficient_funds'],
  ['4000000000009987', 'card_declined', 'lost_card'],
  ['4000000000009979', 'card_declined', 'stolen_card'],
  ['4000000000000069', 'expired_card', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error', 'processing_error'],
  ['4000000000000341', 'card_declined', 'generic_decline'],
  ['4000008400001280', 'card_declined', 'generic_decline'],
  ['4111111111111111', 'card_declined', 'test_mode_live_card'],
])(
  '%s is declined with %s, %s, and another card can be tried',
  async ([number = '', code, decline_code]) => {
    const open = await openStripe()
    const { id, confirmed } = await pay(open, number)
    expect(await rejection(confirmed)).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code,
      payment_intent: { id, status: 'requires_payment_method' },
    })
    const failed = await open.stripe.paymentIntents.retrieve(id)
    expect(failed).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_capturable: 0,
      last_payment_error: {
        type: 'card_error',
        code,
        decline_code,
        payment_method: { card: { last4: number.slice(-4) } },
      },
    })
    await open.settle()
    expect(open.types()).toContain('payment_intent.payment_failed')
    const retried = await open.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(retried).toMatchObject({ status: 'requires_capture', last_payment_error: null })
  },
)

test.for(['4000000000003220', '4000002760003184', '4000002500003155'])(
  '%s asks for 3-D Secure and then pays',
  async (number) => {
    const open = await openStripe()
    const { id, confirmed } = await pay(open, number)
    expect(await confirmed).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    })
    expect(await answer3ds(open, id, 'complete')).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 2000,
      next_action: null,
    })
    await open.settle()
    expect(open.types()).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
    ])
  },
)

test.for([
  ['4000008260003178', 'insufficient_funds'],
  ['4000008400001629', 'generic_decline'],
])('%s passes 3-D Secure and is then declined with %s', async ([number = '', decline_code]) => {
  const open = await openStripe()
  const { id, confirmed } = await pay(open, number)
  expect((await confirmed).status).toBe('requires_action')
  expect(await answer3ds(open, id, 'complete')).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined', decline_code },
  })
})

test('failing 3-D Secure resets the intent with an authentication error', async () => {
  const open = await openStripe()
  const { id, confirmed } = await pay(open, '4000002760003184')
  await confirmed
  expect(await answer3ds(open, id, 'fail')).toMatchObject({
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      type: 'invalid_request_error',
    },
  })
})
test('a challenge overtaken by a newer attempt or a cancellation changes nothing', async () => {
  const open = await openStripe()
  const { id, confirmed } = await pay(open, '4000002760003184')
  const source = String((await confirmed).next_action?.use_stripe_sdk?.source)
  await open.stripe.paymentIntents.cancel(id)
  await open.call('POST', `/3ds/${source}`, { result: 'complete' })
  expect((await open.stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
})
test('the bank’s page is a plain form that works without scripts', async () => {
  const open = await openStripe()
  const { id, confirmed } = await pay(open, '4000002760003184')
  const path = `/3ds/${String((await confirmed).next_action?.use_stripe_sdk?.source)}`
  const page = await (await open.call('GET', path)).text()
  expect(page).toContain('<form method="post"')
  expect(page).toContain('data-testid="3ds-complete"')
  expect(page).toContain('data-testid="3ds-fail"')
  await open.call('POST', path, { result: 'complete' })
  // A second answer changes nothing.
  await open.call('POST', path, { result: 'fail' })
  expect((await open.stripe.paymentIntents.retrieve(id)).status).toBe('requires_capture')
})
test('a card that always needs 3-D Secure cannot pay without its owner; one that was set up can', async () => {
  const open = await openStripe()
  const customer = (await open.stripe.customers.create()).id
  const save = async (name: string) => {
    const first = await open.stripe.paymentIntents.create({
      ...payment,
      customer,
      payment_method: name,
      confirm: true,
      setup_future_usage: 'off_session',
      use_stripe_sdk: true,
    })
    await open.call('POST', `/3ds/${String(first.next_action?.use_stripe_sdk?.source)}`, {
      result: 'complete',
    })
    const done = await open.stripe.paymentIntents.retrieve(first.id)
    expect(done.next_action).toBeNull()
    return String(done.payment_method)
  }
  const away = { ...payment, customer, confirm: true, off_session: true }
  const always = await save('pm_card_authenticationRequired')
  expect(
    await rejection(open.stripe.paymentIntents.create({ ...away, payment_method: always })),
  ).toMatchObject({
    statusCode: 402,
    code: 'authentication_required',
    payment_intent: { status: 'requires_payment_method' },
  })
  const once = await save('pm_card_authenticationRequiredOnSetup')
  expect((await open.stripe.paymentIntents.create({ ...away, payment_method: once })).status).toBe(
    'succeeded',
  )
  const never = await open.stripe.paymentMethods.create(card('4000002500003155'))
  const refused = await rejection(
    open.stripe.paymentIntents.create({ ...away, payment_method: never.id }),
  )
  expect(refused.code).toBe('authentication_required')
})
test('4000000000000341 can be saved, a declined card cannot', async () => {
  const { stripe } = await openStripe()
  const customer = (await stripe.customers.create()).id
  const saved = await stripe.paymentMethods.create(card('4000000000000341'))
  expect((await stripe.paymentMethods.attach(saved.id, { customer })).customer).toBe(customer)
  const declined = await stripe.paymentMethods.create(card('4000000000000002'))
  expect((await rejection(stripe.paymentMethods.attach(declined.id, { customer }))).code).toBe(
    'card_declined',
  )
})

test.for([
  [{ number: '4242424242424241' }, 'incorrect_number'],
  [{ number: '42' }, 'incorrect_number'],
  [{ exp_month: 13 }, 'invalid_expiry_month'],
  [{ exp_year: 2020 }, 'invalid_expiry_year'],
  [{ cvc: '12' }, 'invalid_cvc'],
] as const)('a card with %o is refused with %s before any bank is asked', async ([wrong, code]) => {
  const open = await openStripe()
  const { card: good } = card('4242424242424242')
  const error = await rejection(
    open.browser.paymentMethods.create({ type: 'card', card: { ...good, ...wrong } }),
  )
  expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code })
  await open.settle()
  expect(open.types()).toEqual([])
})
test('a card is valid until the end of its month, by the stand-in’s clock', async () => {
  const { stripe, advance } = await openStripe()
  const now = new Date()
  const thisMonth = {
    type: 'card',
    card: {
      number: '4242424242424242',
      exp_month: now.getUTCMonth() + 1,
      exp_year: now.getUTCFullYear(),
      cvc: '123',
    },
  } as const
  expect((await stripe.paymentMethods.create(thisMonth)).card?.last4).toBe('4242')
  await advance(32 * 24 * 3600)
  expect(await rejection(stripe.paymentMethods.create(thisMonth))).toMatchObject({
    statusCode: 402,
  })
})
test('the numbers of all test cards are valid card numbers', () => {
  for (const number of Object.keys(testCards)) expect(passesLuhn(number), number).toBe(true)
})
test('no card number is stored', async () => {
  const open = await openStripe()
  const { confirmed } = await pay(open, '4242424242424242')
  await confirmed
  await open.settle()
  const data = await (await open.call('GET', '/', { format: 'json' })).text()
  expect(data).not.toContain('4242424242424242')
})
