import { beforeAll, expect, test } from 'vitest'
import { PRICE_FIELDS } from '#app/orders/rules/postage.ts'
import { listRequestsAbout } from '#app/requests/rows/requests.server.ts'
import { voidRequest } from '#app/requests/service/requests.server.ts'
import { postagePrices, settings } from '#db/schema.ts'
import { heldBy, leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { auditOf, hidden, newAdmin, visitorOf } from '#tests/worker/admin/kit.ts'
import { rowOf as orderOf, paidOrder } from '#tests/worker/world/orders.ts'
import { browserOf, noticesOf, type Student } from '#tests/worker/world/people.ts'
import { db, must, now, pay, services } from '#tests/worker/world/services.ts'
import { ADMIN, begin, confirm } from './kit.ts'

/** Orders from collection to tracking, as the console's pages and the student's show them. */

const setRate = (value: number) =>
  db
    .insert(settings)
    .values({ key: 'fenPerPound', value, updatedAt: now() })
    .onConflictDoUpdate({ target: settings.key, set: { value } })

async function collected(kind: 'mail' | 'move' = 'mail') {
  const order = await paidOrder(kind)
  const console_ = visitorOf(await newAdmin())
  const path = `/admin/orders/${kind}/${order.id}`
  if (kind === 'mail') await console_.post(path, { status: 'processing', seen: 'open' })
  return { ...order, console_, path }
}
const weights = async ({ console_, path }: Awaited<ReturnType<typeof collected>>) => ({
  id: hidden((await console_.get(path)).html, 'id'),
  weights: '5.2 4kg',
  carrier: 'SF',
  extraText: '',
  extraAmount: '',
})

test('without a rate nothing can be asked for', async () => {
  await db.delete(settings)
  const order = await collected()
  const refused = await order.console_.post(order.path, {
    ...(await weights(order)),
    intent: 'ask',
  })
  expect(refused.status).toBe(422)
  expect(textOf(refused)).toContain('No exchange rate is set')
  expect(await listRequestsAbout(db, order.id)).toEqual([])
})

test('an order goes from collection to tracking with one button at each stage', async () => {
  await setRate(920)
  const order = await collected()
  const { console_, path, owner } = order
  expect(textOf(await console_.get(path))).toContain('Next: weigh')
  const form = await weights(order)
  const shown = await console_.post(path, { ...form, intent: 'show' })
  const amount = /Send a bill of (£[\d.]+)/.exec(textOf(shown))?.[1]
  expect(amount).toBeDefined()
  expect(await listRequestsAbout(db, order.id)).toEqual([])
  const sent = await console_.post(path, { ...form, intent: 'ask' })
  expect(leadsTo(sent)).toBe(path)
  const [request] = await listRequestsAbout(db, order.id)
  if (!request) throw new Error('nothing was asked')
  expect(request).toMatchObject({ what: 'postage', fenPerPound: 920, payment: 'awaiting' })
  expect(request.amount).toBe(Math.floor(((request.fen ?? 0) * 200 + 920) / 1840))
  expect(await orderOf(order.id)).toMatchObject({ weights: [5200, 4000], status: 'processing' })
  const browser = await browserOf(owner as Student)
  const progress = textOf(await browser.get(`/mail/done/${order.id}`))
  expect(progress).toContain(`看账单 ${amount}`)
  expect(textOf(await browser.get(`/requests/${request.id}`))).toContain('£1 = ¥9.20')
  expect(textOf(await console_.get(path))).toContain('Waiting for the student to pay')
  // A second bill for the same order is refused.
  const again = await console_.post(path, { ...form, id: 'req_other', intent: 'ask' })
  expect(again.status).toBe(412)
  const { clientSecret } = await begin({ owner, id: request.id })
  await pay(clientSecret)
  must(await confirm({ owner, id: request.id }))
  expect(textOf(await console_.get(path))).toContain('Next: hand over to the carrier')
  await console_.post(path, { numbers: 'SF100, SF200', intent: 'send' })
  expect(await orderOf(order.id)).toMatchObject({
    status: 'completed',
    parcels: ['SF100', 'SF200'],
  })
  expect(await noticesOf(owner)).toContain('orderSent')
  const done = await browser.get(`/mail/done/${order.id}`)
  expect(done.html).toContain('waybill-detail/SF100')
  await console_.post(path, { numbers: 'SF100 SF201', intent: 'send' })
  expect(await orderOf(order.id)).toMatchObject({ parcels: ['SF100', 'SF201'] })
  expect((await auditOf(order.id)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['orderWeighed', 'parcelsSet']),
  )
})

test('sending without payment needs a reason, which only the log has', async () => {
  await setRate(920)
  const order = await collected()
  await order.console_.post(order.path, { ...(await weights(order)), intent: 'ask' })
  const refused = await order.console_.post(order.path, { numbers: 'SF1', intent: 'send' })
  expect([refused.status, heldBy(refused, 'numbers')]).toEqual([422, 'SF1'])
  const sent = { numbers: 'SF1', reason: 'known customer', intent: 'send' }
  await order.console_.post(order.path, sent)
  expect(await orderOf(order.id)).toMatchObject({ status: 'completed' })
  const [entry] = await auditOf(order.id)
  expect(entry?.after).toMatchObject({ reason: 'known customer' })
})

test.each([
  ['a word', '5.2 heavy', 'heavy'],
  ['nothing', '', 'required'],
  ['a box that nobody takes', '98', 'too heavy'],
])('%s is refused at the weights, which stay', async (_, typed) => {
  await setRate(920)
  const order = await collected()
  const form = { ...(await weights(order)), weights: typed, intent: 'ask' }
  const refused = await order.console_.post(order.path, form)
  expect([refused.status, heldBy(refused, 'weights')]).toEqual([422, typed])
  expect(refused.html).toContain('id="weigh-weights-error"')
})

test('a move is quoted, paid and done; a quote taken back can be made again', async () => {
  const order = await collected('move')
  const { console_, path } = order
  expect(textOf(await console_.get(path))).toContain('Next: quote')
  const ask = `/admin/requests/new?about=${order.id}&what=move`
  const lines = { what: 'move', text1: '两小时', amount1: '80', note: '', intent: 'send' }
  const first = hidden((await console_.get(ask)).html, 'id')
  await console_.post(ask, { ...lines, id: first })
  expect(textOf(await console_.get(path))).toContain('Waiting for the student to pay')
  const [quote] = await listRequestsAbout(db, order.id)
  if (!quote) throw new Error('no quote')
  must(await voidRequest(services, ADMIN, quote))
  expect(textOf(await console_.get(path))).toContain('Next: quote')
  await console_.post(path, { status: 'completed', seen: 'open' })
  expect(await orderOf(order.id)).toMatchObject({ status: 'completed' })
})

test('each stage has its list, and the sheet has the day’s stops by postcode', async () => {
  await setRate(920)
  const booked = await paidOrder()
  const weighed = await collected()
  const { console_ } = weighed
  const listed = async (view: string) =>
    (await console_.get(`/admin/orders/mail?view=${view}`)).html
  expect(await listed('collect')).toContain(booked.id)
  expect(await listed('weigh')).toContain(weighed.id)
  expect(await listed('weigh')).not.toContain(booked.id)
  await console_.post(weighed.path, { ...(await weights(weighed)), intent: 'ask' })
  expect(await listed('weigh')).not.toContain(weighed.id)
  expect(await listed('pay')).toContain(weighed.id)
  const row = await orderOf(booked.id)
  const sheet = await console_.get(`/admin/orders/sheet?date=${row?.sendDate}`)
  expect(textOf(sheet)).toContain('12 Castle Boulevard')
})

beforeAll(async () => {
  const prices = Object.fromEntries(Object.values(PRICE_FIELDS).map((field) => [field, null]))
  const known = await db.select().from(postagePrices).limit(1)
  if (known.length > 0) return
  await db
    .insert(postagePrices)
    .values({ ...prices, id: 'p10', grams: 10_000, sfExpress: 28_000 } as never)
})
