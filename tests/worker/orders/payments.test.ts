import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { ORDER_PAYMENT_MS } from '#app/kernel/limits.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import {
  confirmBase,
  payBase,
  registerBase,
  removeOrder,
} from '#app/orders/service/orders.server.ts'
import { reconcilePayment } from '#app/reconciliation/service/reconcile.server.ts'
import {
  begin,
  confirm,
  draftOf,
  intentsOf,
  newOrder,
  paidOrder,
  refundsOf,
  rowOf,
  withBasePrice,
} from '#tests/worker/world/orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  deliver,
  eventsOf,
  fault,
  sumsOf as moneyAt,
  must,
  passTime,
  pay,
  services,
  stripe,
  stripeUp,
} from '#tests/worker/world/services.ts'

const bothKinds = ['mail', 'move'] as const
const declined = (clientSecret: string, card: string) =>
  pay(clientSecret, card).then(
    () => 'paid',
    (error: { code?: string }) => error.code,
  )

describe.each(bothKinds)('the base price of a %s order', (kind) => {
  test('is charged at once, only once, and the order is placed', async () => {
    const order = await newOrder(kind)
    const amount = kind === 'mail' ? 1000 : 2000
    const payable = await begin(order)
    expect(payable).toMatchObject({ id: order.id, amount, currency: 'gbp' })
    expect(await stripe.paymentIntents.retrieve(payable.intentId)).toMatchObject({
      amount,
      currency: 'gbp',
      capture_method: 'automatic',
      metadata: { purpose: `${kind}Base`, orderId: order.id, userId: order.owner.id, attempt: '1' },
    })
    expect(codeOf(await confirm(order))).toBe('paymentNotConfirmed')
    await pay(payable.clientSecret)
    expect(must(await confirm(order))).toMatchObject({ status: 'open', basePaid: true })
    expect(must(await confirm(order))).toMatchObject({ basePaid: true })
    expect(await rowOf(order.id)).toMatchObject({ payment: 'paid', dueAt: null, dueSinceAt: null })
    expect(codeOf(await payBase(services, order.owner, kind, order.id))).toBe('alreadyPaid')
    expect(await moneyAt(payable.intentId)).toEqual({
      status: 'succeeded',
      received: amount,
      refunded: 0,
    })
    expect(await intentsOf(order.id)).toHaveLength(1)
  })

  test('of 0 needs no payment, and the order is placed at once and for good', async () => {
    const order = await withBasePrice(kind, 0, () => newOrder(kind))
    expect(must(await payBase(services, order.owner, kind, order.id))).toBeNull()
    expect(must(await confirm(order))).toMatchObject({
      basePaid: true,
      own: { payment: 'free', baseAmount: 0 },
    })
    await advance(ORDER_PAYMENT_MS * 2)
    expect(await rowOf(order.id)).toMatchObject({ payment: 'free', status: 'open' })
    expect(codeOf(await removeOrder(services, order.owner, kind, order.id))).toBe('alreadyPaid')
    expect(await intentsOf(order.id)).toEqual([])
  })

  test('is the one from when the order was made', async () => {
    const order = await newOrder(kind)
    const payable = await withBasePrice(kind, 9900, () => begin(order))
    expect(payable.amount).toBe(kind === 'mail' ? 1000 : 2000)
    const dearer = await withBasePrice(kind, 9900, () => newOrder(kind))
    expect((await begin(dearer)).amount).toBe(9900)
  })
})

describe('a card', () => {
  test('that is declined leaves the order to be paid with another', async () => {
    const order = await newOrder()
    const { clientSecret, intentId } = await begin(order)
    expect(await declined(clientSecret, 'pm_card_visa_chargeDeclined')).toBe('card_declined')
    expect(codeOf(await confirm(order))).toBe('paymentNotConfirmed')
    expect((await begin(order)).intentId, 'the same payment goes on').toBe(intentId)
    await pay(clientSecret)
    expect(must(await confirm(order)).basePaid).toBe(true)
  })

  test('declined three times in an hour closes the payment, and no other is started', async () => {
    const order = await newOrder()
    const { clientSecret, intentId } = await begin(order)
    for (let time = 0; time < 3; time++) await declined(clientSecret, 'pm_card_visa_chargeDeclined')
    await advance(0)
    expect((await moneyAt(intentId)).status).toBe('canceled')
    expect(codeOf(await payBase(services, order.owner, 'mail', order.id))).toBe('rateLimited')
  })
})

