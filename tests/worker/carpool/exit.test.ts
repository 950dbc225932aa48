import { afterEach, expect, test } from 'vitest'
import { hours, minutes } from '#app/kernel/limits.ts'
import {
  beginBalance,
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
  placeIn,
  privateCar,
  recordFor,
} from '#tests/worker/world/cars.ts'
import { memberWith, pointsOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  carpools,
  codeOf,
  eventsOf,
  fault,
  moneyOf,
  must,
  now,
  pay,
  stripe,
  stripeDown,
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

test('a captured deposit is refunded once, however often the student leaves', async () => {
  const car = await openCar({ maxPassengers: 3 })
  const bob = await joinCar(car)
  await stripe.paymentIntents.capture(bob.intentId)
  await advance(0)
  expect((await placeIn(car.carpoolId, bob.participantId)).deposit.state).toBe('paid')
  expect(await moneyFor(bob.viewer)).toMatchObject({ taken: 2000 })
  const said = await Promise.all(
    Array.from({ length: 5 }, () => carpools.exit(bob.viewer, car.carpoolId)),
  )
  expect(said.map(codeOf)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
  must(await carpools.exit(bob.viewer, car.carpoolId))
  await advance(0)
  expect(await moneyFor(bob.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
  expect((await stripe.refunds.list({ payment_intent: bob.intentId })).data).toHaveLength(1)
  expect(await placeIn(car.carpoolId, bob.participantId)).toMatchObject({
    seat: 'gone',
    deposit: { state: 'void' },
  })
})

test.each(['fail-calls', 'lose-answers'])(
  'with Stripe in trouble (%s), seats are free at once and refunds follow',
  async (kind) => {
    const car = await openCar({ maxPassengers: 3 })
    const bob = await joinCar(car)
    await advance(0)
    await fault('drop-events', 100_000)
    await fault(kind, 100_000)
    must(await carpools.exit(bob.viewer, car.carpoolId))
    expect(await carpools.find(car.carpoolId, null)).toMatchObject({ currentPassengers: 1 })
    if (kind === 'fail-calls') expect((await recordFor(bob)).deposit.status).toBe('returning')
    must(
      await carpools.hold(
        student(),
        car.carpoolId,
        party({ flightTime: car.flightTime, people: 2 }),
      ),
    )
    must(await carpools.exit(car.creator, car.carpoolId))
    await stripeUp()
    await advance(minutes(1))
    for (const viewer of [bob.viewer, car.creator])
      expect(await moneyFor(viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
    expect(await recordFor(bob)).toMatchObject({ deposit: { status: 'cancelled', isValid: false } })
    expect((await carOf(car.carpoolId)).strays).toEqual([])
  },
)

test('leaving while the balance is being paid releases both payments and returns the points', async () => {
  const car = await privateCar(await memberWith(1000))
  const balance = await beginBalance(car)
  expect(balance).toMatchObject({ pointsDeducted: 1000, deductedAmount: 1000 })
  expect(await pointsOf(car.viewer)).toMatchObject({ balance: 0 })
  must(await carpools.exit(car.viewer, car.carpoolId))
  await advance(0)
  expect(await moneyFor(car.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
  expect(await pointsOf(car.viewer)).toEqual({
    balance: 1000,
    entries: [
      ['allocated', 1000],
      ['balance', -1000],
      ['balanceReturned', 1000],
    ],
  })
  await expect(pay(balance.clientSecret ?? '')).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
})

test('a balance paid at the moment of leaving is refunded', async () => {
  const car = await privateCar()
  const balance = await beginBalance(car)
  await stripeDown()
  must(await carpools.exit(car.viewer, car.carpoolId))
  await stripeUp()
  await fault('drop-events', 100_000)
  await pay(balance.clientSecret ?? '')
  expect((await moneyFor(car.viewer)).taken).toBe(balance.amount)
  await advance(minutes(1))
  expect(await moneyFor(car.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
  const refunds = (await eventsOf(balance.intentId)).filter(
    ({ type }) => type === 'charge.refunded',
  )
  expect(refunds).toHaveLength(1)
  expect(await carOf(car.carpoolId)).toMatchObject({ status: 'CANCELLED', strays: [] })
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
