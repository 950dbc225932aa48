import { afterEach, expect, test } from 'vitest'
import { BALANCE_MS } from '#app/domain/limits.ts'
import { member } from '#tests/worker/points/kit.ts'
import {
  advance,
  carpools,
  codeOf,
  fault,
  moneyOf,
  must,
  passTime,
  pay,
  placeIn,
  stripeDown,
  stripeUp,
} from './kit.ts'
import {
  beginBalance,
  intentsFor,
  memberWith,
  moneyFor,
  payBalance,
  pointsOf,
  privateCar,
  recordFor,
} from './life.ts'

afterEach(stripeUp)

test('points are reserved when the balance is started and stay spent when it is paid', async () => {
  const car = await privateCar(await memberWith(1250))
  const before = await recordFor(car)
  const balance = await beginBalance(car)
  const original = before.originalRemainingAmount ?? 0
  expect(balance).toMatchObject({
    originalAmount: original,
    amount: original - 1250,
    pointsDeducted: 1250,
    deductedAmount: 1250,
  })
  expect((await pointsOf(car.viewer)).balance).toBe(0)
  await pay(balance.clientSecret ?? '')
  expect(must(await carpools.confirmBalance(car.viewer, car.participantId))).toMatchObject({
    paymentStatus: 'PAID',
    pointsDeducted: 1250,
    deductedAmount: 1250,
    remainingAmount: 0,
  })
  expect(await pointsOf(car.viewer)).toEqual({
    balance: 0,
    entries: [
      ['allocated', 1250],
      ['balance', -1250],
    ],
  })
  await advance(0)
  expect((await moneyFor(car.viewer)).taken).toBe(original + 2000 - 1250)
})

test('points that cover everything need no card', async () => {
  const car = await privateCar(await memberWith(50_000))
  const balance = await beginBalance(car)
  expect(balance).toMatchObject({
    clientSecret: null,
    amount: 0,
    deductedAmount: balance.originalAmount,
  })
  expect(await recordFor(car)).toMatchObject({
    status: 'PRIVATE',
    paymentStatus: 'PAID',
    remainingAmount: 0,
  })
  expect((await pointsOf(car.viewer)).balance).toBe(50_000 - balance.originalAmount)
  await advance(0)
  expect(await moneyFor(car.viewer)).toEqual({ taken: 2000, holds: 0, open: 0 })
  expect(must(await carpools.confirmBalance(car.viewer, car.participantId)).paymentStatus).toBe(
    'PAID',
  )
})

test('the amount left for the card is never less than a card can be charged', async () => {
  const probe = await beginBalance(await privateCar())
  const car = await privateCar(await memberWith(probe.originalAmount - 1))
  expect(await beginBalance(car)).toMatchObject({
    amount: 30,
    pointsDeducted: probe.originalAmount - 30,
  })
})

test('only approved members can use points', async () => {
  for (const account of [
    { auth: 'PENDING' as const },
    { accountType: 'NORMAL' as const, auth: null, flatName: null, flatNumber: null },
  ]) {
    const car = await privateCar({ id: await member({ ...account, points: 1000 }) })
    expect(await beginBalance(car)).toMatchObject({ pointsDeducted: 0, deductedAmount: 0 })
    expect((await pointsOf(car.viewer)).balance).toBe(1000)
  }
})

test('removing points from an open payment cancels it and returns the points', async () => {
  const car = await privateCar(await memberWith(1000))
  const withPoints = await beginBalance(car)
  const without = await beginBalance(car, false)
  expect(without).toMatchObject({ pointsDeducted: 0, amount: withPoints.amount + 1000 })
  expect(without.intentId).not.toBe(withPoints.intentId)
  expect(await moneyOf(withPoints.intentId)).toBe('canceled')
  expect((await pointsOf(car.viewer)).balance).toBe(1000)
  const again = await beginBalance(car)
  expect(again).toMatchObject({ pointsDeducted: 1000, amount: withPoints.amount })
  expect(await moneyOf(without.intentId)).toBe('canceled')
  await pay(again.clientSecret ?? '')
  must(await carpools.confirmBalance(car.viewer, car.participantId))
  expect((await pointsOf(car.viewer)).balance).toBe(0)
  expect(await moneyFor(car.viewer)).toMatchObject({ open: 0 })
})

