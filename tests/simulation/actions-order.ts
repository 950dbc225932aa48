import { addDays, londonDay } from '#app/kernel/time.ts'
import type { DraftOf, OrderKind } from '#app/orders/rules/order.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import {
  browseOrders,
  confirmBase,
  payBase,
  readOwnOrder,
  registerBase,
  removeOrder,
} from '#app/orders/service/orders.server.ts'
import { type Action, CARDS, payBy, short, wayOf } from './actions.ts'
import { type History, okOf, type Person } from './history.ts'
import { as, type StoredOrder } from './order-log.ts'

const UNPAID_MAX = 2

export const ordersOf = (h: History, who: Person): StoredOrder[] =>
  h.world.orders().filter(({ userId }) => userId === who.id)

export const awaiting = ({ payment }: StoredOrder) => payment === 'awaiting'
const begun = (order: StoredOrder) => awaiting(order) && order.intentId !== null

/** One of the student's orders: mostly one that fits the next action, occasionally any. */
function pickOrder(
  h: History,
  who: Person,
  fits: (order: StoredOrder) => boolean = () => true,
): StoredOrder | null {
  const all = ordersOf(h, who)
  const fitting = all.filter(fits)
  const list = fitting.length > 0 && h.chance.chance(0.93) ? fitting : all
  return list.length > 0 ? h.chance.pick(list) : null
}

const draftFor = <K extends OrderKind>(h: History, who: Person, kind: K): DraftOf<K> => {
  const common = {
    // An order's content is private to its owner, so each name shows whose text it contains.
    userName: who.id,
    tel: '07700900123',
    isHelp: false,
    estBoxNum: h.chance.int(1, 9),
    fromAddress: '12 Castle Boulevard, Nottingham',
    fromZip: 'NG7 1FN',
    sendDate: addDays(londonDay(h.now), 5),
  }
  const mail = {
    toAddress: '上海市徐汇区衡山路 8 号',
    toZip: '200030',
    shipCompany: 'SF',
    isBuyBox: false,
    isShipDaytime: true,
  } as const
  const move = {
    toAddress: '3 Peel Street',
    toZip: 'NG1 4GN',
    isEntrustFriend: false,
    isDaytime: true,
  }
  return { ...common, ...(kind === 'mail' ? mail : move) } as DraftOf<K>
}

/**
 * Sends one form of one attempt: a new order, or a correction of the existing one. Returns its id.
 */
export async function makeAs(h: History, who: Person, kind: OrderKind, attempt: string) {
  const answer = await h.say(who, `orders ${kind} ${short(attempt)}`, () =>
    as('make', () => placeOrder(h.services, who, kind, draftFor(h, who, kind), attempt)),
  )
  return okOf(answer)?.id ?? null
}

const make = async (h: History, who: Person): Promise<unknown> => {
  const { chance } = h
  const unpaid = ordersOf(h, who).filter(awaiting)
  const again = unpaid.length >= UNPAID_MAX || chance.chance(0.3) ? unpaid[0] : undefined
  const kind = again?.kind ?? chance.pick(['mail', 'move'] as const)
  return makeAs(h, who, kind, again?.attemptId.split(':')[1] ?? `${who.id}-${chance.int(1, 4)}`)
}

/** Requests the payment of one order, and keeps its secret. */
export async function beginOf(
  h: History,
  who: Person,
  { id, kind }: Pick<StoredOrder, 'id' | 'kind'>,
) {
  const answer = await h.say(who, `begins to pay ${short(id)}`, () =>
    as('begin', () => payBase(h.services, who, kind, id)),
  )
  const secret = okOf(answer)?.clientSecret
  if (!secret) return
  who.orderSecrets.set(secret, id)
  h.payable.add(secret.split('_secret_')[0] ?? '')
}

async function begin(h: History, who: Person): Promise<unknown> {
  const order = pickOrder(h, who, awaiting)
  return order && beginOf(h, who, order)
}

/** Pays with one of the student's secrets, as the card form does: for this order, or the newest. */
export async function payOrder(
  h: History,
  who: Person,
  id?: string,
  card?: string,
): Promise<unknown> {
  const secrets = [...who.orderSecrets]
    .filter(([, of]) => id === undefined || of === id)
    .map(([s]) => s)
  const secret = h.chance.chance(0.85) ? secrets.at(-1) : secrets[0] && h.chance.pick(secrets)
  if (!secret) return
  const with_ = card ?? h.chance.weighted(CARDS)
  return h.say(who, `pays order ${short(who.orderSecrets.get(secret) ?? '')} ${wayOf(with_)}`, () =>
    payBy(h, secret, with_, false),
  )
}

