import * as z from 'zod'
import { pageReply } from '#app/api/page.server.ts'
import { CARRIERS } from '#app/domain/order/postage.ts'
import { isoTime } from '#app/domain/time.ts'
import {
  clientSecretText,
  currencyOut,
  dayOut,
  idField,
  intLike,
  refundedAmountOut,
  refundOwedOut,
  textLike,
  timeOut,
} from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import type { OrderView } from '#app/services/orders/order-views.server.ts'
import type { PayableOrder } from '#app/services/orders/orders.server.ts'

/**
 * What everybody sees of an order; other students' addresses are cut to town and outward postcode.
 */
const listFields = {
  fromAddress: textLike(sample.from.address),
  fromZip: textLike(sample.from.zip),
  toAddress: textLike(sample.abroad.address),
  toZip: textLike(sample.abroad.zip),
  estBoxNum: intLike(3),
  boxDate: dayOut.nullable().meta({ examples: [sample.boxDate] }),
  sendDate: dayOut,
  shipCompany: z.enum(CARRIERS).nullable(),
  status: z
    .string()
    .meta({ description: 'open, processing, completed, failed', examples: ['open'] }),
  basePaid: z.boolean(),
  isOwn: z.boolean(),
}

/** What only the owner sees; null for everybody else. */
const ownFields = {
  userName: textLike(sample.name).nullable(),
  tel: textLike(sample.tel).nullable(),
  isHelp: z.boolean().nullable(),
  basePrice: intLike(1000).nullable().meta({ description: 'Pence' }),
  refundedAmount: refundedAmountOut.nullable(),
  refundOwed: refundOwedOut.nullable(),
  currency: currencyOut.nullable(),
  payBefore: timeOut()
    .nullable()
    .meta({
      description: 'Until when it can be paid; null where nothing is to be paid',
      examples: [null],
    }),
  createdAt: timeOut().nullable(),
}

export const mailReply = z
  .object({
    id: idField('mail'),
    ...listFields,
    ...ownFields,
    isShipDaytime: z.boolean().nullable(),
    isBuyBox: z.boolean().nullable(),
    buyBoxNum: intLike(3).nullable(),
    isBoxDaytime: z.boolean().nullable(),
  })
  .meta({ id: 'MailOrder' })

export const moveReply = z
  .object({
    id: idField('move'),
    ...listFields,
    toAddress: textLike(sample.nearby.address),
    toZip: textLike(sample.nearby.zip),
    boxDate: dayOut
      .nullable()
      .meta({ description: 'Always null: a move has no boxes', examples: [null] }),
    shipCompany: z
      .enum(CARRIERS)
      .nullable()
      .meta({ description: 'Always null: a move has no carrier', examples: [null] }),
    ...ownFields,
    basePrice: intLike(2000).nullable().meta({ description: 'Pence' }),
    isDaytime: z.boolean().nullable(),
    isEntrustFriend: z.boolean().nullable(),
    friTel: textLike('+447700900456').nullable(),
  })
  .meta({ id: 'MoveOrder' })

export const mailPageReply = pageReply(mailReply).meta({ id: 'MailOrderPage' })
export const movePageReply = pageReply(moveReply).meta({ id: 'MoveOrderPage' })

const paymentFields = {
  clientSecret: clientSecretText,
  amount: intLike(1000),
  currency: currencyOut,
  payBefore: timeOut('2026-12-04T10:00:00Z'),
}
const nothingToPay = z.object({}).strict()
/** An empty object means that nothing is to be paid. */
export const mailPaymentReply = z.union([
  z.object({ mailId: idField('mail'), ...paymentFields }).meta({ id: 'MailPayment' }),
  nothingToPay,
])
export const movePaymentReply = z.union([
  z.object({ moveId: idField('move'), ...paymentFields }).meta({ id: 'MovePayment' }),
  nothingToPay,
])

/**
 * The fields of both kinds. Listed one by one, so that a new field of a view is never exposed
 * automatically.
 */
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
  refundedAmount: view.own?.refundedAmount ?? null,
  refundOwed: view.own?.refundOwed ?? null,
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

/** A payment that can be made, without the order's id, since its name differs by kind. */
export const paymentOut = ({
  clientSecret,
  amount,
  currency,
  payBefore,
}: PayableOrder<'mail' | 'move'>) => ({
  clientSecret,
  amount,
  currency,
  payBefore: isoTime(payBefore),
})
