import type { OrderId, UserId } from '#app/kernel/id.ts'
import { findOrder } from '#app/orders/rows/orders.server.ts'
import type { DraftOf, MailDraft, MoveDraft, OrderKind } from '#app/orders/rules/order.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { confirmBase, payBase, removeOrder } from '#app/orders/service/orders.server.ts'
import { settings } from '#db/schema.ts'
import { newStudent } from './people.ts'
import { dayIn, db, intentIdOf, must, now, pay, services, stripe } from './services.ts'

const common = () => ({
  userName: '王明',
  tel: '07700900123',
  isHelp: false,
  estBoxNum: 3,
  fromAddress: '12 Castle Boulevard, Nottingham',
  fromZip: 'NG7 1FN',
  sendDate: dayIn(5),
})
export const mailDraft = (change: Partial<MailDraft> = {}): MailDraft =>
  ({
    ...common(),
    toAddress: '上海市徐汇区衡山路 8 号',
    toZip: '200030',
    shipCompany: 'SF',
    isBuyBox: false,
    isShipDaytime: true,
    ...change,
  }) as MailDraft
export const moveDraft = (change: Partial<MoveDraft> = {}): MoveDraft =>
  ({
    ...common(),
    toAddress: '3 Peel Street, Nottingham',
    toZip: 'NG1 4GN',
    isEntrustFriend: false,
    isDaytime: true,
    ...change,
  }) as MoveDraft

export const draftOf = <K extends OrderKind>(kind: K): DraftOf<K> =>
  (kind === 'mail' ? mailDraft() : moveDraft()) as DraftOf<K>

/** An order whose base price is not paid yet. */
export async function newOrder(kind: OrderKind = 'mail', viewer?: { id: UserId }) {
  const owner = viewer ?? (await newStudent())
  const { id } = must(await placeOrder(services, owner, kind, draftOf(kind), crypto.randomUUID()))
  return { owner, kind, id }
}
export type Ordered = Awaited<ReturnType<typeof newOrder>>

/** Begins the payment of an order's base price. */
export async function begin({ owner, kind, id }: Ordered) {
  const payable = must(await payBase(services, owner, kind, id))
  if (!payable) throw new Error('nothing is to be paid')
  return { ...payable, intentId: intentIdOf(payable.clientSecret) }
}

export const confirm = ({ owner, kind, id }: Ordered) => confirmBase(services, owner, kind, id)
export const remove = ({ owner, kind, id }: Ordered) => removeOrder(services, owner, kind, id)

/** An order that has been placed. */
export async function paidOrder(kind: OrderKind = 'mail') {
  const order = await newOrder(kind)
  const { clientSecret, intentId } = await begin(order)
  await pay(clientSecret)
  must(await confirm(order))
  return { ...order, intentId }
}

export const rowOf = async (id: OrderId) => (await findOrder(db, id)) ?? null

export const refundsOf = async (intentId: string) =>
  (await stripe.refunds.list({ payment_intent: intentId })).data.length

/** Every intent ever made for an order, newest first. */
export async function intentsOf(id: OrderId) {
  const { data } = await stripe.paymentIntents.list({ limit: 100 })
  return data.filter(({ metadata }) => metadata.orderId === id)
}

/** Sets the base price of an order, in pence, while `work` runs. */
export async function withBasePrice<T>(
  kind: OrderKind,
  value: number,
  work: () => Promise<T>,
): Promise<T> {
  const key = kind === 'mail' ? 'mailBasePrice' : 'moveBasePrice'
  await db.insert(settings).values({ key, value, updatedAt: now() })
  try {
    return await work()
  } finally {
    await db.delete(settings)
  }
}
