import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MailId } from '#app/domain/id.ts'
import { orders } from '#db/schema.ts'
import {
  beginPayment,
  mailPayload,
  makeOrder,
  named,
  placeOrder,
  withPrices,
} from './orders-kit.ts'
import { AMOUNT, UNPAID } from './payment-refusals.ts'
import { api, dayIn, db, newStudent, pay, refusal } from './world.ts'

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
test('a payment is recorded before it is made, and the order says that it is unpaid', async () => {
  const as = await newStudent()
  const mailId = await makeOrder('mail', as)
  const clientSecret = await beginPayment('mail', as, mailId)
  const noted = await api('POST', '/mail/add-stripe', { as, json: { mailId, clientSecret } })
  expect(noted.body).toMatchObject({ id: mailId, basePaid: false, payBefore: expect.any(String) })
  const foreign = { mailId, clientSecret: 'pi_other_secret_x' }
  expect(await refusal('POST', '/mail/add-stripe', { as, json: foreign })).toEqual(UNPAID)
  const guessed = { mailId, clientSecret: `${clientSecret.split('_secret_')[0]}_secret_guessed` }
  expect(await refusal('POST', '/mail/add-stripe', { as, json: guessed })).toEqual(UNPAID)
})
test('payment details sent by the client are checked against the order', async () => {
  const as = await newStudent()
  const [mailId, other] = [await makeOrder('mail', as), await placeOrder('mail', as)]
  const clientSecret = await beginPayment('mail', as, mailId)
  const [id] = clientSecret.split('_secret_')
  const row = await db
    .select()
    .from(orders)
    .where(eq(orders.id, other as MailId))
    .get()
  const sent = (basePrice: unknown, baseStripeId: unknown) => ({
    as,
    json: { mailId, userId: as.id, basePrice, baseStripeId },
  })
  expect(await refusal('POST', '/mail/join', sent(999, id))).toEqual(AMOUNT)
  expect(await refusal('POST', '/mail/join', sent(0, id))).toEqual(AMOUNT)
  // Paid, but for another order.
  expect(await refusal('POST', '/mail/join', sent(1000, row?.intentId))).toEqual(UNPAID)
  await pay(clientSecret)
  expect(await refusal('POST', '/mail/join', sent(999, id))).toEqual(AMOUNT)
  expect(await refusal('POST', '/mail/join', sent(1000, row?.intentId))).toEqual(UNPAID)
  expect((await api('POST', '/mail/join', sent(1000, id))).body.basePaid).toBe(true)
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
test('an unpaid order can be deleted, and is gone', async () => {
  const as = await newStudent()
  const [bare, begun] = [await makeOrder('mail', as), await makeOrder('mail', as)]
  await beginPayment('mail', as, begun)
  for (const id of [bare, begun]) {
    const gone = await api('DELETE', `/mail/${id}/delete`, { as })
    expect([gone.status, gone.body]).toEqual([204, null])
    expect(await refusal('DELETE', `/mail/${id}/delete`, { as })).toMatchObject({
      status: 404,
      code: 'notFound',
    })
    expect((await api('POST', '/mail/pay-base', { as, json: named('mail', id, as) })).status).toBe(
      404,
    )
  }
  expect((await api('GET', '/mail/get?mine=true', { as })).body.items).toEqual([])
})
test('an expired payment time is reported as such', async () => {
  const as = await newStudent()
  const mailId = await makeOrder('mail', as)
  await db
    .update(orders)
    .set({ payBefore: 1 })
    .where(eq(orders.id, mailId as MailId))
  expect(await refusal('POST', '/mail/pay-base', { as, json: named('mail', mailId, as) })).toEqual({
    status: 409,
    code: 'operationExpired',
    zh: '这个订单 30 分钟内没有付款，已经失效，没有扣款。请重新下单。',
    en: 'The 30 minutes to pay for this order are over. You haven’t been charged, and the order has expired. Please order again.',
  })
})
test('all errors are reported at once, in both languages', async () => {
  const as = await newStudent()
  const wrong = {
    userName: '',
    tel: '12345',
    estBoxNum: 51,
    buyBoxNum: 0,
    boxDate: dayIn(1),
    fromZip: 'NG7',
    toZip: '?',
    fromAddress: ' ',
    toAddress: 'x'.repeat(101),
    shipCompany: undefined,
    isShipDaytime: 'maybe',
  }
  const told = await refusal('POST', '/mail/create', { as, json: mailPayload(wrong) })
  expect(told).toEqual({
    status: 422,
    code: 'validationFailed',
    zh: '有几处填得不对，什么都没有提交。改好后再试。',
    en: 'Some of the details aren’t right, and nothing was submitted. Correct them and try again.',
    fields: {
      zh: {
        userName: '请填姓名，上门时好联系你',
        tel: '电话要 7 到 15 位数字，海外号码前面写 + 和国家区号',
        estBoxNum: '箱数要在 1 到 50 之间',
        buyBoxNum: '箱数要在 1 到 50 之间',
        boxDate: expect.stringMatching(/^要提前 2 天，最早是 \d+月\d+日 周.，请选这天或之后$/),
        fromZip: '这不是英国邮编，检查一下，像 NG7 2RD 这样',
        toZip: '邮编是 2 到 12 个字母和数字，检查一下',
        fromAddress: '请填详细地址',
        toAddress: '最多 100 个字',
        shipCompany: '请选物流公司',
        isShipDaytime: '这一项的格式不对',
      },
      en: {
        userName: 'Please enter your name, so that the driver knows who to ask for',
        tel: 'A phone number has 7 to 15 digits; write one from abroad with + and its country code',
        estBoxNum: 'The number of boxes must be from 1 to 50',
        buyBoxNum: 'The number of boxes must be from 1 to 50',
        boxDate: expect.stringMatching(
          /^The earliest day is \w{3} \d+ \w{3}, 2 days ahead\. Please choose that day or a later one$/,
        ),
        fromZip: 'This isn’t a UK postcode; check it, it should look like NG7 2RD',
        toZip: 'A postcode has 2 to 12 letters and digits. Please check it',
        fromAddress: 'Please enter the full address',
        toAddress: 'At most 100 characters',
        shipCompany: 'Please choose a carrier',
        isShipDaytime: 'This isn’t in the right format',
      },
    },
  })
  const nothing = await api('POST', '/mail/create', { as, json: {} })
  expect(Object.keys(nothing.body.errors).toSorted()).toEqual([
    'estBoxNum',
    'fromAddress',
    'fromZip',
    'sendDate',
    'shipCompany',
    'tel',
    'toAddress',
    'toZip',
    'userName',
  ])
})
test('boxes that are not bought leave no data, whatever the fields contain', async () => {
  const as = await newStudent()
  await makeOrder('mail', as, {
    isBuyBox: false,
    buyBoxNum: 'x',
    boxDate: dayIn(20),
    isBoxDaytime: null,
  })
  const { body } = await api('GET', '/mail/get?mine=true', { as })
  expect(body.items).toEqual([
    expect.objectContaining({
      isBuyBox: false,
      buyBoxNum: null,
      boxDate: null,
      isBoxDaytime: null,
    }),
  ])
})
test('days are London days: the first is two days ahead, and boxes come before the collection', async () => {
  const as = await newStudent()
  const told = async (change: object) =>
    (await api('POST', '/mail/create', { as, json: mailPayload(change) })).body.errors
  expect(await told({ isBuyBox: false, sendDate: dayIn(1) })).toMatchObject({
    sendDate: [{ code: 'orderDateTooEarly' }],
  })
  expect(await told({ boxDate: dayIn(4), sendDate: dayIn(3) })).toMatchObject({
    sendDate: [{ code: 'sendBeforeBox' }],
  })
  expect(await told({ boxDate: dayIn(2), sendDate: dayIn(2) })).toBeUndefined()
})
test('a parcel to Hong Kong needs no postcode, and one to London gets a tidy one', async () => {
  const as = await newStudent()
  await makeOrder('mail', as, { shipCompany: 'HKA', toZip: '', toAddress: '香港九龙弥敦道 1 号' })
  await makeOrder('mail', as, {
    shipCompany: 'RM',
    toZip: 'sw1a1aa',
    toAddress: '10 Horse Guards Road',
  })
  const { body } = await api('GET', '/mail/get?mine=true', { as })
  expect(body.items.map(({ toZip }: { toZip: string }) => toZip)).toEqual(['SW1A 1AA', ''])
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
