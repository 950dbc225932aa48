import { afterEach, expect, test } from 'vitest'
import { hours, minutes } from '#app/kernel/limits.ts'
import {
  carOf,
  completeCar,
  fireAlarm,
  goTo,
  holdSeat,
  moneyFor,
  party,
  payBalance,
  placeIn,
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

/** A car for three at its cutoff: one has paid, and the seats of the other two were released. */
async function released(paid = 1) {
  const car = await completeCar([student(), student(), student()])
  for (const seat of car.seats.slice(0, paid)) await payBalance(seat)
  await goTo((await carOf(car.carpoolId)).cutoffAt)
  const { prices, carpoolAt } = await carOf(car.carpoolId)
  const price = prices[2] ?? 0
  return { ...car, price, carpoolAt }
}
const freeOf = async (carpoolId: string) => {
  const found = await carpools.find(carpoolId, null)
  return found?.releasedSeats
}

test('a released seat is paid at once, deposit and balance together, and confirms the car', async () => {
  const car = await released(2)
  expect(await freeOf(car.carpoolId)).toBe(1)
  const seat = await holdSeat(car)
  expect(seat.amount).toBe(car.price)
  expect(await freeOf(car.carpoolId)).toBe(0)
  const intent = await stripe.paymentIntents.retrieve(seat.intentId)
  expect(intent).toMatchObject({ amount: car.price, capture_method: 'automatic' })
  await pay(seat.clientSecret)
  const record = must(await carpools.confirmDeposit(seat.viewer, seat.participantId))
  expect(record).toMatchObject({
    status: 'SUCCESS',
    seat: 'taken',
    paymentStatus: 'PAID',
    remainingAmount: 0,
    originalRemainingAmount: car.price - 2000,
    depositStory: { fate: 'counted', amount: 2000 },
    actions: ['changeFlight'],
    currentPassengers: 3,
  })
  await advance(0)
  expect(await moneyFor(seat.viewer)).toEqual({ taken: car.price, holds: 0, open: 0 })
  expect(codeOf(await carpools.payBalance(seat.viewer, seat.participantId, 'all'))).toBe(
    'alreadyPaid',
  )
  expect(codeOf(await carpools.hold(student(), car.carpoolId, party()))).toBe('carpoolFull')
})

test('a webhook that comes after the hold has run out still buys the seat that was kept', async () => {
  const car = await released(2)
  const seat = await holdSeat(car)
  await fault('drop-events', 100_000)
  await pay(seat.clientSecret)
  await passTime(minutes(20))
  for (const event of await eventsOf(seat.intentId)) expect(await deliver(event)).toBe(200)
  expect(await placeIn(car.carpoolId, seat.participantId)).toMatchObject({
    seat: 'taken',
    balance: { paid: car.price - 2000 },
  })
  expect((await carOf(car.carpoolId)).status).toBe('SUCCESS')
})

test('a payment that is known only after departure goes back in full', async () => {
  const car = await released(2)
  await goTo(car.carpoolAt - hours(6) - minutes(5))
  const seat = await holdSeat(car)
  await stripeDown()
  await fault('none')
  await fault('drop-events', 100_000)
  await pay(seat.clientSecret)
  await fault('fail-calls', 100_000)
  await passTime(hours(7))
  await fireAlarm(car.carpoolId)
  expect((await placeIn(car.carpoolId, seat.participantId)).seat).toBe('lapsing')
  expect((await carOf(car.carpoolId)).status).toBe('SUCCESS')
  await stripeUp()
  await advance(hours(2))
  await advance(0)
  expect((await placeIn(car.carpoolId, seat.participantId)).seat).toBe('gone')
  expect((await moneyFor(seat.viewer)).taken).toBe(0)
  expect(await noticesOf(seat.viewer)).toEqual(['holdExpiredReleased'])
})
