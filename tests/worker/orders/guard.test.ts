import { expect, test } from 'vitest'
import {
  changeOrder,
  deleteOrder,
  type NewOrder,
  type OrderRow,
} from '#app/orders/rows/orders.server.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { mailDraft, rowOf } from '#tests/worker/world/orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { db, must, services } from '#tests/worker/world/services.ts'

async function seen(): Promise<OrderRow> {
  const { id } = must(
    await placeOrder(services, await newStudent(), 'mail', mailDraft(), crypto.randomUUID()),
  )
  const row = await rowOf(id)
  if (!row) throw new Error('no order')
  return row
}

const happened: [string, Partial<NewOrder>][] = [
  ['was paid', { payment: 'paid' }],
  ['changed its status', { status: 'processing' }],
  ['got a payment', { intentId: 'pi_new' }],
  ['began another payment attempt', { paymentAttempt: 2 }],
]

test.each(happened)(
  'an order that %s since it was seen is neither changed nor deleted',
  async (_, change) => {
    const before = await seen()
    expect(await changeOrder(db, before, change)).toBeDefined()
    expect(await changeOrder(db, before, { estBoxNum: 50 })).toBeUndefined()
    expect(await deleteOrder(db, before)).toBe(false)
    expect(await rowOf(before.id)).toMatchObject({ ...change, estBoxNum: 3 })
  },
)

test('an order whose payment was removed since it was seen is not changed either', async () => {
  const first = await seen()
  const before = await changeOrder(db, first, { intentId: 'pi_old' })
  if (!before) throw new Error('not changed')
  expect(await changeOrder(db, before, { intentId: null })).toBeDefined()
  expect(await changeOrder(db, before, { estBoxNum: 50 })).toBeUndefined()
})

test('an order that was corrected since it was seen, and so has more time, is not deleted', async () => {
  const before = await seen()
  await changeOrder(db, before, { payBefore: before.payBefore + 1 })
  expect(await deleteOrder(db, before)).toBe(false)
  expect(await rowOf(before.id)).toMatchObject({ payment: 'awaiting' })
})

test('an order unchanged since it was seen is changed, and deleted once', async () => {
  const before = await seen()
  const changed = await changeOrder(db, before, { estBoxNum: 50 })
  expect(changed).toMatchObject({ estBoxNum: 50 })
  expect([await deleteOrder(db, before), await deleteOrder(db, before)]).toEqual([true, false])
})
