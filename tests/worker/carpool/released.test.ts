import { afterEach, expect, test } from 'vitest'
import { hours, minutes } from '#app/domain/limits.ts'
import { joinWaitlist, type WaitParty } from '#app/services/groups/waitlist.server.ts'
import {
  carOf,
  completeCar,
  fireAlarm,
  goTo,
  holdSeat,
  moneyFor,
  openCar,
  party,
  payBalance,
  placeIn,
} from '#tests/worker/world/cars.ts'
import { memberWith, noticesOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  carpools,
  codeOf,
  deliver,
  eventsOf,
  fault,
  intentIdOf,
  must,
  passTime,
  pay,
  services,
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

test('of two phones after one seat the first has it; the other pays nothing', async () => {
  const car = await released(2)
  const { flightTime } = car
  const two = [student(), student()]
  const asked = await Promise.all(
    two.map((viewer) => carpools.hold(viewer, car.carpoolId, party({ flightTime }))),
  )
  expect(asked.map(codeOf).sort()).toEqual(['carpoolFull', 'ok'])
  const winner = two[asked.findIndex(({ ok }) => ok)] ?? student()
  const { clientSecret } = must(await carpools.payDeposit(winner, car.carpoolId))
  await pay(clientSecret)
  must(await carpools.confirmDeposit(winner, car.carpoolId))
  expect((await carOf(car.carpoolId)).participants.filter((p) => p.seat === 'taken')).toHaveLength(
    3,
  )
  for (const viewer of two)
    expect((await moneyFor(viewer)).taken).toBe(viewer === winner ? car.price : 0)
})

test('a declined card can be followed by another; the seat is kept meanwhile', async () => {
  const car = await released(2)
  const seat = await holdSeat(car)
  await expect(pay(seat.clientSecret, 'pm_card_visa_chargeDeclined')).rejects.toThrow()
  expect(codeOf(await carpools.confirmDeposit(seat.viewer, seat.participantId))).toBe(
    'paymentNotConfirmed',
  )
  expect(codeOf(await carpools.hold(student(), car.carpoolId, party()))).toBe('carpoolFull')
  const again = must(await carpools.payDeposit(seat.viewer, seat.participantId))
  expect(again.clientSecret).toBe(seat.clientSecret)
  await pay(again.clientSecret)
  must(await carpools.confirmDeposit(seat.viewer, seat.participantId))
  expect((await moneyFor(seat.viewer)).taken).toBe(car.price)
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

test('an alarm that was lost frees the unpaid seat when it comes, and the secret is worth nothing', async () => {
  const car = await released(2)
  const seat = await holdSeat(car)
  await passTime(minutes(20))
  await fireAlarm(car.carpoolId)
  await advance(0)
  expect((await placeIn(car.carpoolId, seat.participantId)).seat).toBe('gone')
  await expect(pay(seat.clientSecret)).rejects.toThrow()
  const next = await holdSeat(car)
  await pay(next.clientSecret)
  must(await carpools.confirmDeposit(next.viewer, next.participantId))
  expect(await moneyFor(seat.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
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

test('six hours before departure it is too late', async () => {
  const car = await released(1)
  await goTo(car.carpoolAt - hours(6))
  const { flightTime } = car
  expect(codeOf(await carpools.hold(student(), car.carpoolId, party({ flightTime })))).toBe(
    'cutoffPassed',
  )
})

test('points are earned for all of it when the car has left, and all of it goes back if it is cancelled', async () => {
  const car = await released(2)
  const viewer = await memberWith(0)
  const seat = await holdSeat(car, {}, viewer)
  await pay(seat.clientSecret)
  must(await carpools.confirmDeposit(viewer, seat.participantId))
  const view = must(await services.admin.groups.cancel('carpool', car.carpoolId, 'adm_one'))
  expect(view.refunds.find(({ userId }) => userId === viewer.id)?.total).toBe(car.price)
  await advance(0)
  expect((await moneyFor(viewer)).taken).toBe(0)
})

test('those who were on the waitlist are told once that seats are free', async () => {
  const car = await openCar({ maxPassengers: 2 })
  const other = await holdSeat(car)
  const waiting = student()
  const luggage: WaitParty = { people: 1, bigLuggage: 1, smallLuggage: 0, bag: 0 }
  must(await joinWaitlist(services, { viewer: waiting, carpoolId: car.carpoolId, ...luggage }))
  await pay(other.clientSecret)
  must(await carpools.confirmDeposit(other.viewer, other.participantId))
  await advance(0)
  await payBalance(other)
  await goTo((await carOf(car.carpoolId)).cutoffAt)
  await advance(hours(1))
  expect(await noticesOf(waiting)).toEqual(['waitlistClosed', 'seatsReleased'])
  const seat = await holdSeat(car, {}, waiting)
  expect(intentIdOf(seat.clientSecret)).toBe(seat.intentId)
})
