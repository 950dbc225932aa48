import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import { orders as orderTable } from '#db/schema.ts'
import { heldBy, leadsTo, type Shown, textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { newOrder, paidOrder, rowOf, withBasePrice } from '#tests/worker/world/orders.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { dayIn, db, now } from '#tests/worker/world/services.ts'

/** What a browser sends from the mail form. */
const mailForm = (over: Record<string, string> = {}) => ({
  attemptId: crypto.randomUUID(),
  shipCompany: 'SF',
  toAddress: '上海市徐汇区衡山路 8 号',
  toZip: '200030',
  estBoxNum: '3',
  buyBoxNum: '1',
  boxDate: '',
  isBoxDaytime: 'true',
  fromAddress: '12 Castle Boulevard',
  fromZip: 'ng71fn',
  sendDate: dayIn(5),
  isShipDaytime: 'false',
  userName: '王明',
  tel: '07700 900123',
  ...over,
})
const idIn = (page: Shown) =>
  leadsTo(page)
    ?.split(/\/|base-/)
    .at(-1) ?? ''
const payable = ({ html }: Shown) => /class="[^"]*"[^>]*data-testid="card-box"/.test(html)

test('moving needs a login to be viewed too, and its older address redirects', async () => {
  const visitor = new Visitor()
  expect(leadsTo(await visitor.get('/moving'))).toBe('/login?redirect=%2Fmoving')
  expect(leadsTo(await visitor.get('/move'))).toBe('/moving')
})

test('a student orders up to the card, and is asked only for new details the next time', async () => {
  const student = await newStudent()
  const browser = await browserOf(student)
  const form = await browser.get('/mail/create')
  expect([heldBy(form, 'userName'), heldBy(form, 'fromZip')]).toEqual(['王明', ''])
  expect(textOf(form)).toContain('下一步：支付 £10 并下单')
  const ordered = await browser.post('/mail/create', mailForm())
  expect([ordered.status, leadsTo(ordered)?.startsWith('/pay/base-mail_')]).toEqual([303, true])
  const payment = await browser.get(leadsTo(ordered) ?? '')
  expect(payment.status).toBe(200)
  expect(textOf(payment)).toContain('支付 £10 并下单')
  expect(payable(payment)).toBe(true)
  // Only this page allows the card's own frame.
  expect(payment.headers.get('Content-Security-Policy')).toContain('frame-src')
  expect(form.headers.get('Content-Security-Policy')).not.toContain('frame-src')
  const again = await browser.get('/mail/create')
  expect([heldBy(again, 'fromAddress'), heldBy(again, 'fromZip')]).toEqual([
    '12 Castle Boulevard',
    'NG7 1FN',
  ])
})

test('giving up a payment deletes the order and fills in its form again', async () => {
  const order = await newOrder('move')
  const browser = await browserOf(order.owner)
  const form = await browser.post('/moving/create', { intent: 'cancel', orderId: order.id })
  expect(form.status).toBe(200)
  expect(textOf(form)).toContain('订单已取消，没有扣款')
  expect([heldBy(form, 'fromZip'), heldBy(form, 'toZip'), heldBy(form, 'estBoxNum')]).toEqual([
    'NG7 1FN',
    'NG1 4GN',
    '3',
  ])
  expect(await rowOf(order.id)).toBeNull()
  // The same request again, as a reload would send it.
  const reload = await browser.post('/moving/create', { intent: 'cancel', orderId: order.id })
  expect([reload.status, leadsTo(reload)]).toEqual([303, '/moving'])
})

test('a placed order cannot be given up: the list says whom to contact', async () => {
  const order = await paidOrder('mail')
  const browser = await browserOf(order.owner)
  const refused = await browser.post('/mail/create', { intent: 'cancel', orderId: order.id })
  expect([refused.status, leadsTo(refused)]).toEqual([303, '/mail?tab=mine'])
  expect(textOf(await browser.get('/mail?tab=mine'))).toContain(
    getT('zh')('errors:alreadyPaid', { context: 'order' }),
  )
  expect(await rowOf(order.id)).toMatchObject({ payment: 'paid' })
})

