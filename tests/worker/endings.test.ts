import { expect, test } from 'vitest'
import { cancelGroup } from '#app/console/service/groups.server.ts'
import { hours } from '#app/kernel/limits.ts'
import {
  carOf,
  completeCar,
  goTo,
  moneyFor,
  payBalance,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { memberWith, pointsOf, student } from '#tests/worker/world/people.ts'
import { must, services } from '#tests/worker/world/services.ts'

/** How rides end, in the real objects: app/group/rules/endings.test.ts has every combination. */

const NOTHING = { taken: 0, holds: 0, open: 0 }
type Car = Awaited<ReturnType<typeof completeCar>>
const seatsOf = ({ seats }: Car) => seats as [Seat, Seat]
async function bothPaid() {
  const car = await completeCar([await memberWith(0), student()])
  for (const seat of car.seats) await payBalance(seat)
  return car
}

test('a car cancelled after it was completed takes back what was earned with it', async () => {
  const car = await bothPaid()
  const { carpoolAt } = await carOf(car.carpoolId)
  await goTo(carpoolAt + hours(3))
  expect((await carOf(car.carpoolId)).status).toBe('COMPLETED')
  const [member] = seatsOf(car)
  const earned = (await pointsOf(member.viewer)).balance
  expect(earned).toBeGreaterThan(0)
  must(await cancelGroup(services, 'carpool', car.carpoolId, 'adm_one'))
  await goTo(0)
  expect(await pointsOf(member.viewer)).toEqual({
    balance: 0,
    entries: [
      ['earned', earned],
      ['earnedTaken', -earned],
    ],
  })
  for (const { viewer } of car.seats) expect(await moneyFor(viewer)).toEqual(NOTHING)
  const late = await bothPaid()
  await goTo((await carOf(late.carpoolId)).carpoolAt + hours(12))
  expect(await cancelGroup(services, 'carpool', late.carpoolId, 'adm_one')).toMatchObject({
    error: { code: 'operationExpired' },
  })
})
