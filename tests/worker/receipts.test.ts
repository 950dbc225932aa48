import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { UserId } from '#app/kernel/id.ts'
import { readOwnData } from '#app/privacy/service/own-data.server.ts'
import { receipts, settings } from '#db/schema.ts'
import { textOf } from '#tests/worker/accounts/visitor.ts'
import { completeCar, payBalance } from '#tests/worker/world/cars.ts'
import { paidOrder } from '#tests/worker/world/orders.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { advance, db, fault, must, services } from '#tests/worker/world/services.ts'
import { newAdmin, visitorOf } from './admin/kit.ts'
import { refund, refundStep } from './stripe-dashboard.ts'

/** A receipt says what a payment was for, as it was then; to its owner and to us alone. */

const set = (values: Record<string, string | number>) =>
  Promise.all(
    Object.entries(values).map(([key, value]) =>
      db
        .insert(settings)
        .values({ key, value, updatedAt: 1 })
        .onConflictDoUpdate({ target: settings.key, set: { value } }),
    ),
  )
const SELLER = { companyName: '邻帮有限公司', companyAddress: '1 High St', vatNumber: 'GB123' }
const read = async (owner: { id: UserId }, id: string, lang: 'zh' | 'en' = 'en') =>
  textOf(await (await browserOf(owner as never, lang)).get(`/receipt/${id}`))
const rowOf = async (intentId: string) =>
  (await db.select().from(receipts).where(eq(receipts.intentId, intentId)))[0]

test('an order has one from the moment it is paid, and Stripe is not asked', async () => {
  const { id, owner, intentId } = await paidOrder('mail')
  await fault('fail-calls', 100)
  const shown = await read(owner, id)
  for (const part of ['Mail, base price', '£10', 'Not registered for VAT', intentId])
    expect(shown).toContain(part)
  expect(shown).toContain('Company name to follow')
  expect(await read(owner, intentId, 'zh')).toContain('寄件基础费')
})

test('a place has one for each payment, once, with the VAT and the seller of that day', async () => {
  await set({ ...SELLER, vatRegistered: 1, vatCarpool: 1 })
  const [ann, bob] = [await newStudent(), await newStudent()]
  const { seats } = await completeCar([ann, bob])
  const [seat] = seats
  if (!seat) throw new Error('no seat')
  await payBalance(seat)
  await advance(0)
  await set({ vatRegistered: 0, companyName: 'Another' })
  const shown = await read(ann, seat.participantId)
  for (const part of ['Carpool, deposit', 'Carpool, balance', 'VAT receipt', 'GB123'])
    expect(shown).toContain(part)
  // A sixth of £20.
  expect(shown).toContain('£3.33')
  expect(shown).toContain('邻帮有限公司')
  expect(shown).not.toContain('Another')
  expect((await read(ann, seat.participantId)).match(/Total paid/g)).toHaveLength(2)
})

test('a refund is a credit note, with its share of the VAT; one that fails is none', async () => {
  await set({ ...SELLER, vatRegistered: 1, vatMove: 1 })
  const { id, owner, intentId } = await paidOrder('move')
  await advance(0)
  await refund(intentId, 300)
  expect(await read(owner, id)).toMatch(/Credit note.*£2\.50.*£0\.50.*£3/s)
  await refundStep(intentId, 'fail')
  expect(await read(owner, id)).not.toContain('Credit note')
})

test('a company is put on it once, and gets the next number; above £250 there is one anyway', async () => {
  const [one, two] = [await paidOrder('mail'), await paidOrder('mail')]
  const browser = await browserOf(one.owner, 'en')
  const put = (company: string) =>
    browser.post(`/receipt/${one.id}`, { payment: one.intentId, company })
  expect((await put(' ')).status).toBe(422)
  await Promise.all([put('Acme Ltd'), put('Other Ltd')])
  const { company, number } = (await rowOf(one.intentId)) ?? {}
  expect(number).toMatch(/^R-\d{4}-00001$/)
  expect(await read(one.owner, one.id)).toContain(`${company}`)
  await db.update(receipts).set({ amount: 25_000 }).where(eq(receipts.intentId, two.intentId))
  await read(two.owner, two.id)
  expect(await rowOf(two.intentId)).toMatchObject({ number: null })
  await db.update(receipts).set({ amount: 25_001 }).where(eq(receipts.intentId, two.intentId))
  await Promise.all([read(two.owner, two.id), read(two.owner, two.id)])
  expect((await rowOf(two.intentId))?.number).toBe(number?.replace('00001', '00002'))
})

test('nobody else sees it, nor puts a company on it; we do with the scope, by its payment', async () => {
  const { id, intentId, owner } = await paidOrder('mail')
  const other = await browserOf(await newStudent(), 'en')
  for (const path of [id, intentId]) expect((await other.get(`/receipt/${path}`)).status).toBe(404)
  const posted = await other.post(`/receipt/${id}`, { payment: intentId, company: 'Acme' })
  expect([posted.status, (await rowOf(intentId))?.company]).toEqual([404, null])
  const office = async (scope: 'records' | 'members', path: string) =>
    (await visitorOf(await newAdmin([scope])).get(`/receipt/${path}`)).status
  expect(await office('records', intentId)).toBe(200)
  expect([await office('members', intentId), await office('records', id)]).toEqual([302, 302])
  const stored = must(await readOwnData(services, owner.id, 'en'))
  expect(stored.receipts).toMatchObject([{ intentId, sale: 'mailBase', amount: 1000 }])
})
