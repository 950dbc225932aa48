import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { evolveAll } from '#app/group/rules/evolve.ts'
import type { AnyEvent } from '#app/group/rules/extensions.ts'
import { privateIdsOf } from '#app/group/service/group-id.server.ts'
import { BALANCE_MS, hours, minutes, RENEW_BEFORE_MS, UNDER_WAY_MS } from '#app/kernel/limits.ts'
import {
  beginBalance,
  carOf,
  completeCar,
  evict,
  failedCar,
  fireAlarm,
  goTo,
  inDays,
  moneyFor,
  openCar,
  payBalance,
  placeIn,
  privateCar,
  recordFor,
  rowsOf,
  type Seat,
  stub,
} from '#tests/worker/world/cars.ts'
import { memberWith, pointsOf, student } from '#tests/worker/world/people.ts'
import {
  advance,
  carpools,
  fault,
  faultMet,
  must,
  now,
  passTime,
  pay,
  stripeDown,
  stripeUp,
} from '#tests/worker/world/services.ts'

afterEach(stripeUp)

async function replayed(carpoolId: string) {
  const events = await rowsOf(carpoolId, 'SELECT body FROM events ORDER BY seq')
  return evolveAll(
    null,
    events.map((row) => JSON.parse(String(row.body)) as AnyEvent),
  )
}

test('evicted between any two steps, a failed group’s private car is still paid, completed and earns points', async () => {
  const viewer = await memberWith(500)
  const failed = await failedCar(viewer, { consent: true })
  await fault('drop-events', 100_000)
  const { carpoolAt, prices } = await carOf(failed.carpoolId)
  await evict(failed.carpoolId)
  const record = must(await carpools.convertToPrivate(viewer, failed.carpoolId))
  const seat: Seat = { viewer, participantId: record.participantId }
  const step = async () => {
    await evict(failed.carpoolId)
    await evict(record.id)
  }
  await step()
  const withPoints = await beginBalance(seat)
  await step()
  const without = await beginBalance(seat, 0)
  expect(without.amount).toBe(withPoints.amount + 500)
  await step()
  const again = await beginBalance(seat)
  await step()
  await pay(again.clientSecret ?? '')
  await passTime(BALANCE_MS)
  await step()
  await fireAlarm(record.id)
  await step()
  await fireAlarm(record.id)
  await passTime(carpoolAt + UNDER_WAY_MS - now() + 1000)
  await step()
  await fireAlarm(record.id)
  await step()
  await advance(0)
  expect(await recordFor(seat)).toMatchObject({ status: 'COMPLETED', paymentStatus: 'PAID' })
  const taken = (prices[0] ?? 0) - 500
  expect(await moneyFor(viewer)).toEqual({ taken, holds: 0, open: 0 })
  expect((await pointsOf(viewer)).balance).toBe(Math.floor(taken / 100))
  for (const id of [failed.carpoolId, record.id])
    expect(await replayed(id)).toEqual(await carOf(id))
})

test('evicted before it could open the private car, the carpool still opens it once', async () => {
  const failed = await failedCar()
  const to = await privateIdsOf(failed.participantId as `par_${string}`)
  must(
    (await stub(failed.carpoolId).execute({
      type: 'convert',
      userId: failed.viewer.id,
      to,
    })) as never,
  )
  await evict(failed.carpoolId)
  for (let n = 0; n < 3; n++) await advance(minutes(1))
  expect(await carOf(to.carpoolId)).toMatchObject({ status: 'PRIVATE_PENDING_PAYMENT', version: 1 })
  expect(await rowsOf(failed.carpoolId, "SELECT * FROM outbox WHERE lane = 'money'")).toEqual([])
})

test.each([
  { dying: 'renews a hold', path: '/v1/payment_intents' },
  { dying: 'looks for a hold it may have made', path: '/v1/payment_intents', method: 'GET' },
])(
  'the object dies while it $dying: there is one hold in the end',
  async ({ path, method = 'POST' }) => {
    const car = await openCar({ maxPassengers: 3, ...inDays(21) }, { consent: true })
    // An event still in transit would be read now, and use up the fault.
    await advance(0)
    await fault('drop-events', 100_000)
    const { captureBefore } = (await placeIn(car.carpoolId, car.participantId)).hold
    await passTime((captureBefore ?? 0) - RENEW_BEFORE_MS - now() + 1000)
    // A stored error first, so that the payment is looked up before another is made.
    if (method === 'GET') await fault('fail-calls', 2, { method: 'POST', path })
    await fault('hang-calls', 1, { seconds: 20, method, path })
    const dying = Promise.resolve(stub(car.carpoolId).poke()).then(
      () => 'answered',
      () => 'died',
    )
    await faultMet('hang-calls')
    await abortAllDurableObjects()
    expect(await dying).toBe('died')
    expect((await placeIn(car.carpoolId, car.participantId)).hold.renewing).toBe('due')
    await stripeUp()
    await advance(minutes(2))
    expect(await moneyFor(car.creator)).toEqual({ taken: 0, holds: 1, open: 0 })
    expect(await placeIn(car.carpoolId, car.participantId)).toMatchObject({
      deposit: { state: 'held' },
      hold: { renewing: 'none' },
    })
  },
)

