import { afterEach, expect, test } from 'vitest'
import { hours, minutes } from '#app/kernel/limits.ts'
import {
  carOf,
  completeCar,
  depositIntentOf,
  goTo,
  inDays,
  joinCar,
  moneyFor,
  openCar,
  party,
  payBalance,
  privateCar,
  recordFor,
} from '#tests/worker/world/cars.ts'
import { student } from '#tests/worker/world/people.ts'
import {
  advance,
  carpools,
  codeOf,
  moneyOf,
  must,
  now,
  stripeUp,
} from '#tests/worker/world/services.ts'

afterEach(stripeUp)

const refused = (code: string) => ({ ok: false, error: { code, params: { context: 'exit' } } })

test('leaving an open group frees the seat at once and cancels the hold', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const bob = await joinCar(car)
  expect(await carpools.find(car.carpoolId, bob.viewer)).toMatchObject({
    currentPassengers: 2,
    isJoined: true,
  })
  must(await carpools.exit(bob.viewer, car.carpoolId))
  await advance(0)
  expect(await moneyOf(bob.intentId)).toBe('canceled')
  expect(await carpools.find(car.carpoolId, bob.viewer)).toMatchObject({
    status: 'OPEN',
    currentPassengers: 1,
    isJoined: false,
  })
  const { items } = await carpools.list({ tripType: 'PICKUP', limit: 100 }, null)
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

test('after the cutoff, in a complete group, and once it is paid, nobody can leave', async () => {
  const car = await openCar({ maxPassengers: 3, ...inDays(5) })
  const deposit = await depositIntentOf(car.carpoolId, car.participantId)
  const complete = await completeCar([student(), student()])
  expect(await carpools.exit(complete.creator, complete.carpoolId)).toEqual(refused('notOpen'))
  for (const seat of complete.seats) await payBalance(seat)
  const paid = await privateCar()
  await payBalance(paid)
  expect(await carpools.exit(paid.viewer, paid.carpoolId)).toEqual(refused('operationExpired'))
  const { cutoffAt } = await carOf(car.carpoolId)
  await advance(cutoffAt - now() - minutes(1))
  expect(
    (await recordFor({ viewer: car.creator, participantId: car.participantId })).actions,
  ).toContain('exit')
  await goTo(cutoffAt)
  expect(await carpools.exit(car.creator, car.carpoolId)).toEqual(refused('cutoffPassed'))
  expect(await carpools.exit(complete.creator, complete.carpoolId)).toEqual(refused('cutoffPassed'))
  expect(await moneyOf(deposit)).toBe('requires_capture')
  expect(codeOf(await carpools.exit(student(), car.carpoolId))).toBe('notFound')
  expect(codeOf(await carpools.exit(student(), 'car_x'))).toBe('notFound')
})

const info = (change: object = {}) => {
  const { people: _, terminal: __, ...rest } = party()
  return { ...rest, ...change }
}

test('corrected travel details appear on the list card, and only their owner sees the address', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const bob = await joinCar(car)
  const flightTime = (car.flightTime ?? 0) + hours(1)
  const corrected = info({
    flightNumber: 'CX251',
    flightTime,
    nLocation: '5 Wollaton Road',
    bigLuggage: 0,
  })
  const record = must(await carpools.editInfo(bob.viewer, bob.participantId, corrected))
  expect(record).toMatchObject({ party: { ...corrected, people: 1 } })
  const card = await carpools.find(car.carpoolId, null)
  expect(card).toMatchObject({
    flightTimes: [car.flightTime, flightTime],
    flightNumbers: ['BA038', 'CX251'],
  })
  expect(JSON.stringify(card)).not.toContain('Wollaton')
  expect(await recordFor(bob)).toMatchObject({ party: corrected })
  expect(codeOf(await carpools.editInfo(student(), bob.participantId, corrected))).toBe('notFound')
})
