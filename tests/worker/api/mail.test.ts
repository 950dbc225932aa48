import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MailId } from '#app/domain/id.ts'
import { orders } from '#db/schema.ts'
import { api, refusal } from '#tests/worker/world/api.ts'
import { mailPayload, makeOrder, placeOrder, withPrices } from '#tests/worker/world/api-orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { dayIn, db, pay } from '#tests/worker/world/services.ts'
import { AMOUNT, UNPAID } from './payment-refusals.ts'

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
test('incomplete or wrong payment details and unknown fields are refused', async () => {
  const as = await newStudent()
  const mailId = await makeOrder('mail', as)
  const join = async (change: object) => {
    const { status, code, fields } = await refusal('POST', '/mail/join', {
      as,
      json: { mailId, userId: as.id, ...change },
    })
    expect([status, code]).toEqual([422, 'validationFailed'])
    return fields?.zh
  }
  expect(await join({ baseStripeId: 'pi_1' })).toEqual({ basePrice: '请填写' })
  expect(await join({ basePrice: 1000 })).toEqual({ baseStripeId: '请填写' })
  expect(await join({ basePrice: 1000, baseStripeId: '' })).toEqual({ baseStripeId: '请填写' })
  expect(await join({ basePrice: '10', baseStripeId: 'pi_1' })).toHaveProperty('basePrice')
  expect(await join({ basePrice: 10.5, baseStripeId: 'pi_1' })).toHaveProperty('basePrice')
  expect(await join({ basePrice: -1, baseStripeId: 'pi_1' })).toHaveProperty('basePrice')
  expect(await join({ mailId: undefined })).toEqual({ mailId: '请填写' })
  expect(await join({ stripeId: 'pi_1' })).toEqual({ stripeId: '没有这个字段' })
})
test('calls about money accept no unknown field and only the caller’s own userId', async () => {
  const [as, other] = [await newStudent(), await newStudent()]
  const mailId = await makeOrder('mail', as)
  const calls = [
    ['/mail/pay-base', { mailId, userId: as.id }],
    ['/mail/add-stripe', { mailId, clientSecret: 'pi_1_secret_1' }],
    ['/mail/join', { mailId, userId: as.id }],
  ] as const
  for (const [path, json] of calls) {
    const extra = await api('POST', path, { as, json: { ...json, amount: 1 } })
    expect([extra.status, extra.body.errors.amount[0].code], path).toEqual([422, 'unknownField'])
    const foreign = await refusal('POST', path, { as, json: { ...json, userId: other.id } })
    expect(foreign, path).toEqual({
      status: 403,
      code: 'forbidden',
      zh: '这不是你的记录，不能操作。换成自己的账号再试。',
      en: 'This record isn’t yours, so you can’t change it. Try again with your own account.',
    })
    const nobody = await api('POST', path, { json })
    expect([nobody.status, nobody.body.code], path).toEqual([401, 'loginExpired'])
  }
  const unnamed = await api('POST', '/mail/pay-base', { as, json: { mailId } })
  expect(unnamed.body.errors).toHaveProperty('userId')
})
test('an order with nothing to pay is placed at once', () =>
  withPrices({ mailBasePrice: 0 }, async () => {
    const [as, other] = [await newStudent(), await newStudent()]
    const sendDate = dayIn(40)
    const mailId = await makeOrder('mail', as, { sendDate })
    const json = { mailId, userId: as.id }
    const begun = await api('POST', '/mail/pay-base', { as, json })
    expect([begun.status, begun.body]).toEqual([200, {}])
    for (const said of [
      {},
      { basePrice: 0 },
      { basePrice: 0, baseStripeId: '' },
      { basePrice: null },
    ]) {
      const placed = await api('POST', '/mail/join', { as, json: { ...json, ...said } })
      expect([placed.status, placed.body], JSON.stringify(said)).toEqual([
        200,
        expect.objectContaining({ id: mailId, basePaid: true, basePrice: 0, payBefore: null }),
      ])
    }
    const paid = { as, json: { ...json, basePrice: 1000, baseStripeId: 'pi_1' } }
    expect(await refusal('POST', '/mail/join', paid)).toEqual(AMOUNT)
    const list = await api('GET', `/mail/get?date=${sendDate}`, { as: other })
    expect(list.body.items.map(({ id }: { id: string }) => id)).toEqual([mailId])
    expect(await refusal('DELETE', `/mail/${mailId}/delete`, { as })).toEqual(PLACED)
  }))
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
