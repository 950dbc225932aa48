import { env } from 'cloudflare:workers'
import type { OrderId, UserId } from '#app/domain/id.ts'
import type { DraftOf, MailDraft, MoveDraft, OrderKind } from '#app/domain/order/order.ts'
import { addDays, londonDay } from '#app/domain/time.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import { createServices } from '#app/services/services.server.ts'
import { findOrder } from '#db/queries/orders.ts'
import { settings, users } from '#db/schema.ts'
import { db, intentIdOf, must, now, pay, stripe } from '#tests/worker/carpool/kit.ts'
import { devRuntime } from '#workers/dev/runtime.ts'

const silent: Log = { info() {}, warn() {}, error() {} }
export const services = createServices(env, devRuntime(env), silent)
export const { orders } = services

export type Student = { id: UserId }

/** A student with an account; only they can make orders. */
export async function newStudent(): Promise<Student> {
  const id: UserId = `usr_${crypto.randomUUID()}`
  const digits = String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(9, '0')
    .slice(-9)
  const email = `${id}@example.com`
  await db.insert(users).values({
    id,
    phone: `07${digits}`,
    email,
    emailKey: email,
    emailConfirmedAt: 0,
    name: '王明',
    wechat: 'wang_ming',
    passwordHash: 'none',
    accountType: 'NORMAL',
    createdAt: now(),
    updatedAt: now(),
  })
  return { id }
}

export const dayIn = (days: number): string => addDays(londonDay(now()), days)

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
export async function newOrder(kind: OrderKind = 'mail', viewer?: Student) {
  const owner = viewer ?? (await newStudent())
  const { id } = must(await orders.create(owner, kind, draftOf(kind), crypto.randomUUID()))
  return { owner, kind, id }
}
export type Ordered = Awaited<ReturnType<typeof newOrder>>

/** Begins the payment of an order's base price. */
export async function begin({ owner, kind, id }: Ordered) {
  const payable = must(await orders.payBase(owner, kind, id))
  if (!payable) throw new Error('nothing is to be paid')
  return { ...payable, intentId: intentIdOf(payable.clientSecret) }
}

export const confirm = ({ owner, kind, id }: Ordered) => orders.confirm(owner, kind, id)
export const remove = ({ owner, kind, id }: Ordered) => orders.remove(owner, kind, id)

/** An order that has been placed. */
export async function paidOrder(kind: OrderKind = 'mail') {
  const order = await newOrder(kind)
  const { clientSecret, intentId } = await begin(order)
  await pay(clientSecret)
  must(await confirm(order))
  return { ...order, intentId }
}

export const rowOf = async (id: OrderId) => (await findOrder(db, id)) ?? null

/** What became of an order's payment at the provider. */
export async function moneyAt(intentId: string) {
  const { status, amount_received, latest_charge } = await stripe.paymentIntents.retrieve(
    intentId,
    {
      expand: ['latest_charge'],
    },
  )
  const charge = typeof latest_charge === 'object' ? latest_charge : null
  return { status, received: amount_received, refunded: charge?.amount_refunded ?? 0 }
}
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
