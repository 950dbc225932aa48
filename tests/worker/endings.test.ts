import { expect, test } from 'vitest'
import { hours, minutes } from '#app/domain/limits.ts'
import { carFor } from '#tests/kit/ride.ts'
import {
  carOf,
  completeCar,
  depositIntentOf,
  goTo,
  moneyFor,
  payBalance,
  recordFor,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { memberWith, pointsOf, student } from '#tests/worker/world/people.ts'
import { must, services } from '#tests/worker/world/services.ts'
import { textOf } from './accounts/visitor.ts'
import { newAdmin, visitorOf } from './admin/kit.ts'
import { refund } from './stripe-dashboard.ts'

/** How rides end, in the real objects: app/domain/group/endings.test.ts has every combination. */

const NOTHING = { taken: 0, holds: 0, open: 0 }
const groups = services.admin.groups
type Car = Awaited<ReturnType<typeof completeCar>>
const seatsOf = ({ seats }: Car) => seats as [Seat, Seat]

/** Two at £64.50: the first has paid, and has the car alone once balances are due. */
async function goesWithOne() {
  const car = await completeCar([await memberWith(0), student()])
  await payBalance(car.seats[0] as Seat)
  await goTo((await carOf(car.carpoolId)).cutoffAt)
  return car
}
async function bothPaid() {
  const car = await completeCar([await memberWith(0), student()])
  for (const seat of car.seats) await payBalance(seat)
  return car
}
const assign = async (id: string, meetAt: number, plate: string) => {
  const found = must(await groups.open('adm_one', 'carpool', id))
  return groups.assignCar('carpool', id, {
    car: carFor(plate, { meetAt }),
    seen: found.ride.version,
    reason: 'the first broke down',
    isBusy: false,
    confirmed: ['luggage'],
    by: 'adm_one',
  })
}

test('a cancelled car gives a released passenger the deposit back, and says so beforehand', async () => {
  const car = await goesWithOne()
  const [paid, released] = seatsOf(car)
  expect((await recordFor(released)).refundedAmount).toBe(0)
  const as = visitorOf(await newAdmin(['groups']))
  const path = `/admin/carpools/${car.carpoolId}`
  const page = await as.get(path)
  expect(textOf(page)).toContain('Going, 1 of 2 paid')
  expect(page.html, 'what is to be refunded is in sight').toMatch(/<details open/)
  const { refunds } = must(await groups.open('adm_one', 'carpool', car.carpoolId))
  expect(refunds.map(({ userId, total }) => [userId, total])).toEqual([
    [paid.viewer.id, (await moneyFor(paid.viewer)).taken],
    [released.viewer.id, 2000],
  ])
  must(await groups.cancel('carpool', car.carpoolId, 'adm_one'))
  await goTo(0)
  for (const { viewer } of car.seats) expect(await moneyFor(viewer)).toEqual(NOTHING)
  const back = await recordFor(released)
  expect(back).toMatchObject({ refundedAmount: 2000, paymentStatus: 'REFUNDED', list: 'history' })
  expect(back.depositStory.fate).toBe('back')
  expect((await recordFor(paid)).refundedAmount).toBe(refunds[0]?.total)
  const text = textOf(await as.get(path))
  expect(text).toMatch(/Balance £[\d.]+ refunded/)
  expect(text).not.toMatch(/Balance £[\d.]+ paid/)
})

test('a car that meets late can be changed and cancelled, although it has left', async () => {
  const car = await bothPaid()
  const { carpoolAt } = await carOf(car.carpoolId)
  const meetAt = carpoolAt + hours(1.5)
  must(await assign(car.carpoolId, meetAt, 'AB12 CDE'))
  await goTo(carpoolAt + minutes(10))
  const [first] = seatsOf(car)
  expect(await recordFor(first)).toMatchObject({
    status: 'SUCCESS',
    list: 'joined',
    underWay: true,
  })
  const departures = await services.admin.departures()
  const today = await departures.read(['carpool'], { show: 'today', limit: 50 })
  expect(today.items.map(({ id }) => id)).toContain(car.carpoolId)
  must(await assign(car.carpoolId, meetAt, 'CD34 EFG'))
  expect((await recordFor(first)).ride?.plate).toBe('CD34 EFG')
  must(await groups.cancel('carpool', car.carpoolId, 'adm_one'))
  await goTo(0)
  for (const { viewer } of car.seats) expect(await moneyFor(viewer)).toEqual(NOTHING)
})

test('a car cancelled after it was completed takes back what was earned with it', async () => {
  const car = await bothPaid()
  const { carpoolAt } = await carOf(car.carpoolId)
  await goTo(carpoolAt + hours(3))
  expect((await carOf(car.carpoolId)).status).toBe('COMPLETED')
  const [member] = seatsOf(car)
  const earned = (await pointsOf(member.viewer)).balance
  expect(earned).toBeGreaterThan(0)
  must(await groups.cancel('carpool', car.carpoolId, 'adm_one'))
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
  expect(await groups.cancel('carpool', late.carpoolId, 'adm_one')).toMatchObject({
    error: { code: 'operationExpired' },
  })
})

test('a refund given in Stripe is no debt, and the record says it', async () => {
  const car = await bothPaid()
  const [first] = seatsOf(car)
  await refund(await depositIntentOf(car.carpoolId, first.participantId), 500)
  expect(await recordFor(first)).toMatchObject({ refundedAmount: 500, remainingAmount: 0 })
  const found = must(await groups.open('adm_one', 'carpool', car.carpoolId))
  expect(found.shortfall).toBe(0)
  expect(found.places.map(({ outstanding }) => outstanding)).toEqual([0, 0])
  expect(found.places.map(({ refunded }) => refunded)).toEqual([500, 0])
  const departures = await services.admin.departures()
  const { items } = await departures.read(['carpool'], { show: 'coming', limit: 200 })
  const shown = items.find(({ id }) => id === car.carpoolId)
  expect(shown).toMatchObject({ outstanding: 0, payments: { paid: 2, of: 2 } })
  expect(shown?.attention).not.toContain('short')
})