const withoutLedger = async (work: () => Promise<unknown>) => {
  await env.DB.exec('ALTER TABLE points_ledger RENAME TO points_away')
  try {
    await work()
  } finally {
    await env.DB.exec('ALTER TABLE points_away RENAME TO points_ledger')
  }
}
const rings = [0, 1, 2, 7]

test.each(rings)(
  'with D1 down while points are returned, after %i alarms they are returned once',
  async (times) => {
    const car = await privateCar(await memberWith(1000))
    await beginBalance(car)
    await withoutLedger(async () => {
      await advance(BALANCE_MS)
      for (let n = 0; n < times; n++) await fireAlarm(car.carpoolId)
    })
    expect((await pointsOf(car.viewer)).balance).toBe(0)
    await passTime(minutes(11))
    for (let n = 0; n < times; n++) await fireAlarm(car.carpoolId)
    if (times === 0) await advance(0)
    expect(await pointsOf(car.viewer)).toEqual({
      balance: 1000,
      entries: [
        ['allocated', 1000],
        ['balance', -1000],
        ['balanceReturned', 1000],
      ],
    })
    expect(await rowsOf(car.carpoolId, 'SELECT * FROM outbox')).toEqual([])
  },
)

test.each(rings)(
  'with D1 down when points are earned, after %i alarms they are added once',
  async (times) => {
    const car = await completeCar([await memberWith(0), student()])
    for (const seat of car.seats) await payBalance(seat)
    await advance(0)
    const { carpoolAt, prices } = await carOf(car.carpoolId)
    await withoutLedger(async () => {
      await goTo(carpoolAt + UNDER_WAY_MS)
      for (let n = 0; n < times; n++) await fireAlarm(car.carpoolId)
    })
    expect(await carOf(car.carpoolId)).toMatchObject({ status: 'COMPLETED' })
    // Longer than the sweep leaves alone what has failed.
    await passTime(minutes(20))
    for (let n = 0; n < times; n++) await fireAlarm(car.carpoolId)
    if (times === 0) await advance(0)
    const points = Math.floor((prices[1] ?? 0) / 100)
    expect(await pointsOf(car.creator)).toEqual({ balance: points, entries: [['earned', points]] })
    expect(
      (await recordFor({ viewer: car.creator, participantId: car.participantId })).status,
    ).toBe('COMPLETED')
  },
)

test('effects whose end was never recorded run again and change nothing', async () => {
  const car = await completeCar([await memberWith(700), student()])
  const [first, second] = car.seats
  if (!first || !second) throw new Error('no seats')
  await beginBalance(first)
  await advance(BALANCE_MS)
  for (const seat of car.seats) await payBalance(seat)
  await advance(0)
  const { carpoolAt } = await carOf(car.carpoolId)
  await goTo(carpoolAt + UNDER_WAY_MS)
  const [points, money] = [await pointsOf(first.viewer), await moneyFor(first.viewer)]
  const intentId = (await placeIn(car.carpoolId, first.participantId)).deposit.intentId
  const own = { participantId: first.participantId, userId: first.viewer.id }
  const tasks = [
    { lane: 'mirror', task: { kind: 'returnPoints', ...own, attempt: 1 } },
    { lane: 'mirror', task: { kind: 'earnPoints', ...own, pence: 99_900 } },
    { lane: 'money', task: { kind: 'capture', ...own, intentId, amount: 2000 } },
    { lane: 'money', task: { kind: 'renew', ...own, attempt: 1 } },
    { lane: 'money', task: { kind: 'release', ...own, intentId } },
    { lane: 'money', task: { kind: 'resolve', ...own, slot: 'balance' } },
    { lane: 'money', task: { kind: 'openPrivate', ...own } },
  ]
  for (const [n, { lane, task }] of tasks.entries())
    await rowsOf(
      car.carpoolId,
      `INSERT INTO outbox (lane, key, payload, attempts, next_try_at, first_at)
       VALUES ('${lane}', 'again:${n}', '${JSON.stringify(task)}', 1, ${now()}, ${now()})`,
    )
  await evict(car.carpoolId)
  await fireAlarm(car.carpoolId)
  await stub(car.carpoolId).poke()
  expect(await rowsOf(car.carpoolId, 'SELECT * FROM outbox')).toEqual([])
  expect(await pointsOf(first.viewer)).toEqual(points)
  expect(await moneyFor(first.viewer)).toEqual(money)
})

test('with D1 and Stripe both down when a student leaves, both are updated later', async () => {
  const car = await privateCar(await memberWith(1000))
  await beginBalance(car)
  await stripeDown()
  await env.DB.exec('ALTER TABLE groups RENAME TO groups_away')
  must((await stub(car.carpoolId).execute({ type: 'exit', userId: car.viewer.id })) as never)
  await evict(car.carpoolId)
  await env.DB.exec('ALTER TABLE groups_away RENAME TO groups')
  await stripeUp()
  await advance(hours(1))
  expect(await moneyFor(car.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
  expect((await pointsOf(car.viewer)).balance).toBe(1000)
  expect(await recordFor(car)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'REFUNDED' })
})