/** The browser returns from the card form and reports what it paid, or only asks. */
export async function confirmOf(
  h: History,
  who: Person,
  { id, kind, intentId, baseAmount }: StoredOrder,
) {
  const sent = h.chance.chance(0.5) && intentId ? { intentId, amount: baseAmount } : undefined
  const answer = await h.say(who, `confirms order ${short(id)}`, () =>
    as('confirm', () => confirmBase(h.services, who, kind, id, sent)),
  )
  if (answer?.ok) h.orderPromises.push({ id, what: 'stands' })
}

async function confirm(h: History, who: Person): Promise<unknown> {
  const order = pickOrder(h, who, begun)
  return order && confirmOf(h, who, order)
}

export async function register(h: History, who: Person): Promise<unknown> {
  const order = pickOrder(h, who, begun)
  const found = [...who.orderSecrets].findLast(([, id]) => id === order?.id)
  if (!order || !found) return
  const answer = await h.say(who, `registers ${short(order.id)}`, () =>
    as('register', () => registerBase(h.services, who, order.kind, order.id, found[0])),
  )
  if (okOf(answer)?.basePaid) h.orderPromises.push({ id: order.id, what: 'stands' })
}

export async function removeOf(
  h: History,
  who: Person,
  { id, kind }: Pick<StoredOrder, 'id' | 'kind'>,
) {
  const answer = await h.say(who, `deletes order ${short(id)}`, () =>
    as('delete', () => removeOrder(h.services, who, kind, id)),
  )
  if (answer?.ok) h.orderPromises.push({ id, what: 'deleted' })
  if (answer && !answer.ok && answer.error.code === 'alreadyPaid') {
    h.meet('order: deletion refused')
    h.orderPromises.push({ id, what: 'stands' })
  }
}

async function remove(h: History, who: Person): Promise<unknown> {
  const order = pickOrder(h, who, h.chance.chance(0.75) ? awaiting : undefined)
  return order && removeOf(h, who, order)
}

/**
 * Goes straight through to an order, as a decided student does; half of them close the browser once
 * they have paid.
 */
async function orderAtOnce(h: History, who: Person): Promise<unknown> {
  await make(h, who)
  const order = ordersOf(h, who).findLast(awaiting)
  if (!order) return
  const phones = h.chance.chance(0.25) ? [1, 2] : [1]
  await Promise.all(phones.map(() => beginOf(h, who, order)))
  await payOrder(h, who, order.id)
  if (h.chance.chance(0.5)) return
  return h.chance.chance(0.3) ? register(h, who) : confirmOf(h, who, order)
}

/**
 * A student has got hold of another's order, its form and its payment's secret, and tries
 * everything possible.
 */
async function steal(h: History, who: Person): Promise<unknown> {
  const others = h.world.orders().filter(({ userId }) => userId !== who.id)
  if (others.length === 0) return
  const { id, kind, attemptId, userId } = h.chance.pick(others)
  const owner = h.people.find((one) => one.id === userId)
  const secret = [...(owner?.orderSecrets ?? [])].findLast(([, of]) => of === id)?.[0] ?? ''
  const tries: Record<string, () => Promise<unknown>> = {
    begin: () => payBase(h.services, who, kind, id),
    confirm: () => confirmBase(h.services, who, kind, id),
    register: () => registerBase(h.services, who, kind, id, secret),
    remove: () => removeOrder(h.services, who, kind, id),
    find: () => readOwnOrder(h.services, who, kind, id),
  }
  const name = h.chance.pick([...Object.keys(tries), 'make'])
  if (name === 'make') return makeAs(h, who, kind, attemptId.split(':')[1] ?? '')
  const answer = await h.say(who, `tries to ${name} ${short(id)} of another`, () =>
    as('theft', async () => tries[name]?.()),
  )
  if (answer && (name === 'find' || (answer as { ok: boolean }).ok))
    h.stolen.push(`${who.id} ${name} ${id}`)
}

async function look(h: History, who: Person): Promise<unknown> {
  const kind = h.chance.pick(['mail', 'move'] as const)
  return h.say(who, `looks at ${kind} orders`, () =>
    browseOrders(h.services, kind, { limit: 3 }, who, 'zh'),
  )
}

export const ORDER: Record<string, Action> = {
  order: { weight: 3, run: make },
  beginOrder: { weight: 4, fitsOrder: awaiting, run: begin },
  payOrder: { weight: 5, fitsOrder: begun, run: (h, who) => payOrder(h, who) },
  confirmOrder: { weight: 4, fitsOrder: begun, run: confirm },
  registerOrder: { weight: 2, fitsOrder: begun, run: register },
  deleteOrder: { weight: 3, fitsOrder: () => true, run: remove },
  orderAtOnce: { weight: 6, run: orderAtOnce },
  stealOrder: { weight: 2, run: steal },
  lookAtOrders: { weight: 0.3, run: look },
}
