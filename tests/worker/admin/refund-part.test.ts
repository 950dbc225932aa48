import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { refundPart, weighRefund } from '#app/console/service/refunds.server.ts'
import { hours, REFUNDED_PER_DAY_PENCE } from '#app/kernel/limits.ts'
import { fail } from '#app/kernel/result.ts'
import { addDays, londonDay, startOfLondonDay } from '#app/kernel/time.ts'
import { auditLog, notices } from '#db/schema.ts'
import { leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { inCar, ofOrder, onTrip, ownerReads, type Paid, refundsOf } from '#tests/worker/paid.ts'
import { dispute, refund, refundStep } from '#tests/worker/stripe-dashboard.ts'
import { depositIntentOf, openCar } from '#tests/worker/world/cars.ts'
import { browserOf } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  db,
  fault,
  must,
  now,
  services,
  stripe,
  stripeUp,
} from '#tests/worker/world/services.ts'
import { type Admin, auditOf, hidden, newAdmin, visitorOf } from './kit.ts'

/** An administrator refunds a part of a payment by hand. */

let as: Admin
beforeEach(async () => {
  as = await newAdmin(['records'])
})
const pathOf = (id: string) => `/admin/payments/${id}/refund`
const SAID = { reason: 'goodwill', zh: '司机迟到，抱歉', en: 'Sorry for the wait' }
const noticesOf = async ({ owner }: Paid) =>
  (await db.select().from(notices).where(eq(notices.userId, owner.id)))
    .filter(({ code }) => code === 'moneyReturned' || code === 'orderRefunded')
    .map(({ params }) => params)

/** The preview's fields, as its button sends them. */
async function preview(by: Admin, id: string, amount: string) {
  const query = new URLSearchParams({ ...SAID, amount })
  const shown = await visitorOf(by).get(`${pathOf(id)}?${query}`)
  const sent = (name: string) => hidden(shown.html, name)
  const fields = { amount: sent('amount'), attempt: sent('attempt'), seen: sent('seen') }
  return { text: textOf(shown), fields: { ...SAID, ...fields } }
}
const press = (by: Admin, id: string, fields: Record<string, string>) =>
  visitorOf(by).post(pathOf(id), fields)
/** The same without pages, for two at once. */
async function askOf(by: Admin, id: string, amount: number) {
  const { seen } = must(await weighRefund(services, id, by.id))
  return { ...SAID, reason: 'goodwill' as const, amount, attempt: crypto.randomUUID(), seen }
}

describe.each([
  ['a balance of a carpool', () => inCar('balance')],
  ['a deposit kept of a released place', () => inCar('deposit', { released: true })],
  ['a deposit of a trip', () => onTrip('deposit')],
  ['an order', () => ofOrder('mail')],
])('a part of %s', (_, make) => {
  test('goes back with a sentence, once, and nothing else changes', async () => {
    const paid = await make()
    const { intentId, amount, returned, stands } = paid
    as = await newAdmin(['records'])
    const page = await visitorOf(as).get(`/admin/payments/${intentId}`)
    expect(page.html).toContain(`href="/neighbourhelp${pathOf(intentId)}"`)
    const { text, fields } = await preview(as, intentId, '4.50')
    expect(text).toContain(`→ £${((amount - 450) / 100).toFixed(2)}`)
    expect(await refundsOf(intentId), 'looking refunds nothing').toEqual([])
    for (const one of [await press(as, intentId, fields), await press(as, intentId, fields)])
      expect(leadsTo(one)).toBe(`/admin/payments/${intentId}`)
    await advance(0)
    expect([await refundsOf(intentId), await returned(), await stands()]).toEqual([
      [450],
      450,
      true,
    ])
    expect(await noticesOf(paid)).toMatchObject([{ amount: 450, noteZh: SAID.zh, noteEn: SAID.en }])
    for (const [lang, note] of [
      ['zh', SAID.zh],
      ['en', SAID.en],
    ] as const)
      expect(textOf(await (await browserOf(paid.owner, lang)).get('/notices'))).toContain(note)
    const mine = paid.page.includes('trips') ? `/trip/record/${paid.participantId}` : paid.mine
    expect(await ownerReads({ ...paid, mine }, 'en')).toContain('£4.50')
    expect(await auditOf(intentId)).toMatchObject([
      { adminId: as.id, action: 'moneyRefunded', after: { amount: 450, reason: 'goodwill' } },
    ])
    const { data } = await stripe.refunds.list({ payment_intent: intentId })
    expect(data[0]?.metadata).toMatchObject({ by: as.id, reason: 'goodwill' })
    const after = textOf(await visitorOf(as).get(`/admin/payments/${intentId}`))
    expect(after).toContain('£4.50 · goodwill')
  })
})

