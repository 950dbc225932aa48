import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { changeOrderStatus, readAdminOrders } from '#app/console/service/orders.server.ts'
import type { OrderId, UserId } from '#app/kernel/id.ts'
import { isReceipt } from '#app/notices/rules/notices.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { notices } from '#db/schema.ts'
import { api, refusal } from '#tests/worker/world/api.ts'
import {
  mailDraft,
  paidOrder,
  refundsOf,
  rowOf,
  withBasePrice,
} from '#tests/worker/world/orders.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { dayIn, db, sumsOf as moneyAt, must, services } from '#tests/worker/world/services.ts'
import { type Admin, auditOf, newAdmin } from './kit.ts'

const pathOf = ({ kind, id }: { kind: OrderKind; id: string }) => `/admin/orders/${kind}/${id}`
const move = (as: Admin, order: { kind: OrderKind; id: string }, status: string) =>
  api('PUT', `${pathOf(order)}/status`, { as, json: { status } })
/** An order as the list has it, found by its id. */
const shown = async (as: Admin, { kind, id }: { kind: OrderKind; id: string }) =>
  (await api('GET', `/admin/orders/${kind}?search=${id}`, { as })).body.items[0]
const noticesOf = async (userId: UserId) =>
  (
    await db
      .select()
      .from(notices)
      .where(eq(notices.userId, userId))
      .orderBy(asc(notices.createdAt))
  )
    .filter(({ code }) => !isReceipt(code))
    .map(({ code, params }) => ({ code, params }))
const codesTold = async (userId: UserId) => (await noticesOf(userId)).map(({ code }) => code)
const log = async (id: string) =>
  (await auditOf(id)).map(({ adminId, action, before, after }) => ({
    adminId,
    action,
    before,
    after,
  }))

describe('changing an order’s status', () => {
  test('returns the complete order, logs the change and notifies the student, once', async () => {
    const as = await newAdmin(['orders'])
    const order = await paidOrder()
    const before = await shown(as, order)
    expect(before).toMatchObject({
      id: order.id,
      kind: 'mail',
      userId: order.owner.id,
      status: 'open',
      moves: ['processing', 'completed', 'failed'],
      payment: 'paid',
      basePrice: 1000,
      baseStripeId: order.intentId,
      userName: '王明',
      tel: '07700900123',
      fromAddress: '12 Castle Boulevard, Nottingham',
      toAddress: '上海市徐汇区衡山路 8 号',
      shipCompany: 'SF',
      isShipDaytime: true,
      isDaytime: null,
      payBefore: null,
    })
    const { status, body } = await move(as, order, 'processing')
    expect([status, body]).toEqual([
      200,
      { ...before, status: 'processing', moves: ['open', 'completed', 'failed'] },
    ])
    const told = {
      code: 'orderProcessing',
      params: { orderId: order.id, kind: 'mail', sendDate: dayIn(5) },
    }
    expect(await noticesOf(order.owner.id)).toEqual([told])
    const entry = {
      adminId: as.id,
      action: 'orderStatusSet',
      before: { status: 'open', payment: 'paid' },
      after: { status: 'processing', payment: 'paid' },
    }
    expect(await log(order.id)).toEqual([entry])
    // Repeating it is no change: nothing is written and no one is notified.
    expect((await move(as, order, 'processing')).status).toBe(200)
    expect([await noticesOf(order.owner.id), await log(order.id)]).toEqual([[told], [entry]])
  })

  test('back and forth notifies once per status, and logs every change', async () => {
    const as = await newAdmin(['orders'])
    const order = await paidOrder('move')
    for (const status of [
      'processing',
      'open',
      'processing',
      'completed',
      'processing',
      'completed',
    ])
      expect((await move(as, order, status)).status).toBe(200)
    expect(await codesTold(order.owner.id)).toEqual(['orderProcessing', 'orderCompleted'])
    expect(await log(order.id)).toHaveLength(6)
  })

  test('to failed refunds the base price, says how much, and is final', async () => {
    const as = await newAdmin(['orders'])
    const order = await paidOrder()
    const { status, body } = await move(as, order, 'failed')
    expect([status, body.status, body.payment, body.moves]).toEqual([200, 'failed', 'refunded', []])
    expect(await moneyAt(order.intentId)).toMatchObject({ refunded: 1000 })
    expect(await noticesOf(order.owner.id)).toMatchObject([
      { code: 'orderFailed', params: { amount: 1000 } },
    ])
    expect(await log(order.id)).toEqual([
      {
        adminId: as.id,
        action: 'orderStatusSet',
        before: { status: 'open', payment: 'paid' },
        after: { status: 'failed', payment: 'refunding' },
      },
    ])
    expect(
      await refusal('PUT', `${pathOf(order)}/status`, { as, json: { status: 'open' } }),
    ).toEqual({
      status: 409,
      code: 'operationExpired',
      zh: '这个订单已经退款，状态不能再改。还需要的话，请学生重新下单。',
      en: 'This order has been refunded, so its status can no longer change. If the student still needs it, ask them to place a new order.',
    })
    expect(await refundsOf(order.intentId)).toBe(1)
  })
})

