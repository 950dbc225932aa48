import { afterEach, expect, test } from 'vitest'
import { BALANCE_MS, minutes } from '#app/kernel/limits.ts'
import {
  beginBalance,
  carOf,
  completeCar,
  failedCar,
  fireAlarm,
  goTo,
  intentsFor,
  moneyFor,
  openCar,
  payBalance,
  privateCar,
  recordFor,
} from '#tests/worker/world/cars.ts'
import { noticesOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  carpools,
  codeOf,
  deliver,
  eventsOf,
  fault,
  must,
  passTime,
  pay,
  stripe,
  stripeDown,
  stripeUp,
} from '#tests/worker/world/services.ts'

afterEach(stripeUp)

const two = () => completeCar([student(), student()])
const [ann, bob] = [0, 1]
const seatOf = <T>(list: T[], index: number): T => {
  const found = list[index]
  if (!found) throw new Error('no such seat')
  return found
}

test('each pays the rest of the price for the group’s final size, and the last payment completes it', async () => {
  const car = await two()
  const [first, second] = [seatOf(car.seats, ann), seatOf(car.seats, bob)]
  const price = (await recordFor(first)).basePrice
  const balance = await beginBalance(first)
  expect(balance).toMatchObject({
    amount: price - 2000,
    originalAmount: price - 2000,
    pointsDeducted: 0,
    deductedAmount: 0,
    currency: 'gbp',
  })
  expect(codeOf(await carpools.confirmBalance(first.viewer, first.participantId))).toBe(
    'paymentNotConfirmed',
  )
  await pay(balance.clientSecret ?? '')
  const paid = must(await carpools.confirmBalance(first.viewer, first.participantId))
  expect(paid).toMatchObject({
    paymentStatus: 'PAID',
    remainingAmount: 0,
    status: 'SUCCESS_PENDING_PAYMENT',
  })
  expect(must(await carpools.confirmBalance(first.viewer, first.participantId))).toEqual(paid)
  expect(codeOf(await carpools.payBalance(first.viewer, first.participantId, 'all'))).toBe(
    'alreadyPaid',
  )
  expect(await payBalance(second)).toMatchObject({ status: 'SUCCESS', actions: ['changeFlight'] })
  expect(await noticesOf(first.viewer)).toEqual(['groupComplete', 'groupPaid'])
  for (const { viewer } of car.seats)
    expect(await moneyFor(viewer)).toEqual({ taken: price, holds: 0, open: 0 })
})

const news = ['before', 'after', 'doubled', 'never'] as const
test.each(news)(
  'with the webhook %s the browser’s own confirmation, the balance is paid once',
  async (when) => {
    await fault('drop-events', 100_000)
    const car = await privateCar()
    const balance = await beginBalance(car)
    await pay(balance.clientSecret ?? '')
    const events = await eventsOf(balance.intentId)
    const tell = async (times: number) => {
      for (let n = 0; n < times; n++)
        for (const event of events) expect(await deliver(event), event.type).toBe(200)
    }
    if (when === 'before') await tell(1)
    if (when === 'doubled') await tell(2)
    must(await carpools.confirmBalance(car.viewer, car.participantId))
    if (when === 'after') await tell(1)
    if (when === 'doubled') await tell(2)
    await advance(0)
    const { prices, status, strays } = await carOf(car.carpoolId)
    expect([status, strays]).toEqual(['PRIVATE', []])
    expect(await moneyFor(car.viewer)).toEqual({ taken: prices[0], holds: 0, open: 0 })
    expect(await intentsFor(car.viewer)).toHaveLength(2)
  },
)

test.each([0, 1, 2, 7])(
  'with the browser closed and every event lost, after %i alarms the payment is still found',
  async (rings) => {
    await fault('drop-events', 100_000)
    const car = await privateCar()
    await pay((await beginBalance(car)).clientSecret ?? '')
    await passTime(BALANCE_MS + minutes(30))
    for (let n = 0; n < rings; n++) await fireAlarm(car.carpoolId)
    if (rings === 0) await advance(0)
    expect(await recordFor(car)).toMatchObject({ status: 'PRIVATE', paymentStatus: 'PAID' })
    const { prices } = await carOf(car.carpoolId)
    expect(await moneyFor(car.viewer)).toEqual({ taken: prices[0], holds: 0, open: 0 })
  },
)

test('pressing five times creates one payment with one secret', async () => {
  const car = await privateCar()
  const press = () => carpools.payBalance(car.viewer, car.participantId, 'all')
  const made = (await Promise.all([press(), press(), press(), press(), press()])).map(must)
  expect(new Set(made.map(({ clientSecret }) => clientSecret)).size).toBe(1)
  expect((await intentsFor(car.viewer)).map(({ status }) => status).sort()).toEqual([
    'requires_capture',
    'requires_payment_method',
  ])
})

test('money without a balance due is refunded once, and the student is notified when it is', async () => {
  const car = await privateCar()
  const { intentId } = await beginBalance(car)
  const { metadata, amount } = await stripe.paymentIntents.retrieve(intentId)
  await advance(BALANCE_MS)
  const late = await stripe.paymentIntents.create({
    amount,
    currency: 'gbp',
    metadata,
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://localhost/',
  })
  expect(late.status).toBe('succeeded')
  await advance(0)
  await advance(0)
  expect(await moneyFor(car.viewer)).toEqual({ taken: 0, holds: 1, open: 0 })
  expect((await stripe.refunds.list({ payment_intent: late.id })).data).toHaveLength(1)
  expect(await noticesOf(car.viewer)).toEqual(['balanceReturned'])
  expect(await carOf(car.carpoolId)).toMatchObject({
    status: 'PRIVATE_PENDING_PAYMENT',
    strays: [],
  })
})

test('with Stripe down at the start, the balance can be started again, and one payment is created', async () => {
  const car = await privateCar()
  await stripeDown()
  expect(codeOf(await carpools.payBalance(car.viewer, car.participantId, 'all'))).toBe(
    'paymentInitFailed',
  )
  await stripeUp()
  await fault('lose-answers', 1, { method: 'POST', path: '/v1/payment_intents' })
  await carpools.payBalance(car.viewer, car.participantId, 'all')
  await stripeUp()
  expect(await payBalance(car)).toMatchObject({ status: 'PRIVATE' })
  expect(await moneyFor(car.viewer)).toMatchObject({ open: 0 })
  expect(await intentsFor(car.viewer)).toHaveLength(2)
})

test('a balance is refused before it is due, after departure, and to everyone else', async () => {
  const open = await openCar({ maxPassengers: 3 })
  expect(codeOf(await carpools.payBalance(open.creator, open.participantId, 'all'))).toBe(
    'balanceNotDue',
  )
  const car = await privateCar()
  expect(codeOf(await carpools.payBalance(student(), car.participantId, 'all'))).toBe('notFound')
  expect(codeOf(await carpools.confirmBalance(student(), car.participantId))).toBe('notFound')
  const failed = await failedCar()
  expect(codeOf(await carpools.payBalance(failed.viewer, failed.participantId, 'all'))).toBe(
    'operationExpired',
  )
  const group = await two()
  await goTo((await carOf(group.carpoolId)).carpoolAt)
  const late = seatOf(group.seats, bob)
  expect(codeOf(await carpools.payBalance(late.viewer, late.participantId, 'all'))).toBe(
    'operationExpired',
  )
})
