import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkPayment } from '#app/console/service/payment-checks.server.ts'
import type { OrderId } from '#app/kernel/id.ts'
import { orders as orderRows } from '#db/schema.ts'
import { leadsTo, textOf, type Visitor } from '#tests/worker/accounts/visitor.ts'
import { inCar, ofOrder, onTrip } from '#tests/worker/paid.ts'
import { dispute, refund } from '#tests/worker/stripe-dashboard.ts'
import {
  advance,
  db,
  fault,
  sumsOf as moneyAt,
  services,
  stripe,
  stripeDown,
  stripeUp,
} from '#tests/worker/world/services.ts'
import { type Admin, auditOf, newAdmin, visitorOf } from './kit.ts'

/** One payment in the console: its page at Stripe, and the button that reads it again. */

let as: Admin
let by: Visitor
beforeAll(async () => {
  as = await newAdmin(['records', 'groups', 'orders'])
  by = visitorOf(as)
})

const pageOf = (id: string) => `/admin/payments/${id}`
/** Presses the button, and reads what the page then says. */
async function check(id: string): Promise<string> {
  const sent = await by.post(pageOf(id), {})
  expect([sent.status, leadsTo(sent)]).toEqual([303, pageOf(id)])
  return textOf(await by.get(pageOf(id)))
}
/** Nothing that happens at Stripe is told any more; what is on its way arrives before. */
async function loseEvents() {
  await advance(0)
  await fault('drop-events', 100_000)
}
const CHANGED = 'our records are updated'
const SAME = 'nothing has changed'

describe.each([
  ['a carpool', () => inCar('balance')],
  ['a trip', () => onTrip('deposit')],
  ['an order', () => ofOrder('mail')],
])('a payment for %s', (_, paid) => {
  test('whose event was lost is read again, once and for all', async () => {
    const { intentId, subjectId, page, returned } = await paid()
    const shown = await by.get(page)
    expect(shown.html).toContain(`href="https://dashboard.stripe.com/test/payments/${intentId}"`)
    expect(shown.html).toContain(`action="/neighbourhelp/admin/payments/${intentId}"`)
    expect(await check(intentId)).toContain(SAME)
    await loseEvents()
    await refund(intentId, 150)
    expect(await returned()).toBe(0)
    const text = await check(intentId)
    expect(text).toContain(CHANGED)
    expect(text).toContain(subjectId)
    expect(text).toContain('Refunded £1.50')
    expect(await returned()).toBe(150)
    expect(await check(intentId)).toContain(SAME)
    expect([await returned(), (await moneyAt(intentId)).refunded]).toEqual([150, 150])
    const logged = await auditOf(intentId)
    expect(logged.map(({ adminId, action }) => [adminId, action])).toEqual(
      Array.from({ length: 3 }, () => [as.id, 'paymentChecked']),
    )
  })
})

test('pressed twice at once, it is applied once', async () => {
  const { intentId, returned } = await inCar('deposit')
  await loseEvents()
  await refund(intentId, 150)
  // Not through the page: here the module runner fetches lazy modules, which two requests at once
  // cannot share. A bundle has them inside.

  const both = await Promise.all([
    checkPayment(services, intentId, as.id),
    checkPayment(services, intentId, as.id),
  ])
  expect(both.every(({ ok }) => ok)).toBe(true)
  expect(await returned()).toBe(150)
})

test('while Stripe is silent the page says so, and nothing changes', async () => {
  const { intentId, returned } = await ofOrder('move')
  await stripeDown()
  expect(await check(intentId)).toContain('Stripe didn’t respond, so nothing has changed')
  expect(await returned()).toBe(0)
  await stripeUp()
  expect(await check(intentId)).toContain(SAME)
})

test('a refund’s id and a dispute’s lead to their payment', async () => {
  const { intentId, subjectId } = await ofOrder('mail')
  await refund(intentId, 150)
  const { data } = await stripe.refunds.list({ payment_intent: intentId })
  await dispute(intentId, 'open')
  const disputes = await stripe.disputes.list({ payment_intent: intentId })
  for (const id of [data[0]?.id ?? '', disputes.data[0]?.id ?? ''])
    expect(textOf(await by.get(pageOf(id)))).toContain(subjectId)
})

test('what is none of our payments is not found, and is not asked about', async () => {
  for (const id of ['pi_none', 're_none', 'dp_none', 'nonsense', 'pi_..%2Frefunds'])
    expect([id, (await by.get(pageOf(id))).status, (await by.post(pageOf(id), {})).status]).toEqual(
      [id, 404, 404],
    )
  expect(await auditOf('pi_none')).toEqual([])
})

test('whoever may not look after payments finds the link to Stripe and no button', async () => {
  const { intentId, page } = await inCar('deposit')
  const other = visitorOf(await newAdmin(['groups']))
  const { html } = await other.get(page)
  expect(html).toContain(`href="https://dashboard.stripe.com/test/payments/${intentId}"`)
  expect(html).not.toContain(`/admin/payments/${intentId}`)
  expect((await other.post(pageOf(intentId), {})).status).toBe(403)
})

test('a payment of an order that is gone goes back, and the answer says that something was done', async () => {
  const { intentId, subjectId } = await ofOrder('mail')
  await db.delete(orderRows).where(eq(orderRows.id, subjectId as OrderId))

  expect(await checkPayment(services, intentId, as.id)).toEqual({
    ok: true,
    value: { changed: true },
  })
  expect((await moneyAt(intentId)).refunded).toBeGreaterThan(0)
  expect(await checkPayment(services, intentId, as.id)).toEqual({
    ok: true,
    value: { changed: false },
  })
})