describe('two simultaneous changes', () => {
  test('based on an older status change nothing, and the reply says so', async () => {
    const [one, two] = [await newAdmin(['orders']), await newAdmin(['orders'])]
    const order = await paidOrder()
    must(
      await changeOrderStatus(services, 'mail', order.id, 'processing', {
        by: one.id,
        seen: 'open',
      }),
    )
    const late = await changeOrderStatus(services, 'mail', order.id, 'failed', {
      by: two.id,
      seen: 'open',
    })
    expect(late).toMatchObject({
      ok: false,
      error: { code: 'versionConflict', params: { context: 'order' } },
    })
    expect(await rowOf(order.id)).toMatchObject({ status: 'processing', payment: 'paid' })
    expect(await log(order.id)).toHaveLength(1)
  })
})

describe('the order list', () => {
  const listed = async (as: Admin, query: string) =>
    (await api('GET', `/admin/orders/mail?${query}`, { as })).body.items.map(
      ({ id }: { id: OrderId }) => id,
    )
  const made = async (days: number, userName: string, change: object = {}) => {
    const owner = await newStudent()
    const draft = mailDraft({ sendDate: dayIn(days), userName, ...change })
    return must(await placeOrder(services, owner, 'mail', draft, crypto.randomUUID())).id
  }

  test('searches by name, address, postcode, telephone number and order number', async () => {
    const as = await newAdmin(['orders'])
    const tag = crypto.randomUUID().slice(0, 8)
    const id = await made(6, `Zoë ${tag}`, {
      tel: '+447700900987',
      fromAddress: `${tag} Lace Street`,
    })
    for (const search of [tag, `ZOË ${tag}`, `${tag} lace`, id])
      expect(await listed(as, `search=${encodeURIComponent(search)}`), search).toEqual([id])
    for (const search of ['07700 900987', '+44 7700 900987', '900987', 'NG7 1FN', 'ng71fn'])
      expect(await listed(as, `limit=100&search=${encodeURIComponent(search)}`), search).toContain(
        id,
      )
    expect(await listed(as, `search=${tag}-nobody`)).toEqual([])
  })

  test('is filtered by status, payment and days, page by page', async () => {
    const as = await newAdmin(['orders'])
    const name = crypto.randomUUID().slice(0, 8)
    const [one, two, three] = await withBasePrice('mail', 0, async () => [
      await made(40, name),
      await made(41, name),
      await made(42, name),
    ])
    const unpaid = await made(41, name)
    const days = `from=${dayIn(40)}&to=${dayIn(42)}&search=${name}`
    expect(await listed(as, `${days}&payment=free`)).toEqual([three, two, one])
    expect(await listed(as, `${days}&payment=awaiting`)).toEqual([unpaid])
    expect(await listed(as, `from=${dayIn(42)}&to=${dayIn(42)}&search=${name}`)).toEqual([three])
    await move(as, { kind: 'mail', id: String(two) }, 'processing')
    expect(await listed(as, `${days}&status=processing`)).toEqual([two])
    // Open orders are listed soonest first.
    expect(await listed(as, `${days}&status=open&payment=free`)).toEqual([one, three])
    const pages: string[] = []
    let cursor = ''
    do {
      const { body } = await api('GET', `/admin/orders/mail?${days}&limit=1${cursor}`, { as })
      pages.push(...body.items.map(({ id }: { id: string }) => id))
      cursor = body.nextCursor ? `&cursor=${encodeURIComponent(body.nextCursor)}` : ''
    } while (cursor)
    expect(pages).toHaveLength(4)
    expect([pages[0], pages[3], new Set(pages).size]).toEqual([three, one, 4])
    expect((await api('GET', '/admin/orders/mail?cursor=mangled', { as })).status).toBe(422)
  })

  test('of orders to do omits unpaid and finished ones', async () => {
    const name = crypto.randomUUID().slice(0, 8)
    const as = await newAdmin(['orders'])
    const [late, soon, done] = await withBasePrice('mail', 0, async () => [
      await made(9, name),
      await made(3, name),
      await made(4, name),
    ])
    await made(5, name)
    await move(as, { kind: 'mail', id: String(done) }, 'completed')
    const asked = { view: 'todo', search: name, limit: 10 } as const
    const { items } = await readAdminOrders(services, 'mail', asked, as.id)
    expect(items.map(({ id }) => id)).toEqual([soon, late])
  })
})