describe('events', () => {
  const times = [0, 1, 3]
  const orders = ['before', 'after', 'at the same time as'] as const
  test.each(times.flatMap((n) => orders.map((when) => [n, when] as const)))(
    'delivered %i times %s the browser’s own confirmation pay the order once',
    async (n, when) => {
      await fault('drop-events', 100_000)
      const order = await newOrder()
      const { clientSecret, intentId } = await begin(order)
      await pay(clientSecret)
      const events = await eventsOf(intentId)
      expect(events.length).toBeGreaterThan(1)
      const all: Stripe.Event[] = Array.from({ length: n }, () => events.toReversed()).flat()
      const tell = () => Promise.all(all.map(deliver))
      if (when === 'before') await tell().then(() => confirm(order))
      else if (when === 'after') await confirm(order).then(tell)
      else await Promise.all([confirm(order), tell()])
      expect(await rowOf(order.id)).toMatchObject({ payment: 'paid', status: 'open', intentId })
      expect(await refundsOf(intentId)).toBe(0)
      expect(await intentsOf(order.id)).toHaveLength(1)
    },
  )

  test('all lost, and the browser closed: the sweep finds the payment and the order stays', async () => {
    await fault('drop-events', 100_000)
    const order = await newOrder()
    await pay((await begin(order)).clientSecret)
    await advance(ORDER_PAYMENT_MS)
    expect(await rowOf(order.id)).toMatchObject({ payment: 'paid', dueAt: null })
  })

  test('that cannot be processed are requested again', async () => {
    await fault('drop-events', 100_000)
    const order = await newOrder()
    const { clientSecret, intentId } = await begin(order)
    await pay(clientSecret)
    const [event] = (await eventsOf(intentId)).filter(
      ({ type }) => type === 'payment_intent.succeeded',
    )
    if (!event) throw new Error('no event')
    await fault('fail-calls', 100)
    expect(await deliver(event)).toBe(503)
    expect(await rowOf(order.id)).toMatchObject({ payment: 'awaiting' })
    await stripeUp()
    expect(await deliver(event)).toBe(200)
    expect(await rowOf(order.id)).toMatchObject({ payment: 'paid' })
  })
})

describe('one order, one payment', () => {
  test('a payment cancelled from outside is followed by a new one', async () => {
    const order = await newOrder()
    const first = await begin(order)
    await stripe.paymentIntents.cancel(first.intentId)
    const second = await begin(order)
    expect(second.intentId).not.toBe(first.intentId)
    expect(await declined(first.clientSecret, 'pm_card_visa')).toBe(
      'payment_intent_unexpected_state',
    )
    await pay(second.clientSecret)
    expect(must(await confirm(order)).basePaid).toBe(true)
  })

  test('no payment starts once the time is over, even before a sweep', async () => {
    const order = await newOrder()
    await passTime(ORDER_PAYMENT_MS)
    expect(codeOf(await payBase(services, order.owner, 'mail', order.id))).toBe('operationExpired')
    expect(await intentsOf(order.id)).toEqual([])
  })
})

describe('payment details sent by a client are checked', () => {
  test('amount, payment and client secret must be the order’s own', async () => {
    const order = await paidOrder()
    const other = await paidOrder()
    const sent = (intentId: string, amount: number) =>
      confirmBase(services, order.owner, 'mail', order.id, { intentId, amount })
    expect(codeOf(await sent(order.intentId, 1000))).toBe('ok')
    expect(codeOf(await sent(order.intentId, 999))).toBe('invalidPaymentAmount')
    expect(codeOf(await sent(other.intentId, 1000))).toBe('paymentNotConfirmed')
    expect(codeOf(await sent('pi_made_up', 1000))).toBe('paymentNotConfirmed')
    const { client_secret: secret } = await stripe.paymentIntents.retrieve(order.intentId)
    const register = (text: string) => registerBase(services, order.owner, 'mail', order.id, text)
    expect(must(await register(secret ?? '')).basePaid).toBe(true)
    expect(codeOf(await register(`${order.intentId}_secret_guess`))).toBe('paymentNotConfirmed')
    expect(codeOf(await register(''))).toBe('paymentNotConfirmed')
  })

  test('a paid order’s payment does not confirm an unpaid one', async () => {
    const owner = await newStudent()
    const first = await newOrder('mail', owner)
    const { clientSecret, intentId } = await begin(first)
    await pay(clientSecret)
    must(await confirm(first))
    const second = must(
      await placeOrder(services, owner, 'mail', draftOf('mail'), crypto.randomUUID()),
    )
    const sent = { intentId, amount: 1000 }
    expect(codeOf(await confirmBase(services, owner, 'mail', second.id, sent))).toBe(
      'paymentNotConfirmed',
    )
    expect(codeOf(await reconcilePayment(services, intentId))).toBe('ok')
    expect(await rowOf(second.id)).toMatchObject({ payment: 'awaiting' })
  })
})