test('all that is left can go back, never more, and an amount has to be one', async () => {
  const { intentId, amount, stands } = await inCar('balance')
  await refund(intentId, 100)
  for (const typed of ['0', 'five', '-1', '']) {
    const { text, fields } = await preview(as, intentId, typed)
    expect([typed, fields.attempt, text.includes('Review refund')]).toEqual([typed, '', true])
  }
  const { fields } = await preview(as, intentId, '9999')
  const refused = await press(as, intentId, fields)
  expect([refused.status, textOf(refused)]).toEqual([422, expect.stringContaining('At most £')])
  const ask = new URLSearchParams({ ...SAID, all: 'on' })
  const shown = await visitorOf(as).get(`${pathOf(intentId)}?${ask}`)
  expect(textOf(shown)).toContain('→ £0')
  const all = { ...SAID, attempt: hidden(shown.html, 'attempt'), seen: hidden(shown.html, 'seen') }
  await press(as, intentId, { ...all, amount: hidden(shown.html, 'amount') })
  expect([await refundsOf(intentId), await stands()]).toEqual([[amount - 100, 100], true])
  expect(textOf(await visitorOf(as).get(pathOf(intentId)))).toContain('All of it')
})

test('pressed twice at once, it is refunded once', async () => {
  const { intentId } = await ofOrder('move')
  const ask = await askOf(as, intentId, 500)
  const both = await Promise.all([1, 2].map(() => refundPart(services, intentId, ask, as.id)))
  expect(both.map(codeOf)).toContain('ok')
  expect(codeOf(await refundPart(services, intentId, ask, as.id))).toBe('ok')
  expect(await refundsOf(intentId)).toEqual([500])
})

test('of two administrators at once, only one refunds', async () => {
  const { intentId } = await ofOrder('mail')
  const other = await newAdmin(['records'])
  const asks = await Promise.all([as, other].map((by) => askOf(by, intentId, 500)))
  const codes = await Promise.all(
    [as, other].map(async (by, at) =>
      codeOf(await refundPart(services, intentId, asks[at] as never, by.id)),
    ),
  )
  expect(codes.sort()).toEqual(['ok', 'versionConflict'])
  expect(await refundsOf(intentId)).toEqual([500])
  // Somebody in Stripe's dashboard was faster.
  const ask = await askOf(as, intentId, 100)
  await refund(intentId, 50)
  expect(codeOf(await refundPart(services, intentId, ask, as.id))).toBe('versionConflict')
})

describe('while Stripe is in trouble', () => {
  test('an answer that is lost after the refund was made is found out', async () => {
    const { intentId, returned } = await inCar('deposit')
    const { fields } = await preview(as, intentId, '5')
    await fault('lose-answers', 2, { path: '/v1/refunds', method: 'POST' })
    expect(leadsTo(await press(as, intentId, fields))).toBe(`/admin/payments/${intentId}`)
    expect([await refundsOf(intentId), await returned()]).toEqual([[500], 500])
  })

  test('a refund that nobody knows of is asked for again by the same press, and made once', async () => {
    const { intentId } = await inCar('deposit')
    const { fields } = await preview(as, intentId, '5')
    await fault('lose-answers', 100, { method: 'POST' })
    await fault('fail-calls', 100, { method: 'GET', path: '/v1/refunds' })
    const unsure = await press(as, intentId, fields)
    expect([unsure.status, textOf(unsure)]).toEqual([503, expect.stringContaining('Press again')])
    expect(hidden(unsure.html, 'attempt')).toBe(fields.attempt)
    await stripeUp()
    expect(leadsTo(await press(as, intentId, fields))).toBe(`/admin/payments/${intentId}`)
    expect(await refundsOf(intentId)).toEqual([500])
  })

  test('what Stripe refuses is on record as refused, and does not count', async () => {
    const { intentId } = await ofOrder('mail')
    const refunds = async () => fail('operationExpired', { context: 'refundPart' })
    const refusing = { ...services, payments: { ...services.payments, refundPart: refunds } }
    const ask = await askOf(as, intentId, 500)
    expect(codeOf(await refundPart(refusing, intentId, ask, as.id))).toBe('operationExpired')
    expect((await auditOf(intentId)).map(({ action }) => action).sort()).toEqual([
      'moneyNotRefunded',
      'moneyRefunded',
    ])
    expect(must(await weighRefund(services, intentId, as.id)).spent).toBe(0)
  })
})