test('a payment that arrives while its points are being removed counts, with its points', async () => {
  const car = await privateCar(await memberWith(1000))
  const withPoints = await beginBalance(car)
  await fault('drop-events', 100_000)
  await pay(withPoints.clientSecret ?? '')
  expect(codeOf(await carpools.payBalance(car.viewer, car.participantId, false))).toBe(
    'alreadyPaid',
  )
  expect(await recordFor(car)).toMatchObject({ paymentStatus: 'PAID', pointsDeducted: 1000 })
  expect((await pointsOf(car.viewer)).balance).toBe(0)
})

test('two phones, one with points and one without, get one payment, and points match it', async () => {
  for (let round = 0; round < 5; round++) {
    const car = await privateCar(await memberWith(1000))
    const press = (usePoints: boolean) =>
      carpools.payBalance(car.viewer, car.participantId, usePoints)
    const answers = await Promise.all([press(true), press(false), press(true), press(false)])
    for (const answer of answers)
      expect(['ok', 'unavailable', 'paymentInitFailed']).toContain(codeOf(answer))
    const { balance } = await placeIn(car.carpoolId, car.participantId)
    const payable = (await intentsFor(car.viewer)).filter(
      ({ status }) => status === 'requires_payment_method',
    )
    expect(payable.map(({ id }) => id)).toEqual(balance.intentId ? [balance.intentId] : [])
    expect((await pointsOf(car.viewer)).balance).toBe(
      1000 - (balance.reserved ? (balance.quote?.points ?? 0) : 0),
    )
    expect(await payBalance(car)).toMatchObject({ status: 'PRIVATE' })
    const { pointsDeducted, deductedAmount, prices } = await recordFor(car)
    expect(pointsDeducted).toBe(1000)
    await advance(0)
    expect((await moneyFor(car.viewer)).taken).toBe((prices[0] ?? 0) - deductedAmount)
    expect((await pointsOf(car.viewer)).balance).toBe(0)
  }
})

test('the same points are not spent on two cars simultaneously', async () => {
  const viewer = await memberWith(1000)
  const cars = [await privateCar(viewer), await privateCar(viewer), await privateCar(viewer)]
  const balances = await Promise.all(cars.map((car) => beginBalance(car)))
  const used = balances.map(({ pointsDeducted }) => pointsDeducted)
  expect(used.reduce((sum, points) => sum + points, 0)).toBe(1000)
  expect((await pointsOf(viewer)).balance).toBe(0)
  for (const { clientSecret } of balances) await pay(clientSecret ?? '')
  await advance(0)
  for (const car of cars) expect((await recordFor(car)).paymentStatus).toBe('PAID')
  expect((await pointsOf(viewer)).balance).toBe(0)
})

test('an hour after an unpaid balance was started, its points are returned', async () => {
  const car = await privateCar(await memberWith(1000))
  await beginBalance(car)
  await advance(BALANCE_MS)
  expect(await pointsOf(car.viewer)).toMatchObject({ balance: 1000 })
  expect(await recordFor(car)).toMatchObject({ pointsDeducted: 0, paymentStatus: 'DEPOSIT' })
  expect(await beginBalance(car)).toMatchObject({ pointsDeducted: 1000 })
})

test('points reserved for a payment that Stripe could not create are returned too', async () => {
  const car = await privateCar(await memberWith(1000))
  await stripeDown()
  expect(codeOf(await carpools.payBalance(car.viewer, car.participantId, true))).toBe(
    'paymentInitFailed',
  )
  expect((await pointsOf(car.viewer)).balance).toBe(0)
  await stripeUp()
  await advance(BALANCE_MS)
  expect((await pointsOf(car.viewer)).balance).toBe(1000)
  expect((await moneyFor(car.viewer)).open).toBe(0)
})

test('with Stripe down when the hour is over, points stay reserved until the payment is known to be gone', async () => {
  const car = await privateCar(await memberWith(1000))
  const { clientSecret } = await beginBalance(car)
  await stripeDown()
  await passTime(BALANCE_MS)
  await advance(0)
  expect((await pointsOf(car.viewer)).balance).toBe(0)
  await stripeUp()
  await fault('drop-events', 100_000)
  await pay(clientSecret ?? '')
  await advance(BALANCE_MS)
  expect(await recordFor(car)).toMatchObject({ paymentStatus: 'PAID', pointsDeducted: 1000 })
  expect((await pointsOf(car.viewer)).balance).toBe(0)
})
