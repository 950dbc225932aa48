import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { minutes, ORDER_PAYMENT_MS } from '#app/kernel/limits.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { browseOrders, sweepOrders } from '#app/orders/service/orders.server.ts'
import { orders } from '#db/schema.ts'
import {
  begin,
  confirm,
  mailDraft,
  newOrder,
  refundsOf,
  remove,
  rowOf,
} from '#tests/worker/world/orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import {
  advance,
  codeOf,
  db,
  fault,
  sumsOf as moneyAt,
  must,
  now,
  passTime,
  pay,
  services,
} from '#tests/worker/world/services.ts'

describe('deleting an unpaid order', () => {
  test('cancels its payment and returns its details', async () => {
    const order = await newOrder()
    const { intentId } = await begin(order)
    const gone = must(await remove(order))
    expect(gone).toMatchObject({
      id: order.id,
      toAddress: '上海市徐汇区衡山路 8 号',
      own: { tel: '07700900123' },
    })
    expect(await rowOf(order.id)).toBeNull()
    expect((await moneyAt(intentId)).status).toBe('canceled')
    expect(codeOf(await remove(order))).toBe('notFound')
  })

  test('is refused once it is paid, even if no event has arrived yet', async () => {
    await fault('drop-events', 100_000)
    const order = await newOrder()
    const { clientSecret, intentId } = await begin(order)
    await pay(clientSecret)
    const refused = await remove(order)
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'alreadyPaid', params: { context: 'order' } },
    })
    expect(await rowOf(order.id)).toMatchObject({ payment: 'paid', intentId })
    expect(await refundsOf(intentId)).toBe(0)
  })
})

describe('an order that is not paid in time', () => {
  test('is deleted with its payment cancelled, and not a moment before', async () => {
    const order = await newOrder()
    const { intentId } = await begin(order)
    await advance(ORDER_PAYMENT_MS - minutes(1))
    expect(await rowOf(order.id)).not.toBeNull()
    await advance(minutes(1))
    expect(await rowOf(order.id)).toBeNull()
    expect((await moneyAt(intentId)).status).toBe('canceled')
  })

  test('does not wait for another order whose payment hits a bug', async () => {
    const [stuck, other] = [await newOrder(), await newOrder()]
    const { intentId } = await begin(stuck)
    await passTime(ORDER_PAYMENT_MS)
    const { payments } = services
    const read: typeof payments.read = (id) =>
      id === intentId ? Promise.reject(new Error('a bug')) : payments.read(id)
    const broken = {
      ...services,
      payments: { ...payments, read },
    }
    await sweepOrders(broken)
    expect(await rowOf(other.id)).toBeNull()
    const waiting = await rowOf(stuck.id)
    expect(waiting?.dueAt).toBeGreaterThan(waiting?.dueSinceAt ?? 0)
    await advance(minutes(2))
    expect(await rowOf(stuck.id)).toBeNull()
  })
})

describe('making an order', () => {
  test('a double tap is one order, and the second tap corrects the first', async () => {
    const owner = await newStudent()
    const attemptId = crypto.randomUUID()
    const made = await Promise.all(
      [1, 2, 3].map((estBoxNum) =>
        placeOrder(services, owner, 'mail', mailDraft({ estBoxNum }), attemptId),
      ),
    )
    expect(new Set(made.map((one) => must(one).id)).size).toBe(1)
    const corrected = must(
      await placeOrder(services, owner, 'mail', mailDraft({ estBoxNum: 9 }), attemptId),
    )
    expect(await rowOf(corrected.id)).toMatchObject({ estBoxNum: 9, payment: 'awaiting' })
    const { items } = await browseOrders(services, 'mail', { mine: true, limit: 10 }, owner, 'zh')
    expect(items).toHaveLength(1)
  })

  test('an attempt that was given up becomes a new order with its own payment', async () => {
    const owner = await newStudent()
    const attemptId = crypto.randomUUID()
    const create = async () =>
      must(await placeOrder(services, owner, 'mail', mailDraft(), attemptId)).id
    const first = { owner, kind: 'mail' as const, id: await create() }
    const before = await begin(first)
    must(await remove(first))
    const second = { ...first, id: await create() }
    const after = await begin(second)
    expect([second.id === first.id, after.intentId === before.intentId]).toEqual([false, false])
    await pay(after.clientSecret)
    expect(must(await confirm(second)).basePaid).toBe(true)
    expect(
      must(await placeOrder(services, owner, 'mail', mailDraft(), attemptId)).id,
      'paid, it is that one',
    ).toBe(second.id)
  })

  test('so does one whose time is over, even before the sweep has come', async () => {
    const owner = await newStudent()
    const attemptId = crypto.randomUUID()
    const create = async () =>
      must(await placeOrder(services, owner, 'mail', mailDraft(), attemptId)).id
    const first = await create()
    await db.update(orders).set({ payBefore: now() }).where(eq(orders.id, first))
    expect(await create()).not.toBe(first)
    expect(await rowOf(first)).toBeNull()
  })
})