test('a student’s own order shows everything, and others see town and country', async () => {
  const order = await paidOrder('mail')
  const own = textOf(await (await browserOf(order.owner)).get('/mail?address=NG7'))
  expect(own).toContain('12 Castle Boulevard, Nottingham NG7 1FN')
  expect(own).toContain('07700900123')
  const others = textOf(await new Visitor().get('/mail?address=NG7'))
  expect(others).toContain('诺丁汉 NG7 → 中国大陆')
  for (const secret of ['Castle', '1FN', '07700900123', '王明', '上海'])
    expect(others).not.toContain(secret)
})

test('after the payment time the form is one button away, with its values', async () => {
  const order = await newOrder('move')
  await db
    .update(orderTable)
    .set({ payBefore: now() - 1 })
    .where(eq(orderTable.id, order.id))
  const browser = await browserOf(order.owner)
  const page = await browser.get(`/pay/base-${order.id}`)
  expect(textOf(page)).toContain('只保留 30 分钟')
  expect(payable(page)).toBe(false)
  const list = await browser.get('/moving?tab=mine')
  expect(textOf(list)).toContain('付款时间已过')
  expect(list.html).not.toContain(`/neighbourhelp/pay/base-${order.id}`)
  const form = await browser.post('/moving/create', { intent: 'cancel', orderId: order.id })
  expect([form.status, heldBy(form, 'toAddress')]).toEqual([200, '3 Peel Street, Nottingham'])
})

test('with a base price of 0 no card is mentioned, and the order is placed at once', async () => {
  const browser = await browserOf(await newStudent(), 'en')
  await withBasePrice('mail', 0, async () => {
    const form = textOf(await browser.get('/mail/create'))
    expect(form).toContain('There’s nothing to pay now')
    expect(form).toContain('Send the order')
    expect(form).toContain('Charged today: £0')
    expect(form).not.toMatch(/£[1-9]/)
    const ordered = await browser.post('/mail/create', mailForm())
    expect([ordered.status, leadsTo(ordered)]).toEqual([303, `/mail/done/${idIn(ordered)}`])
    expect(textOf(await browser.get(leadsTo(ordered) ?? ''))).toContain('Your order is confirmed')
    const list = textOf(await browser.get('/mail?tab=mine'))
    expect(list).toContain('Base price None')
  })
})

test('a student with too many unpaid orders sees what to do, and keeps what was typed', async () => {
  const student = await newStudent()
  for (const kind of ['mail', 'move', 'mail', 'move', 'mail'] as const)
    await newOrder(kind, student)
  const browser = await browserOf(student)
  const refused = await browser.post('/mail/create', mailForm())
  expect(refused.status).toBe(429)
  expect(textOf(refused)).toContain('你有 5 个寄件或搬家订单还没付款')
  expect(heldBy(refused, 'toZip')).toBe('200030')
})

test('the moving page says that what is paid first is not the price of the move', async () => {
  const browser = await browserOf(await newStudent())
  const page = textOf(await browser.get('/moving'))
  expect(page).toContain('先付 £20 订金，搬运费搬之前谈好')
  expect(page).not.toContain('搬家多少钱')
  expect(page.match(/£20/g)).toHaveLength(1)
  // Before the student's own orders and the search.
  expect(page.indexOf('订金')).toBeLessThan(page.indexOf('全部订单'))
  await withBasePrice('move', 3550, async () => {
    expect(textOf(await browser.get('/moving'))).toContain('先付 £35.50 订金')
  })
  await withBasePrice('move', 0, async () => {
    const free = textOf(await browser.get('/moving'))
    expect(free).toContain('下单不用付钱')
    expect(free).not.toContain('£')
  })
  const english = textOf(await (await browserOf(await newStudent(), 'en')).get('/moving'))
  expect(english).toContain('£20 when you order; the move itself agreed beforehand')
})
