import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { balanceDueOf } from '#app/carpool/rules/permissions.ts'
import { hours } from '#app/kernel/limits.ts'
import { readDueDisputes } from '#app/reconciliation/service/disputes.server.ts'
import { reconcilePayment } from '#app/reconciliation/service/reconcile.server.ts'
import { carpools } from '#db/kinds.ts'
import { disputes, notices } from '#db/schema.ts'
import { carOf, completeCar, depositIntentOf, goTo, payBalance } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent, student } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  db,
  deliver,
  eventsOf,
  fault,
  now,
  passTime,
  services,
  stripeUp,
} from '#tests/worker/world/services.ts'
import * as trip from '#tests/worker/world/trips.ts'
import { textOf } from './accounts/visitor.ts'
import { newAdmin, visitorOf } from './admin/kit.ts'
import { inCar, keptInAll, PAYMENTS, refundsOf } from './paid.ts'
import { dispute, refund } from './stripe-dashboard.ts'

const toldOf = async (userId: string) =>
  (
    await db
      .select()
      .from(notices)
      .where(eq(notices.userId, userId as never))
  )
    .filter(({ code }) => code === 'moneyReturned' || code === 'orderRefunded')
    .map(({ params }) => params.amount)
    .sort()
const listed = async (intentId: string, state: 'open' | 'won' | 'lost') =>
  db
    .select()
    .from(disputes)
    .where(and(eq(disputes.intentId, intentId), eq(disputes.state, state)))

describe.each(Object.entries(PAYMENTS))('of %s', (_, paid) => {
  test('partial refunds in the dashboard are recorded and notified once each, and only the rest is refunded later', async () => {
    const { intentId, owner, amount, returned, stands, cancel } = await paid()
    await refund(intentId, 100)
    expect([await returned(), await stands(), await toldOf(owner.id)]).toEqual([100, true, [100]])
    await refund(intentId, 250)
    for (const event of await eventsOf(intentId)) expect(await deliver(event)).toBe(200)
    expect([await returned(), await stands(), await toldOf(owner.id)]).toEqual([
      350,
      true,
      [100, 250],
    ])
    await cancel()
    await advance(0)
    expect((await refundsOf(intentId)).sort((a, b) => a - b)).toEqual([100, 250, amount - 350])
    expect(await toldOf(owner.id)).toEqual([100, 250])
  })

  test.each(['win', 'lose'] as const)(
    'a dispute blocks the refund until it is closed (%s), and lost money is not refunded again',
    async (step) => {
      const { intentId, owner, amount, stands, cancel } = await paid()
      await dispute(intentId, 'open')
      expect(await stands()).toBe(true)
      expect(await listed(intentId, 'open')).toMatchObject([
        { amount, withdrawn: amount, reason: 'fraudulent' },
      ])
      await cancel()
      await advance(hours(3))
      expect(await refundsOf(intentId)).toEqual([])
      await dispute(intentId, 'review')
      expect(await listed(intentId, 'open')).toMatchObject([{ status: 'under_review' }])
      await dispute(intentId, step)
      await advance(hours(1))
      expect(await refundsOf(intentId)).toEqual(step === 'win' ? [amount] : [])
      expect(await listed(intentId, step === 'win' ? 'won' : 'lost')).toMatchObject([
        { withdrawn: step === 'win' ? 0 : amount },
      ])
      expect(await listed(intentId, 'open')).toEqual([])
      expect(await toldOf(owner.id)).toEqual([])
    },
  )

  test('an inquiry, events in any order and twice, and a dispute whose end is never reported', async () => {
    const { intentId, stands } = await paid()
    await dispute(intentId, 'inquire')
    expect(await listed(intentId, 'open')).toMatchObject([{ withdrawn: 0 }])
    await fault('drop-events', 100_000)
    await dispute(intentId, 'win')
    for (const event of (await eventsOf(intentId)).toReversed()) {
      expect(await deliver(event)).toBe(200)
      expect(await deliver(event)).toBe(200)
    }
    expect([await listed(intentId, 'open'), await stands()]).toEqual([[], true])
    await stripeUp()
    await dispute(intentId, 'open')
    await fault('drop-events', 100_000)
    await dispute(intentId, 'win')
    expect(await listed(intentId, 'open')).toHaveLength(1)
    await passTime(hours(7))
    const due = await readDueDisputes(services)
    expect(due).toContain(intentId)
    expect(
      codeOf(
        await reconcilePayment(services, intentId, {
          id: `x${now()}`,
          declined: false,
          disputed: true,
        }),
      ),
    ).toBe('ok')
    expect(await listed(intentId, 'open')).toEqual([])
  })
})

test.each([
  ['zh', '有争议的付款', '一共退回'],
  ['en', 'Disputed payments', 'Refunded in all'],
] as const)(
  'the console shows a dispute on its first page until it is closed, and what was refunded (%s)',
  async (lang, title, returned) => {
    const { intentId, page } = await inCar('deposit')
    const look = async (path: string) => textOf(await visitorOf(await newAdmin(), lang).get(path))
    await refund(intentId, 100)
    await dispute(intentId, 'open')
    expect(await look('/admin')).toContain(intentId)
    for (const text of [title, returned, intentId]) expect(await look(page)).toContain(text)
    const outsider = textOf(await visitorOf(await newAdmin(['orders']), lang).get('/admin'))
    expect(outsider).not.toContain(intentId)
    await dispute(intentId, 'win')
    expect(await look('/admin')).not.toContain(intentId)
    expect(await look(page)).toContain(title)
  },
)

test('dashboard refunds are deducted from the money kept and are no debt, and a refunded deposit is not shown as kept', async () => {
  const ann = await newStudent()
  const { carpoolId, seats } = await completeCar([ann, student()])
  const [seat, other] = seats
  if (!seat || !other) throw new Error('no seat')
  await payBalance(other)
  await goTo(balanceDueOf(await carOf(carpoolId)))
  const { carpoolAt } = await carOf(carpoolId)
  await goTo(carpoolAt)
  const shortfall = async () =>
    (await db.select().from(carpools).where(eq(carpools.id, carpoolId)))[0]?.shortfall
  const owner = await browserOf(ann, 'zh')
  const record = async () => textOf(await owner.get(`/carpool/record/${seat.participantId}`))
  const [takenBefore, shortBefore] = [await keptInAll(), (await shortfall()) ?? 0]
  expect(await record()).toContain('押金不退')
  await refund(await depositIntentOf(carpoolId, seat.participantId), 500)
  expect([await keptInAll(), await shortfall()]).toEqual([takenBefore - 500, shortBefore])
  expect(await record()).toContain('押金已退 £5 到原卡')
  await refund(await depositIntentOf(carpoolId, seat.participantId))
  expect([await keptInAll(), await shortfall()]).toEqual([takenBefore - 2000, shortBefore])
  expect(await record()).toContain('押金已退 £20 到原卡')
  expect(await record()).not.toContain('押金不退')
})

test('the same holds for a trip', async () => {
  const { id, intentId } = await trip.openTrip({ minPassengers: 1 })
  await advance(await trip.untilCutoff(id))
  const before = await keptInAll()
  await refund(intentId, 700)
  expect(await keptInAll()).toBe(before - 700)
})
