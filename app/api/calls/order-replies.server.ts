import * as z from 'zod'
import { CARRIERS } from '#app/domain/order/postage.ts'
import { currencyOut, idField, isoTime, timeOut } from '#app/schemas/common.server.ts'
import type { OrderView } from '#app/services/orders/order-views.server.ts'
import type { PayableOrder } from '#app/services/orders/orders.server.ts'

const dayOut = z.string().meta({ format: 'date', examples: ['2026-12-06'] })

/** What everybody sees of an order; the addresses of others are cut to town and outward postcode. */
const listFields = {
  fromAddress: z.string(),
  fromZip: z.string(),
  toAddress: z.string(),
  toZip: z.string(),
  estBoxNum: z.int(),
  boxDate: dayOut.nullable(),
  sendDate: dayOut,
  shipCompany: z.enum(CARRIERS).nullable(),
  status: z.string().meta({ description: 'open, processing, completed, failed', examples: ['open'] }),
  basePaid: z.boolean(),
  isOwn: z.boolean(),
}

/** What only its owner sees; null for everybody else. */
const ownFields = {
  userName: z.string().nullable(),
  tel: z.string().nullable(),
  isHelp: z.boolean().nullable(),
  /** Pence. */
  basePrice: z.int().nullable(),
  currency: currencyOut.nullable(),
  /** Until when it can be paid; null where nothing is to be paid. */
  payBefore: timeOut.nullable(),
  createdAt: timeOut.nullable(),
}

export const mailReply = z
  .object({
    id: idField('mail'),
    ...listFields,
    ...ownFields,
    isShipDaytime: z.boolean().nullable(),
    isBuyBox: z.boolean().nullable(),
    buyBoxNum: z.int().nullable(),
    isBoxDaytime: z.boolean().nullable(),
  })
  .meta({ id: 'MailOrder' })

export const moveReply = z
  .object({
    id: idField('move'),
    ...listFields,
    ...ownFields,
    isDaytime: z.boolean().nullable(),
    isEntrustFriend: z.boolean().nullable(),
    friTel: z.string().nullable(),
  })
  .meta({ id: 'MoveOrder' })

const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
export const mailPageReply = pageOf(mailReply).meta({ id: 'MailOrderPage' })
export const movePageReply = pageOf(moveReply).meta({ id: 'MoveOrderPage' })

const paymentFields = {
  clientSecret: z.string(),
  amount: z.int(),
  currency: currencyOut,
  payBefore: timeOut,
}
const nothingToPay = z.object({}).strict()
/** An empty object: nothing is to be paid. */
export const mailPaymentReply = z.union([
  z.object({ mailId: idField('mail'), ...paymentFields }).meta({ id: 'MailPayment' }),
  nothingToPay,
])
export const movePaymentReply = z.union([
  z.object({ moveId: idField('move'), ...paymentFields }).meta({ id: 'MovePayment' }),
  nothingToPay,
])

/** Both kinds have these. Written out one by one, so that a new field of a view is shown to nobody by itself. */
const commonOut = (view: OrderView) => ({
  id: view.id,
  fromAddress: view.fromAddress,
  fromZip: view.fromZip,
  toAddress: view.toAddress,
  toZip: view.toZip,
  estBoxNum: view.estBoxNum,
  boxDate: view.boxDate,
  sendDate: view.sendDate,
  shipCompany: view.shipCompany,
  status: view.status,
  basePaid: view.basePaid,
  isOwn: view.own !== null,
  userName: view.own?.userName ?? null,
  tel: view.own?.tel ?? null,
  isHelp: view.own?.isHelp ?? null,
  basePrice: view.own?.baseAmount ?? null,
  currency: view.own ? ('gbp' as const) : null,
  payBefore: view.own?.payment === 'awaiting' ? isoTime(view.own.payBefore) : null,
  createdAt: view.own ? isoTime(view.own.createdAt) : null,
})

/** A mail order as its viewer may see it. */
export const mailOut = (view: OrderView): z.output<typeof mailReply> => ({
  ...commonOut(view),
  isShipDaytime: view.own?.sendDaytime ?? null,
  isBuyBox: view.own?.isBuyBox ?? null,
  buyBoxNum: view.own?.buyBoxNum ?? null,
  isBoxDaytime: view.own?.isBoxDaytime ?? null,
})

/** A moving order as its viewer may see it. */
export const moveOut = (view: OrderView): z.output<typeof moveReply> => ({
  ...commonOut(view),
  isDaytime: view.own?.sendDaytime ?? null,
  isEntrustFriend: view.own?.isEntrustFriend ?? null,
  friTel: view.own?.friTel ?? null,
})

/** A payment that can be made, but for the order's id, whose name differs. */
export const paymentOut = ({ clientSecret, amount, currency, payBefore }: PayableOrder<'mail' | 'move'>) => ({
  clientSecret,
  amount,
  currency,
  payBefore: isoTime(payBefore),
})
