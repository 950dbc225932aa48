import type { OrderId } from '#app/kernel/id.ts'
import { minutes } from '#app/kernel/limits.ts'
import { ORDER_STATUSES, type OrderStatus } from '#app/orders/rules/order.ts'
import { setOrderStatus } from '#app/orders/service/order-status.server.ts'
import { sweepOrders } from '#app/orders/service/orders.server.ts'
import { short } from './actions.ts'
import {
  awaiting,
  beginOf,
  confirmOf,
  makeAs,
  ordersOf,
  payOrder,
  removeOf,
} from './actions-order.ts'
import type { History, Person } from './history.ts'
import { as, type OrderChange, type StoredOrder } from './order-log.ts'
import type { Step } from './steps-pointed.ts'

/** The cron's work on orders; failures are retried by the next run. */
export async function sweepUnpaid(h: History, wait = 0): Promise<void> {
  await h.world.scheduler.sleep(wait)
  try {
    await as('sweep', () => sweepOrders(h.services))
  } catch (error) {
    h.world.note(`sweep of orders ✗ ${error}`)
  }
}

/** A student with an unpaid order, made now if there is none. */
async function someUnpaid(
  h: History,
  fresh = false,
): Promise<{ who: Person; order: StoredOrder } | null> {
  const having = fresh ? [] : h.people.filter((one) => ordersOf(h, one).some(awaiting))
  const who = h.chance.pick(having.length > 0 ? having : h.people)
  if (having.length === 0)
    await h.world.during(
      makeAs(h, who, h.chance.pick(['mail', 'move']), `${who.id}-${h.chance.int(1, 9)}`),
    )
  const order = ordersOf(h, who).findLast(awaiting)
  return order ? { who, order } : null
}

/** From an old page, a student tries to delete an order that has been placed. */
async function deletePlaced(h: History) {
  const order = h.chance.pick([...h.world.orders().filter((one) => !awaiting(one)), null])
  const who = h.people.find(({ id }) => id === order?.userId)
  if (order && who) await h.world.during(removeOf(h, who, order))
}

/**
 * A student has paid, but no event reports it; one phone goes on to confirm the payment while
 * another corrects the form.
 */
async function correctPaid(h: History) {
  const found = await someUnpaid(h)
  if (!found) return
  const { who, order } = found
  const { world } = h
  await world.during(beginOf(h, who, order))
  await world.during(world.bank.fault('drop-events', 4, { retry: true }))
  await world.during(payOrder(h, who, order.id, 'pm_card_visa'))
  const form = async () => {
    await world.scheduler.sleep(h.chance.int(0, 60))
    await makeAs(h, who, order.kind, order.attemptId.split(':')[1] ?? '')
  }
  await world.during(Promise.all([confirmOf(h, who, order), form()]))
}

/** A student deletes the order just as they, or their other phone, begin to pay it or pay it. */
async function regretOrder(h: History) {
  const { chance, world } = h
  const how = chance.weighted({ regret: 6, placed: 1, correct: 2 })
  if (how !== 'regret') return how === 'placed' ? deletePlaced(h) : correctPaid(h)
  const fresh = chance.chance(0.4)
  const found = await someUnpaid(h, fresh)
  if (!found) return
  const { who, order } = found
  if (!fresh && chance.chance(0.7)) await world.during(beginOf(h, who, order))
  if (chance.chance(0.15)) {
    const kind = chance.pick(['fail-calls', 'lose-answers', 'hang-calls'])
    await world.during(world.bank.fault(kind, chance.int(1, 3), { method: 'POST', path: 'cancel' }))
  }
  if (chance.chance(0.4)) await world.during(world.bank.fault('drop-events', 3, { retry: true }))
  const paidBefore = chance.chance(0.3)
  if (paidBefore) await world.during(payOrder(h, who, order.id, 'pm_card_visa'))
  const doing = {
    begin: () => beginOf(h, who, order),
    pay: () => payOrder(h, who, order.id, 'pm_card_visa'),
    confirm: () => confirmOf(h, who, order),
    correct: () => makeAs(h, who, order.kind, order.attemptId.split(':')[1] ?? ''),
    remove: () => removeOf(h, who, order),
  }
  const others = [
    chance.weighted({ begin: fresh ? 20 : 3, pay: 4, confirm: 1, correct: 2, remove: 1 }),
  ]
  if (chance.chance(0.4))
    others.push(chance.weighted({ begin: 3, pay: 2, confirm: 1, correct: 1, remove: 1 }))
  await world.during(Promise.all([removeOf(h, who, order), ...others.map((name) => doing[name]())]))
}

/**
 * An order expires while its owner, or an event, is working on it; the cron comes then, or later.
 */
