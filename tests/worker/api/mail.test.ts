import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MailId } from '#app/kernel/id.ts'
import { orders } from '#db/schema.ts'
import { api, refusal } from '#tests/worker/world/api.ts'
import { mailPayload, placeOrder } from '#tests/worker/world/api-orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db, pay } from '#tests/worker/world/services.ts'
import { UNPAID } from './payment-refusals.ts'

const PLACED = {
  status: 409,
  code: 'alreadyPaid',
  zh: '这个订单已经下好了，不用再付款。要取消请联系客服。',
  en: 'This order is already placed, and there’s nothing more to pay. To cancel it, contact customer service.',
}

test('an order is made, paid and placed, and every step can be repeated', async () => {
  const as = await newStudent()
  const created = await api('POST', '/mail/create', { as, json: mailPayload() })
  expect([created.status, created.body]).toEqual([
    201,
    { mailId: expect.stringMatching(/^mail_\w+$/) },
  ])
  const { mailId } = created.body
  const begun = await api('POST', '/mail/pay-base', { as, json: { mailId, userId: as.id } })
  expect([begun.status, begun.body]).toEqual([
    200,
    {
      mailId,
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      amount: 1000,
      currency: 'gbp',
      payBefore: expect.stringMatching(/Z$/),
    },
  ])
  expect(
    (await api('POST', '/mail/pay-base', { as, json: { mailId, userId: as.id } })).body,
  ).toEqual(begun.body)
  const [baseStripeId] = begun.body.clientSecret.split('_secret_')
  const json = { mailId, userId: as.id, basePrice: 1000, baseStripeId }
  expect(await refusal('POST', '/mail/join', { as, json })).toEqual(UNPAID)
  await pay(begun.body.clientSecret)
  const placed = await api('POST', '/mail/join', { as, json })
  expect([placed.status, placed.body]).toEqual([
    200,
    {
      ...mailPayload(),
      id: mailId,
      tel: '+447700900123',
      fromZip: 'NG7 1FB',
      status: 'open',
      basePaid: true,
      refundedAmount: 0,
      refundOwed: 0,
      isOwn: true,
      basePrice: 1000,
      currency: 'gbp',
      payBefore: null,
      createdAt: expect.stringMatching(/Z$/),
    },
  ])
  expect((await api('POST', '/mail/join', { as, json })).body).toEqual(placed.body)
  const { clientSecret } = begun.body
  const whole = { ...json, baseStripeId: clientSecret }
  expect((await api('POST', '/mail/join', { as, json: whole })).body).toEqual(placed.body)
  const noted = await api('POST', '/mail/add-stripe', { as, json: { mailId, clientSecret } })
  expect(noted.body).toEqual(placed.body)
  const paidTwice = { as, json: { mailId, userId: as.id } }
  expect(await refusal('POST', '/mail/pay-base', paidTwice)).toEqual(PLACED)
  expect(await refusal('DELETE', `/mail/${mailId}/delete`, { as })).toEqual(PLACED)
})
test('a value written by a newer version is shown as it is', async () => {
  const as = await newStudent()
  const id = await placeOrder('mail', as)
  await db
    .update(orders)
    .set({ status: 'customs' })
    .where(eq(orders.id, id as MailId))
  const { body } = await api('GET', '/mail/get?mine=true', { as })
  expect(body.items[0]).toMatchObject({ id, status: 'customs', basePaid: true })
})
