import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import { minutes, UNDER_WAY_MS } from '#app/kernel/limits.ts'
import { carpools as carpoolRows } from '#db/kinds.ts'
import { users } from '#db/schema.ts'
import {
  carOf,
  completeCar,
  goTo,
  moneyFor,
  payBalance,
  recordFor,
} from '#tests/worker/world/cars.ts'
import { member, memberWith, noticesOf, pointsOf, student } from '#tests/worker/world/people.ts'
import { db } from '#tests/worker/world/services.ts'

/**
 * The people of a car, in rotation: an approved member with points, one without, one not approved
 * yet, others.
 */
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

/**
 * Nobody, everybody, and each of them paid and unpaid. All combinations are in
 * app/carpool/rules/balance-due.test.ts.
 */
const outcomes = ['·····', '✓✓✓✓✓', '✓·✓·✓', '·✓·✓·']

test.each(outcomes.map((said) => ({ said, paid: [...said].map((one) => one === '✓') })))(
  'balances of five people when they are due, and at departure: $said',
  async ({ paid }) => {
    const car = await completeCar(await fivePeople())
    for (const [n, seat] of car.seats.entries()) if (paid[n]) await payBalance(seat)
    const everybody = paid.every(Boolean)
    const { carpoolAt, status, prices } = await carOf(car.carpoolId)
    expect(status).toBe(everybody ? 'SUCCESS' : 'SUCCESS_PENDING_PAYMENT')
    const due = balanceDueOf(await carOf(car.carpoolId))
    await goTo(due - minutes(1))
    expect((await carOf(car.carpoolId)).status).toBe(status)
    await goTo(due)
    const nobody = !paid.some(Boolean)
    expect(await carOf(car.carpoolId)).toMatchObject({
      status: nobody ? 'CLOSED' : 'SUCCESS',
      strays: [],
    })
    const price = prices[4] ?? 0
    const missing = nobody ? 0 : paid.filter((one) => !one).length * (price - 2000)
    const row = await db.select().from(carpoolRows).where(eq(carpoolRows.id, car.carpoolId)).get()
    expect(row).toMatchObject({ shortfall: missing || null, balanceDueAt: due })
    await goTo(carpoolAt + UNDER_WAY_MS)
    const end = nobody ? 'CLOSED' : 'COMPLETED'
    expect(await carOf(car.carpoolId)).toMatchObject({ status: end, strays: [] })
    for (const [n, seat] of car.seats.entries()) {
      const who = `person ${n + 1}`
      const record = await recordFor(seat)
      expect(record, who).toMatchObject({
        list: 'history',
        status: end,
        seat: paid[n] ? 'taken' : 'gone',
        leaving: paid[n] ? null : 'unpaid',
        paymentStatus: paid[n] ? 'PAID' : 'DEPOSIT',
        deposit: { status: 'captured' },
        actions: [],
      })
      const spent = paid[n] ? (pointsBefore[n] ?? 0) : 0
      const taken = paid[n] ? price - spent : 2000
      expect(await moneyFor(seat.viewer), who).toEqual({ taken, holds: 0, open: 0 })
      const earned = paid[n] && isApproved[n] ? Math.floor(taken / 100) : 0
      expect((await pointsOf(seat.viewer)).balance, who).toBe(
        (pointsBefore[n] ?? 0) - spent + earned,
      )
      const told = (await noticesOf(seat.viewer)).filter(
        (code) => code !== 'groupComplete' && code !== 'balanceDue',
      )
      expect(told, who).toEqual([paid[n] ? 'groupPaid' : 'placeReleased'])
    }
  },
)

test('points go to students who are members when the car is completed', async () => {
  const [early, late] = [await memberWith(0), { id: await member({ auth: 'PENDING' }) }]
  const car = await completeCar([early, late])
  for (const seat of car.seats) await payBalance(seat)
  await db.update(users).set({ auth: 'REJECTED' }).where(eq(users.id, early.id))
  await db.update(users).set({ auth: 'APPROVED' }).where(eq(users.id, late.id))
  const { carpoolAt, prices } = await carOf(car.carpoolId)
  await goTo(carpoolAt + UNDER_WAY_MS)
  expect((await pointsOf(early)).balance).toBe(0)
  expect((await pointsOf(late)).balance).toBe(Math.floor((prices[1] ?? 0) / 100))
})
