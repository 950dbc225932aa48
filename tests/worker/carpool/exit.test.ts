import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { browseCarpools, findCarpool } from '#app/carpool/service/carpool-reads.server.ts'
import { leaveGroup } from '#app/group/service/groups.server.ts'
import { carOf, joinCar, moneyFor, openCar, recordFor } from '#tests/worker/world/cars.ts'
import { advance, moneyOf, must, services } from '#tests/worker/world/services.ts'

test('leaving an open group frees the seat at once and cancels the hold', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const bob = await joinCar(car)
  expect(await findCarpool(services, car.carpoolId, bob.viewer)).toMatchObject({
    currentPassengers: 2,
    isJoined: true,
  })
  must(await leaveGroup(carpoolKind, services, bob.viewer, car.carpoolId))
  await advance(0)
  expect(await moneyOf(bob.intentId)).toBe('canceled')
  expect(await findCarpool(services, car.carpoolId, bob.viewer)).toMatchObject({
    status: 'OPEN',
    currentPassengers: 1,
    isJoined: false,
  })
  const { items } = await browseCarpools(services, { tripType: 'PICKUP', limit: 100 }, null)
  expect(items.find(({ id }) => id === car.carpoolId)).toMatchObject({ currentPassengers: 1 })
  expect(await recordFor(bob)).toMatchObject({
    list: 'history',
    paymentStatus: 'REFUNDED',
    seat: 'gone',
    leaving: 'exited',
    actions: [],
  })
  await joinCar(car, { people: 2 })
  expect(await carOf(car.carpoolId)).toMatchObject({
    status: 'SUCCESS_PENDING_PAYMENT',
    strays: [],
  })
  expect(await moneyFor(bob.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
})