async function orderRunsOut(h: History) {
  const { chance, world } = h
  const found = await someUnpaid(h)
  if (!found) return
  const { who, order } = found
  if (chance.chance(0.8)) await world.during(beginOf(h, who, order))
  const lost = chance.chance(0.6)
  if (lost) await world.during(world.bank.fault('drop-events', 4, { retry: true }))
  const paid = chance.chance(0.4)
  if (paid) await world.during(payOrder(h, who, order.id, 'pm_card_visa'))
  const name = chance.weighted({ pay: 5, begin: 2, confirm: 2, correct: 3, remove: 1, nothing: 4 })
  // A correction made in time, but written too late for the cron, must stand.
  const around =
    name === 'correct'
      ? -chance.int(1, 25)
      : chance.pick([-minutes(1), -50, -20, -1, 0, 1, 50, minutes(1), minutes(20)])
  world.note(`time passes (to ${around} ms from an order's end)`)
  await world.advance(Math.max(0, order.payBefore + around - h.now))
  const doing = {
    pay: () => payOrder(h, who, order.id, 'pm_card_visa'),
    begin: () => beginOf(h, who, order),
    confirm: () => confirmOf(h, who, order),
    correct: () => makeAs(h, who, order.kind, order.attemptId.split(':')[1] ?? ''),
    remove: () => removeOf(h, who, order),
    nothing: async () => undefined,
  }
  const cron = chance.chance(0.8) ? sweepUnpaid(h, chance.int(0, 50)) : null
  await world.during(Promise.all([doing[name](), cron]))
}

/**
 * Customer service moves a placed order forward, or gives it up; occasionally one that is not
 * placed.
 */
async function service(h: History) {
  const { chance, world } = h
  const all = world.orders()
  const placed = all.filter((order) => !awaiting(order))
  const list = placed.length > 0 && chance.chance(0.95) ? placed : all
  if (list.length === 0) return
  const { id } = chance.pick(list)
  const weights: Record<OrderStatus, number> = { open: 1, processing: 3, completed: 2, failed: 4 }
  const status = chance.weighted(weights)
  const hands = chance.chance(0.2) ? [status, chance.pick(ORDER_STATUSES)] : [status]
  if (status === 'failed' && chance.chance(0.4)) {
    const kind = chance.pick(['fail-calls', 'lose-answers', 'hang-calls'])
    world.note(`stripe: ${kind} for refunds`)
    await world.during(
      world.bank.fault(kind, chance.int(2, 4), { method: 'POST', path: 'refunds' }),
    )
  }
  await world.during(Promise.all(hands.map((to) => setStatus(h, id, to))))
}

export async function setStatus(h: History, id: OrderId, status: OrderStatus): Promise<void> {
  const what = `service makes ${short(id)} ${status}`
  try {
    const answer = await as('service', () =>
      setOrderStatus(h.services, id, status, { by: 'adm_service' }),
    )
    h.world.note(`${what} → ${answer.ok ? 'ok' : answer.error.code}`)
  } catch (error) {
    h.world.note(`${what} ✗ ${error}`)
  }
}

/** An order payment's metadata. */
export const saysOf = ({ id, kind, userId }: Pick<StoredOrder, 'id' | 'kind' | 'userId'>) => ({
  purpose: `${kind}Base`,
  orderId: id,
  userId,
  attempt: '1',
})

/**
 * Actions in the provider's dashboard: refund a base price, cancel a payment, take one that nobody
 * owes.
 */
async function dashboard(h: History) {
  const { chance, world } = h
  const { bank } = world
  const doing = chance.weighted({ refund: 3, cancel: 1, second: 3 })
  const begun = world.orders().filter(({ intentId }) => intentId)
  const list = {
    refund: begun.filter(({ payment }) => payment === 'paid'),
    cancel: begun.filter(awaiting),
    second: [...h.ordersEver.values()],
  }[doing]
  if (list.length === 0) return
  const order = chance.pick<StoredOrder | OrderChange>(list)
  const intentId = 'intentId' in order ? (order.intentId ?? '') : ''
  h.byHand.add(order.id)
  world.note(`by hand: ${doing} of ${short(order.id)}`)
  const isUnpaid = world
    .orders()
    .some(({ id, payment }) => id === order.id && payment === 'awaiting')
  const work = {
    refund: () => bank.refund(intentId),
    cancel: () => bank.cancel(intentId),
    // For an unpaid order, an amount other than its price: the price itself would pay for it, as it
    // should.
    second: () =>
      bank.charge(saysOf(order), isUnpaid ? 1234 : chance.pick([order.baseAmount || 1000, 1234])),
  }[doing]
  // A fault meant for the product may hit this call; then the dashboard action does not happen.
  await world.during(work().catch(() => null))
}

/** The price of orders made from now on. */
async function price(h: History) {
  const key = h.chance.pick(['mailBasePrice', 'moveBasePrice'])
  const pence = h.chance.pick([0, 0, 0, 700, 1000, 2500])
  h.world.note(`${key} is ${pence}`)
  h.world.d1.all('INSERT OR REPLACE INTO settings (key, value, updated_at) VALUES (?, ?, ?)', [
    key,
    pence,
    h.now,
  ])
}

export const ORDER_STEPS: Record<string, Step> = {
  regretOrder: { weight: 5, run: regretOrder },
  orderRunsOut: { weight: 4, run: orderRunsOut },
  service: { weight: 4, run: service },
  dashboard: { weight: 4, run: dashboard },
  price: { weight: 2, run: price },
}
