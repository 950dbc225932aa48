import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { hours, minutes } from '#app/domain/limits.ts'
import type { Viewer } from '#app/services/carpools.server.ts'
import { users } from '#db/schema.ts'
import { member } from '../points/kit.ts'
import {
  advance,
  carOf,
  carpools,
  codeOf,
  db,
  fault,
  must,
  noticesOf,
  now,
  pay,
  placeIn,
  stripeDown,
  stripeUp,
  student,
} from './kit.ts'
import {
  beginBalance,
  completeCar,
  goTo,
  memberWith,
  moneyFor,
  payBalance,
  pointsOf,
  privateCar,
  recordFor,
} from './life.ts'

afterEach(stripeUp)

/** The people of a car by turns: an approved member with points, one without, one not approved yet, others. */
async function fivePeople(): Promise<Viewer[]> {
  return [
    await memberWith(700),
    await memberWith(0),
    { id: await member({ auth: 'PENDING' }) },
    { id: await member({ accountType: 'NORMAL', auth: null, flatName: null, flatNumber: null }) },
    student(),
  ]
}
const isApproved = [true, true, false, false, false]
const pointsBefore = [700, 0, 0, 0, 0]

const outcomes = Array.from({ length: 32 }, (_, bits) => [0, 1, 2, 3, 4].map((n) => (bits >> n) % 2 === 1))

test.each(outcomes.map((paid) => ({ paid, said: paid.map((one) => (one ? '✓' : '·')).join('') })))(
  'balances at departure, five people: $said',
  async ({ paid }) => {
    const car = await completeCar(await fivePeople())
    for (const [n, seat] of car.seats.entries()) if (paid[n]) await payBalance(seat)
    const everybody = paid.every(Boolean)
    const { carpoolAt, status, prices } = await carOf(car.carpoolId)
    expect(status).toBe(everybody ? 'SUCCESS' : 'SUCCESS_PENDING_PAYMENT')
    await goTo(carpoolAt - minutes(1))
    expect((await carOf(car.carpoolId)).status).toBe(status)
    await goTo(carpoolAt)
    const end = everybody ? 'COMPLETED' : 'CLOSED'
    expect(await carOf(car.carpoolId)).toMatchObject({ status: end, strays: [] })
    const price = prices[4] ?? 0
    for (const [n, seat] of car.seats.entries()) {
      const who = `person ${n + 1}`
      const record = await recordFor(seat)
      expect(record, who).toMatchObject({
        place: 'history',
        status: end,
        paymentStatus: paid[n] ? 'PAID' : 'DEPOSIT',
        deposit: { status: 'captured' },
        actions: [],
      })
      const spent = paid[n] ? (pointsBefore[n] ?? 0) : 0
      const taken = paid[n] ? price - spent : 2000
      expect(await moneyFor(seat.viewer), who).toEqual({ taken, holds: 0, open: 0 })
      const earned = everybody && isApproved[n] ? Math.floor(taken / 100) : 0
      expect((await pointsOf(seat.viewer)).balance, who).toBe((pointsBefore[n] ?? 0) - spent + earned)
      const told = (await noticesOf(seat.viewer)).filter((code) => code === 'departedUnpaid')
      expect(told, who).toHaveLength(paid[n] ? 0 : 1)
    }
  },
)

test('a private car that is paid is completed, and earns its member points once', async () => {
  const car = await privateCar(await memberWith(0))
  await payBalance(car)
  const { carpoolAt, prices } = await carOf(car.carpoolId)
  await goTo(carpoolAt)
  await goTo(carpoolAt + hours(30))
  expect(await recordFor(car)).toMatchObject({ status: 'COMPLETED', place: 'history' })
  const points = Math.floor((prices[0] ?? 0) / 100)
  expect(await pointsOf(car.viewer)).toEqual({ balance: points, entries: [['earned', points]] })
})

test('who is a member only when the car departs earns all the same; who is none any more does not', async () => {
  const [early, late] = [await memberWith(0), { id: await member({ auth: 'PENDING' }) }]
  const car = await completeCar([early, late])
  for (const seat of car.seats) await payBalance(seat)
  await db.update(users).set({ auth: 'REJECTED' }).where(eq(users.id, early.id))
  await db.update(users).set({ auth: 'APPROVED' }).where(eq(users.id, late.id))
  const { carpoolAt, prices } = await carOf(car.carpoolId)
  await goTo(carpoolAt)
  expect((await pointsOf(early)).balance).toBe(0)
  expect((await pointsOf(late)).balance).toBe(Math.floor((prices[1] ?? 0) / 100))
})

test('a private car that was never paid is closed at departure, and its deposit goes back', async () => {
  const car = await privateCar(await memberWith(500))
  const { carpoolAt } = await carOf(car.carpoolId)
  await advance(carpoolAt - now() - minutes(5))
  const { clientSecret } = await beginBalance(car)
  expect((await pointsOf(car.viewer)).balance).toBe(0)
  await goTo(carpoolAt)
  expect(await carOf(car.carpoolId)).toMatchObject({ status: 'CLOSED', strays: [] })
  expect(await recordFor(car)).toMatchObject({ paymentStatus: 'REFUNDED', place: 'history', actions: [] })
  expect(await moneyFor(car.viewer)).toEqual({ taken: 0, holds: 0, open: 0 })
  expect((await pointsOf(car.viewer)).balance).toBe(500)
  expect(await noticesOf(car.viewer)).toContain('privateUnpaid')
  await expect(pay(clientSecret ?? '')).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  expect(codeOf(await carpools.exit(car.viewer, car.carpoolId))).toBe('operationExpired')
})

test.each([
  { paid: true, status: 'COMPLETED' },
  { paid: false, status: 'CLOSED' },
])('Stripe down at departure: nothing is decided, then rightly (paid: $paid)', async ({ paid, status }) => {
  const car = await completeCar([student(), student()])
  const [first, second] = car.seats
  if (!first || !second) throw new Error('no seats')
  await payBalance(first)
  const { carpoolAt } = await carOf(car.carpoolId)
  await advance(carpoolAt - now() - minutes(5))
  // Also the news that the payment was begun: whatever it says, the payment would be read.
  await fault('drop-events', 100_000)
  const { clientSecret } = await beginBalance(second)
  if (paid) await pay(clientSecret ?? '')
  await stripeDown()
  await advance(minutes(6))
  await advance(hours(1))
  expect(await carOf(car.carpoolId)).toMatchObject({ status: 'SUCCESS_PENDING_PAYMENT' })
  expect((await placeIn(car.carpoolId, second.participantId)).balance.closing).toBe(true)
  expect(codeOf(await carpools.confirmRemaining(second.viewer, second.participantId))).toBe('unavailable')
  await stripeUp()
  await advance(minutes(11))
  expect(await carOf(car.carpoolId)).toMatchObject({ status, strays: [] })
  expect((await recordFor(second)).paymentStatus).toBe(paid ? 'PAID' : 'DEPOSIT')
})

test('a balance paid in the last second is confirmed after departure: it counts', async () => {
  const car = await completeCar([student(), student()])
  const [first, second] = car.seats
  if (!first || !second) throw new Error('no seats')
  await payBalance(first)
  const { carpoolAt } = await carOf(car.carpoolId)
  await advance(carpoolAt - now() - minutes(1))
  const { clientSecret } = await beginBalance(second)
  await fault('drop-events', 100_000)
  await pay(clientSecret ?? '')
  await goTo(carpoolAt)
  expect(must(await carpools.confirmRemaining(second.viewer, second.participantId))).toMatchObject({
    paymentStatus: 'PAID',
    status: 'COMPLETED',
  })
})
