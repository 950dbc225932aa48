import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { findCarpool } from '#app/carpool/service/carpool-reads.server.ts'
import { holdSeats } from '#app/carpool/service/carpools.server.ts'
import { confirmDeposit, prepareBalance } from '#app/group/service/groups.server.ts'
import {
  carOf,
  completeCar,
  goTo,
  holdSeat,
  moneyFor,
  party,
  payBalance,
} from '#tests/worker/world/cars.ts'
import { student } from '#tests/worker/world/people.ts'
import { advance, codeOf, must, pay, services, stripe } from '#tests/worker/world/services.ts'

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
  const found = await findCarpool(services, carpoolId, null)
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
  const record = must(await confirmDeposit(carpoolKind, services, seat.viewer, seat.participantId))
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
  expect(
    codeOf(await prepareBalance(carpoolKind, services, seat.viewer, seat.participantId, 'all')),
  ).toBe('alreadyPaid')
  expect(codeOf(await holdSeats(services, student(), car.carpoolId, party()))).toBe('carpoolFull')
})
