import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { convertToPrivate } from '#app/carpool/service/carpool-actions.server.ts'
import { readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import { cancelGroup } from '#app/console/service/groups.server.ts'
import { hours } from '#app/kernel/limits.ts'
import { addDays, londonDay } from '#app/kernel/time.ts'
import { findOpenItems } from '#app/privacy/service/closing.server.ts'
import { readOwnData } from '#app/privacy/service/own-data.server.ts'
import {
  readDueRefunds,
  readOwedRefunds,
  settleRefund,
} from '#app/reconciliation/service/failed-refunds.server.ts'
import { reconcilePayment } from '#app/reconciliation/service/reconcile.server.ts'
import { failedRefunds, notices } from '#db/schema.ts'
import { api } from '#tests/worker/world/api.ts'
import { carOf, failedCar, payBalance } from '#tests/worker/world/cars.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  db,
  deliver,
  eventsOf,
  fault,
  must,
  now,
  services,
} from '#tests/worker/world/services.ts'
import { leadsTo, textOf } from './accounts/visitor.ts'
import { auditOf, fileOf, newAdmin, visitorOf } from './admin/kit.ts'
import {
  ADMIN,
  inCar,
  keptInAll,
  ofOrder,
  ownerReads,
  PAYMENTS,
  type Paid,
  refundsOf,
} from './paid.ts'
import { dispute, refund, refundStep } from './stripe-dashboard.ts'

/**
 * A refund that the bank sends back days later: the money is ours again, and still its owner's. It
 * is recorded once, told once, a task until it has reached its owner, and counted nowhere as
 * refunded.
 */

const SECOND = 1000
const pounds = (pence: number) => `£${pence / 100}`

const rowsOf = (intentId: string) =>
  db.select().from(failedRefunds).where(eq(failedRefunds.intentId, intentId))
const missing = async (intentId: string) =>
  (await rowsOf(intentId)).map((row) => row.missing).sort((a, b) => a - b)
const toldOf = async ({ owner }: Paid, code = 'refundFailed') =>
  (
    await db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, owner.id), eq(notices.code, code)))
  ).map(({ params }) => params.amount)

async function consoleReads(path: string, lang: 'zh' | 'en' = 'zh') {
  return textOf(await visitorOf(await newAdmin(), lang).get(path))
}
const isTask = async ({ intentId }: Paid) => (await consoleReads('/admin')).includes(intentId)
const owedInAll = async () =>
  (await readOwedRefunds(services)).reduce((sum, { missing }) => sum + missing, 0)

/** Every event about the payment again, the last one first, twice each. */
async function repeatEvents(intentId: string) {
  for (const event of (await eventsOf(intentId)).toReversed())
    for (let times = 0; times < 2; times++) expect(await deliver(event)).toBe(200)
  await advance(0)
}

/** The line about it in the exported files. */
async function lineOf({ page, participantId, subjectId }: Paid) {
  const name = page.startsWith('/admin/orders') ? 'orders' : String(page.split('/')[2])
  const admin = await newAdmin(['records'])
  const day = londonDay(now())
  const days = `from=${addDays(day, -60)}&to=${addDays(day, 60)}`
  const file = await fileOf(admin, `${name}?${days}`)
  const id = participantId ?? subjectId
  return (await file.text()).split('\r\n').find((one) => one.includes(id)) ?? ''
}

const isKept = (what: string) => what.includes('released')
const GONE = Object.entries(PAYMENTS).filter(([what]) => !isKept(what))