test('one administrator refunds up to the allowance of a London day; another goes on', async () => {
  const { intentId } = await ofOrder('move')
  const spend = (id: string, at: number, amount: number) => ({
    ...{ id, at, adminId: as.id, action: 'moneyRefunded' as const, subject: 'pi_other' },
    after: { amount },
  })
  const today = startOfLondonDay(londonDay(now()))
  const almost = REFUNDED_PER_DAY_PENCE - 400
  await db.insert(auditLog).values([spend(`a_${as.id}`, today, almost)])
  await db.insert(auditLog).values([spend(`b_${as.id}`, today - 1, 9000)])
  const refused = await press(as, intentId, (await preview(as, intentId, '4.01')).fields)
  expect([refused.status, textOf(refused)]).toEqual([422, expect.stringContaining('most £4 more')])
  await press(as, intentId, (await preview(as, intentId, '4')).fields)
  expect(await refundsOf(intentId)).toEqual([400])
  expect((await preview(as, intentId, '1')).text).toContain('Ask another administrator')
  const ask = await askOf(as, intentId, 1)
  expect(codeOf(await refundPart(services, intentId, ask, as.id))).toBe('validationFailed')
  const tomorrow = startOfLondonDay(addDays(londonDay(now()), 1))
  const later = { ...services, clock: { ...services.clock, now: () => tomorrow } }
  expect(must(await weighRefund(later, intentId, as.id)).spent).toBe(0)
  const other = await newAdmin(['records'])
  await press(other, intentId, (await preview(other, intentId, '2')).fields)
  expect(await refundsOf(intentId)).toEqual([200, 400])
})

test('nothing is refunded that is held, disputed, on its way back, or too old', async () => {
  const whyOf = async (id: string) => textOf(await visitorOf(as).get(pathOf(id)))
  const open = await openCar()
  const held = await depositIntentOf(open.carpoolId, open.participantId)
  expect(await whyOf(held)).toContain('only held')
  const { intentId, cancel } = await inCar('balance')
  as = await newAdmin(['records'])
  const late = { ...services, clock: { ...services.clock, now: () => now() + hours(24 * 181) } }
  expect(must(await weighRefund(late, intentId, as.id)).why).toBe('tooOld')
  const { fields } = await preview(as, intentId, '5')
  await dispute(intentId, 'open')
  expect(await whyOf(intentId)).toContain('disputed')
  expect((await press(as, intentId, fields)).status).toBe(409)
  await cancel()
  await advance(0)
  expect(await refundsOf(intentId)).toEqual([])
  await dispute(intentId, 'win')
  await advance(hours(1))
  as = await newAdmin(['records'])
  expect(await whyOf(intentId)).toContain('All of it')
  expect(await auditOf(intentId)).toEqual([])
})

test('while its group is cancelled everything goes back, and nothing twice', async () => {
  const paid = await inCar('balance')
  as = await newAdmin(['records'])
  const ask = await askOf(as, paid.intentId, 500)
  await Promise.all([refundPart(services, paid.intentId, ask, as.id), paid.cancel()])
  await advance(hours(1))
  const sum = (await refundsOf(paid.intentId)).reduce((all, one) => all + one, 0)
  expect(sum).toBe(paid.amount)
})

test('one that fails later is a failed refund like any other, and can be refunded again', async () => {
  const paid = await inCar('deposit')
  await press(as, paid.intentId, (await preview(as, paid.intentId, '5')).fields)
  await refundStep(paid.intentId, 'fail')
  expect(await paid.returned()).toBe(0)
  expect(textOf(await visitorOf(as).get('/admin'))).toContain('£5 failed to refund')
  expect(textOf(await visitorOf(as).get(`/admin/payments/${paid.intentId}`))).toContain(
    'sent back by the bank',
  )
  await press(as, paid.intentId, (await preview(as, paid.intentId, '5')).fields)
  expect([await paid.returned(), await paid.stands()]).toEqual([500, true])
  expect(textOf(await visitorOf(as).get('/admin'))).not.toContain('£5 failed to refund')
})
