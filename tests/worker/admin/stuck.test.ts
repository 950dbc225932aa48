import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { retryStuck } from '#app/console/service/stuck.server.ts'
import { leaveGroup } from '#app/group/service/groups.server.ts'
import type { OrderId } from '#app/kernel/id.ts'
import { minutes, ORDER_PAYMENT_MS, STUCK_AFTER_MS } from '#app/kernel/limits.ts'
import { setOrderStatus } from '#app/orders/service/order-status.server.ts'
import { api } from '#tests/worker/world/api.ts'
import { joinCar, openCar } from '#tests/worker/world/cars.ts'
import { begin, newOrder, paidOrder, refundsOf, rowOf } from '#tests/worker/world/orders.ts'
import {
  advance,
  codeOf,
  sumsOf as moneyAt,
  must,
  passTime,
  services,
  stripe,
  stripeDown,
  stripeUp,
} from '#tests/worker/world/services.ts'
import { type Admin, auditOf, backAtWork, newAdmin } from './kit.ts'

type Item = Record<string, unknown> & { id: string; kind: string; since: string }
async function listed(as: Admin, query = 'limit=100'): Promise<Item[]> {
  const { status, body } = await api('GET', `/admin/stuck-payments?${query}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.items
}
const of = (items: Item[], id: string) => items.filter((item) => item.id === id)
/** What is still stuck after a retry. */
const retry = async (as: Admin, id: string) => must(await retryStuck(services, id, as.id))

/** An order given up while Stripe was down, at least an hour ago. */
async function stuckRefund(by: Admin) {
  const order = await paidOrder()
  await stripeDown()
  must(await setOrderStatus(services, order.id, 'failed', { by: by.id }))
  await passTime(STUCK_AFTER_MS)
  await backAtWork(by)
  return order
}

test('a stuck refund is listed with Stripe’s status, and disappears when a retry succeeds', async () => {
  const as = await newAdmin(['records'])
  const order = await stuckRefund(as)
  await stripeUp()
  const [item, ...more] = of(await listed(as), order.id)
  expect(more).toEqual([])
  expect(item).toMatchObject({
    service: 'mail',
    kind: 'refund',
    participantId: null,
    stripeId: order.intentId,
    asked: 'read',
    stripe: {
      status: 'succeeded',
      amount: 1000,
      captured: 1000,
      refunded: 0,
      held: 0,
      currency: 'gbp',
    },
  })
  expect(await retry(as, order.id)).toEqual([])
  expect(await moneyAt(order.intentId)).toMatchObject({ refunded: 1000 })
  expect(of(await listed(as), order.id)).toEqual([])
  const [logged] = await auditOf(order.id)
  expect(logged).toMatchObject({
    adminId: as.id,
    action: 'paymentRetried',
    before: { stuck: [{ kind: 'refund', intentId: order.intentId }] },
  })
  // A second time there is nothing to retry: nothing is done and nothing is written.
  expect(await retry(as, order.id)).toEqual([])
  expect(await refundsOf(order.intentId)).toBe(1)
  expect(
    (await auditOf(order.id)).filter(({ action }) => action === 'paymentRetried'),
  ).toHaveLength(1)
})

test('with Stripe down the list still appears and says so, and a retry changes nothing', async () => {
  const as = await newAdmin(['records'])
  const order = await stuckRefund(as)
  const [item] = of(await listed(as), order.id)
  expect(item).toMatchObject({ asked: 'unreachable', stripe: null, stripeId: order.intentId })
  expect(await retry(as, order.id)).toHaveLength(1)
  expect(await rowOf(order.id)).toMatchObject({ payment: 'refunding' })
  await stripeUp()
  expect(await retry(as, order.id)).toEqual([])
  expect(await refundsOf(order.intentId)).toBe(1)
})

test('an unpaid order that could not be cancelled is listed, and gone after a retry', async () => {
  const as = await newAdmin(['records'])
  const order = await newOrder('move')
  const { intentId } = await begin(order)
  await stripeDown()
  await passTime(ORDER_PAYMENT_MS + STUCK_AFTER_MS)
  await backAtWork(as)
  await stripeUp()
  expect(of(await listed(as), order.id)).toMatchObject([
    {
      service: 'move',
      kind: 'giveUp',
      stripe: { status: 'requires_payment_method', amount: 2000 },
    },
  ])
  expect(await retry(as, order.id)).toEqual([])
  expect([await rowOf(order.id), (await moneyAt(intentId)).status]).toEqual([null, 'canceled'])
})

test('an order waits for an hour before it is listed', async () => {
  const as = await newAdmin(['records'])
  const order = await paidOrder()
  await stripeDown()
  must(await setOrderStatus(services, order.id, 'failed', { by: as.id }))
  await passTime(STUCK_AFTER_MS - minutes(1))
  expect(of(await listed(as), order.id)).toEqual([])
  await passTime(minutes(1))
  expect(of(await listed(as), order.id)).toHaveLength(1)
})

test('a retry releases a carpool’s stuck deposit, long before the next automatic attempt', async () => {
  const as = await newAdmin(['records'])
  const car = await openCar({ maxPassengers: 3 })
  const bob = await joinCar(car)
  await stripeDown()
  must(await leaveGroup(carpoolKind, services, bob.viewer, car.carpoolId))
  for (let part = 0; part < 6; part++) await advance(minutes(11))
  await backAtWork(as)
  const [item] = of(await listed(as), car.carpoolId)
  expect(item).toMatchObject({
    service: 'carpool',
    kind: 'release',
    participantId: bob.participantId,
    stripeId: bob.intentId,
    asked: 'unreachable',
    tries: expect.any(Number),
  })
  await stripeUp()
  expect(of(await listed(as), car.carpoolId)).toMatchObject([
    { asked: 'read', stripe: { status: 'requires_capture', held: 2000, captured: 0 } },
  ])
  expect(await retry(as, car.carpoolId)).toEqual([])
  expect((await stripe.paymentIntents.retrieve(bob.intentId)).status).toBe('canceled')
  expect(await auditOf(car.carpoolId)).toMatchObject([{ adminId: as.id, action: 'paymentRetried' }])
})

test('the oldest payment comes first, page by page', async () => {
  const as = await newAdmin(['records'])
  const ids = [(await paidOrder()).id, (await paidOrder()).id, (await paidOrder()).id]
  await stripeDown()
  for (const id of ids) {
    must(await setOrderStatus(services, id, 'failed', { by: as.id }))
    await passTime(minutes(5))
  }
  await passTime(STUCK_AFTER_MS)
  await backAtWork(as)
  await stripeUp()
  const all = await listed(as)
  expect(all.filter(({ id }) => ids.includes(id as OrderId)).map(({ id }) => id)).toEqual(ids)
  expect(all.map(({ since }) => since)).toEqual(all.map(({ since }) => since).toSorted())
  const paged: string[] = []
  let cursor = ''
  do {
    const { body } = await api('GET', `/admin/stuck-payments?limit=2${cursor}`, { as })
    paged.push(...body.items.map(({ id }: Item) => id))
    cursor = body.nextCursor ? `&cursor=${encodeURIComponent(body.nextCursor)}` : ''
  } while (cursor)
  expect(paged).toEqual(all.map(({ id }) => id))
})

test('a retry leaves other payments alone, and an unknown one is not found', async () => {
  const as = await newAdmin(['records'])
  const [order, car] = [await paidOrder(), await openCar()]
  for (const id of [order.id, car.carpoolId]) {
    expect(await retry(as, id)).toEqual([])
    expect(await auditOf(id)).toEqual([])
  }
  for (const id of ['mail_none', 'car_none', 'trip_none', 'nonsense'])
    expect(codeOf(await retryStuck(services, id, as.id)), id).toBe('notFound')
  expect((await api('GET', '/admin/stuck-payments?cursor=mangled', { as })).status).toBe(422)
})