describe.each(GONE)('of %s that we refunded', (_, paid) => {
  test('one that fails later is a task, told once, and counted as refunded nowhere, until it is made again', async () => {
    const one = await paid()
    const { intentId, amount, cancel, page } = one
    const owed = await owedInAll()
    await cancel()
    await advance(0)
    expect(await refundsOf(intentId)).toEqual([amount])
    await advance(hours(48))
    await refundStep(intentId, 'fail')
    await repeatEvents(intentId)
    await advance(hours(3))
    // Nothing is tried again by itself.
    expect(await refundsOf(intentId)).toEqual([amount])
    expect(await rowsOf(intentId)).toMatchObject([
      { amount, missing: amount, userId: one.owner.id, reason: 'expired_or_canceled_card' },
    ])
    expect([await toldOf(one), await owedInAll()]).toEqual([[amount], owed + amount])
    expect(await isTask(one)).toBe(true)
    for (const lang of ['zh', 'en'] as const) {
      const said = { zh: ['被银行退了回来', '没有少'], en: ['sent the refund', 'Nothing is lost'] }
      const own = await ownerReads(one, lang)
      for (const text of [...said[lang], pounds(amount)]) expect(own).toContain(text)
      // Nor is it said to be on its way, or there.
      expect(own).not.toMatch(/退回原卡|正在退回|全额退款|全部退给你|back to you|on its way/)
      expect(await consoleReads(page, lang)).toContain(intentId)
    }
    expect(await lineOf(one)).toContain((amount / 100).toFixed(2))
    expect(await lineOf(one)).toMatch(/Refund failed|still owed|REFUNDED/)
    // Somebody refunds it again in Stripe.
    await advance(SECOND)
    await refund(intentId)
    await repeatEvents(intentId)
    expect([await missing(intentId), await toldOf(one), await isTask(one)]).toEqual([
      [0],
      [amount],
      false,
    ])
    expect([await refundsOf(intentId), await owedInAll()]).toEqual([[amount, amount], owed])
    expect(await ownerReads(one)).not.toContain('被银行退了回来')
  })
})

describe.each(Object.entries(PAYMENTS))('of %s, refunded in part in the dashboard', (_, paid) => {
  test('one that fails is ours again, in all sums, and told; made again, it is told again', async () => {
    const one = await paid()
    const { intentId, amount, returned, stands } = one
    const before = await keptInAll()
    await refund(intentId, 300)
    const after = await keptInAll()
    await advance(SECOND)
    await refundStep(intentId, 'fail')
    await repeatEvents(intentId)
    expect([await returned(), await stands(), await missing(intentId)]).toEqual([0, true, [300]])
    expect([await toldOf(one), await isTask(one)]).toEqual([[300], true])
    expect(await keptInAll()).toBe(before)
    expect(await ownerReads(one)).toContain('£3')
    await advance(SECOND)
    await refund(intentId, 300)
    await repeatEvents(intentId)
    expect([await returned(), await stands(), await missing(intentId)]).toEqual([300, true, [0]])
    expect([await isTask(one), await keptInAll()]).toEqual([false, after])
    const told = [...(await toldOf(one, 'moneyReturned')), ...(await toldOf(one, 'orderRefunded'))]
    expect(told).toEqual([300, 300])
    // Only the rest goes back later.
    await one.cancel()
    await advance(0)
    expect((await refundsOf(intentId)).toSorted((a, b) => a - b)).toEqual(
      [300, 300, amount - 300].toSorted((a, b) => a - b),
    )
  })
})

test('the deposit of a private car that a failed group became is owed to the private car', async () => {
  const owner = await newStudent()
  const { carpoolId } = await failedCar(owner)
  const { id, participantId } = must(await convertToPrivate(services, owner, carpoolId))
  await payBalance({ viewer: owner, participantId })
  await advance(0)
  const { deposit } = (await carOf(id)).participants[0] ?? {}
  const intentId = String(deposit?.intentId)
  await cancelGroup(services, 'carpool', id, ADMIN)
  await advance(0)
  await refundStep(intentId, 'fail')
  expect(await rowsOf(intentId)).toMatchObject([{ subjectId: id, participantId }])
  const records = await readCarpoolRecords(services, owner)
  const owed = records.map((record) => [record.id, record.refundOwed.deposit])
  expect(Object.fromEntries(owed)).toEqual({ [carpoolId]: 0, [id]: 2000 })
})

