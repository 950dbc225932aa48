import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { confirmBalance, prepareBalance } from '#app/group/service/groups.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { createResources } from '#app/server/resources.server.ts'
import { beginBalance, moneyFor, placeIn, privateCar, recordFor } from '#tests/worker/world/cars.ts'
import { browserOf, member, memberWith, pointsOf } from '#tests/worker/world/people.ts'
import { advance, codeOf, moneyOf, must, pay, services } from '#tests/worker/world/services.ts'
import { devRuntime } from '#workers/dev/runtime.ts'

test.each([
  ['300', false],
  ['３００', false],
  ['1.5', true],
  ['1e2', true],
  ['-1', true],
  ['1251', true],
  ['abc', true],
])(
  'the balance page with ?points=%s says that it is no possible number: %j',
  async (typed, wrong) => {
    const car = await privateCar(await memberWith(1250))
    const browser = await browserOf(car.viewer)
    const path = `/pay/balance-${car.participantId}?${new URLSearchParams({ points: typed })}`
    expect((await browser.get(path)).html.includes('id="points-error"')).toBe(wrong)
  },
)

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
  expect(
    must(await confirmBalance(carpoolKind, services, car.viewer, car.participantId)),
  ).toMatchObject({
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
  expect(
    must(await confirmBalance(carpoolKind, services, car.viewer, car.participantId)).paymentStatus,
  ).toBe('PAID')
})

test('part of the points is used, and the rest stays with the student', async () => {
  const car = await privateCar(await memberWith(1250))
  const some = await beginBalance(car, 500)
  expect(some).toMatchObject({ pointsDeducted: 500, amount: some.originalAmount - 500 })
  expect((await pointsOf(car.viewer)).balance).toBe(750)
  // The same again is the same payment; another number ends it and starts another.
  expect(await beginBalance(car, 500)).toEqual(some)
  const fewer = await beginBalance(car, 200)
  expect(fewer).toMatchObject({ pointsDeducted: 200, amount: some.originalAmount - 200 })
  expect(await moneyOf(some.intentId)).toBe('canceled')
  expect((await pointsOf(car.viewer)).balance).toBe(1050)
  const all = await beginBalance(car, 1250)
  expect(all).toMatchObject({ pointsDeducted: 1250 })
  expect((await pointsOf(car.viewer)).balance).toBe(0)
  await pay(all.clientSecret ?? '')
  expect(
    must(await confirmBalance(carpoolKind, services, car.viewer, car.participantId)),
  ).toMatchObject({
    paymentStatus: 'PAID',
    pointsDeducted: 1250,
  })
  await advance(0)
  expect((await moneyFor(car.viewer)).taken).toBe(all.originalAmount + 2000 - 1250)
})

test('more points than the student has are refused, and nothing is begun or taken', async () => {
  const car = await privateCar(await memberWith(700))
  const other = await privateCar(car.viewer)
  const ask = (points: number, seat = car) =>
    prepareBalance(carpoolKind, services, car.viewer, seat.participantId, points)
  expect(codeOf(await ask(701))).toBe('notEnoughPoints')
  expect((await pointsOf(car.viewer)).balance).toBe(700)
  expect((await placeIn(car.carpoolId, car.participantId)).balance.quote).toBeNull()
  // Points set aside for one balance are not there for another, but for its own they are.
  await beginBalance(car, 400)
  expect(codeOf(await ask(301, other))).toBe('notEnoughPoints')
  expect(codeOf(await ask(300, other))).toBe('ok')
  expect(codeOf(await ask(400))).toBe('ok')
  expect(codeOf(await ask(401))).toBe('notEnoughPoints')
  expect((await pointsOf(car.viewer)).balance).toBe(0)
  const regular = { accountType: 'NORMAL' as const, auth: null, flatName: null, flatNumber: null }
  const hers = await privateCar({ id: await member({ ...regular, points: 1000 }) })
  expect(
    codeOf(await prepareBalance(carpoolKind, services, hers.viewer, hers.participantId, 1)),
  ).toBe('notEnoughPoints')
  expect((await pointsOf(hers.viewer)).balance).toBe(1000)
})

/** Services whose database waits before it first sets points aside. */
function waitingServices() {
  let [arrive, go] = [() => {}, () => {}]
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  let isNext = false
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare')
        return (text: string) => {
          isNext ||= /^insert into "points_ledger"/i.test(text)
          return target.prepare(text)
        }
      if (name === 'batch')
        return async (statements: D1PreparedStatement[]) => {
          if (isNext) {
            arrive()
            await gone
          }
          return target.batch(statements)
        }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const services = createResources({ ...env, DB }, devRuntime(env), createLog({}))
  return { services, arrived, go }
}

test('a phone that offers some points is not answered with a payment of more by another', async () => {
  const car = await privateCar(await memberWith(50_000))
  const { services, arrived, go } = waitingServices()
  const some = prepareBalance(carpoolKind, services, car.viewer, car.participantId, 100)
  await arrived
  expect((await beginBalance(car)).clientSecret).toBeNull()
  const { balance } = await pointsOf(car.viewer)
  go()
  expect(codeOf(await some)).toBe('alreadyPaid')
  expect((await pointsOf(car.viewer)).balance).toBe(balance)
})
