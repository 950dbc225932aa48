import { expect } from 'vitest'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { settings } from '#db/schema.ts'
import { devClock } from '#workers/dev/clock.ts'
import { api } from './api.ts'
import type { Student } from './people.ts'
import { dayIn, db, pay } from './services.ts'

export const mailPayload = (change: object = {}) => ({
  userName: '李小雨',
  tel: '+44 7700 900123',
  isHelp: true,
  estBoxNum: 3,
  isBuyBox: true,
  buyBoxNum: 2,
  boxDate: dayIn(3),
  isBoxDaytime: false,
  fromZip: 'ng71fb',
  toZip: '200041',
  fromAddress: '12 Castle Boulevard',
  toAddress: '上海市静安区南京西路 1 号',
  shipCompany: 'SF',
  sendDate: dayIn(5),
  isShipDaytime: false,
  ...change,
})

export const movePayload = (change: object = {}) => ({
  userName: '李小雨',
  tel: '+44 7700 900123',
  isHelp: true,
  estBoxNum: 8,
  isEntrustFriend: true,
  friTel: '07700 900456',
  fromZip: 'ng71fb',
  toZip: 'sw1a 1aa',
  fromAddress: '12 Castle Boulevard',
  toAddress: '10 Horse Guards Road',
  sendDate: dayIn(5),
  isDaytime: false,
  ...change,
})

const payloads = { mail: mailPayload, move: movePayload }
export const payload = (kind: OrderKind, change: object = {}) => payloads[kind](change)

/** A student's order that is not paid yet. */
export async function makeOrder(
  kind: OrderKind,
  as: Student,
  change: object = {},
): Promise<string> {
  const { status, body } = await api('POST', `/${kind}/create`, { as, json: payload(kind, change) })
  expect(status, JSON.stringify(body)).toBe(201)
  return body[`${kind}Id`]
}

/** What pay-base is sent about an order, with the field names of its kind. */
export const named = (kind: OrderKind, id: string, { id: userId }: Student) =>
  kind === 'mail' ? { mailId: id, userId } : { tripId: id, userId }

/** Requests an order's payment; returns its client secret. */
export async function beginPayment(kind: OrderKind, as: Student, id: string): Promise<string> {
  const { status, body } = await api('POST', `/${kind}/pay-base`, { as, json: named(kind, id, as) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.clientSecret
}

/** A student's order, made and paid; returns its id. */
export async function placeOrder(
  kind: OrderKind,
  as: Student,
  change: object = {},
): Promise<string> {
  const id = await makeOrder(kind, as, change)
  const clientSecret = await beginPayment(kind, as, id)
  await pay(clientSecret)
  const json = { [`${kind}Id`]: id, clientSecret }
  const { body } = await api('POST', `/${kind}/add-stripe`, { as, json })
  expect(body, JSON.stringify(body)).toMatchObject({ id, basePaid: true })
  return id
}

/** Runs with other base prices, then restores them. */
export async function withPrices(prices: Record<string, number>, run: () => Promise<void>) {
  const rows = Object.entries(prices).map(([key, value]) => ({
    key,
    value,
    updatedAt: devClock.now(),
  }))
  await db.insert(settings).values(rows)
  try {
    await run()
  } finally {
    await db.delete(settings)
  }
}