test('events that come late, or are never told, are made up for', async () => {
  const one = await inCar('balance')
  await one.cancel()
  await advance(SECOND)
  await refundStep(one.intentId, 'fail')
  await fault('drop-events', 100_000)
  await advance(SECOND)
  await refund(one.intentId)
  expect(await missing(one.intentId)).toEqual([one.amount])
  await advance(hours(7))
  expect(await readDueRefunds(services)).toContain(one.intentId)
  await reconcilePayment(services, one.intentId, { id: `sweep:${now()}`, refunded: true })
  expect(await missing(one.intentId)).toEqual([0])
  expect(await readDueRefunds(services)).not.toContain(one.intentId)
})

test('money that the bank gives its owner in a dispute is not owed as well', async () => {
  const one = await inCar('balance')
  await refund(one.intentId, 500)
  await advance(SECOND)
  await refundStep(one.intentId, 'fail')
  expect(await missing(one.intentId)).toEqual([500])
  await dispute(one.intentId, 'open')
  await dispute(one.intentId, 'lose')
  expect(await missing(one.intentId)).toEqual([0])
})

test('an administrator who returned it another way says so, once, with the password', async () => {
  const one = await inCar('balance')
  await one.cancel()
  await advance(0)
  await refundStep(one.intentId, 'fail')
  const [row] = await rowsOf(one.intentId)
  const page = `/admin/refunds/${row?.id}`
  const admin = await newAdmin()
  const console_ = visitorOf(admin)
  expect(textOf(await console_.get(page))).toContain('was returned another way')
  expect(leadsTo(await console_.post(page, {}))).toBe('/admin')
  expect(await isTask(one)).toBe(false)
  expect((await console_.post(page, {})).status).toBe(409)
  expect(codeOf(await settleRefund(services, 're_nothing', admin.id))).toBe('notFound')
  expect(await ownerReads(one)).not.toContain('被银行退了回来')
  expect((await auditOf(one.subjectId)).filter(({ action }) => action === 'refundSettled')).toEqual(
    [
      {
        adminId: admin.id,
        action: 'refundSettled',
        before: null,
        after: { refundId: row?.id, participantId: one.participantId, amount: one.amount },
      },
    ],
  )
  // Whatever Stripe says of it later, it stays settled.
  await repeatEvents(one.intentId)
  expect([await isTask(one), (await toldOf(one)).length]).toEqual([false, 1])
  const outsider = visitorOf(await newAdmin(['groups']))
  expect((await outsider.get(page)).status).toBe(403)
})

test.each([
  ['a carpool', () => inCar('balance')],
  ['an order', () => ofOrder('mail')],
] as const)('an account that is owed a refund of %s cannot be closed', async (_, paid) => {
  const one = await paid()
  await one.cancel()
  await advance(0)
  const open = async () => must(await findOpenItems(services, one.owner.id)).map(({ why }) => why)
  expect(await open()).toEqual([])
  await refundStep(one.intentId, 'fail')
  expect(await open()).toEqual(['owed'])
  await advance(SECOND)
  await refund(one.intentId)
  expect(await open()).toEqual([])
})

test('the API and the own data say what is owed', async () => {
  const [car, order] = [await inCar('balance'), await ofOrder('move')]
  for (const one of [car, order]) {
    await one.cancel()
    await advance(0)
    await refundStep(one.intentId, 'fail')
  }
  const records = await api('GET', '/user/my/completed', { as: car.owner })
  expect(records.body.items).toMatchObject([{ refundOwed: car.amount }])
  const data = must(await readOwnData(services, car.owner.id, 'en'))
  expect(data.failedRefunds).toMatchObject([
    { paymentIntent: car.intentId, about: car.participantId, amount: car.amount, owed: car.amount },
  ])
})
