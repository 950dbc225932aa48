import * as z from 'zod'
import { pageReply } from '#app/api/page.server.ts'
import { CARRIERS } from '#app/orders/rules/postage.ts'
import type { OrderView } from '#app/orders/service/order-views.server.ts'
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

/**
 * The public fields of an order; other students' addresses are cut to town and outward postcode.
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

/** The owner's fields; null for everybody else. */
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

const NOT_OWN = {
  userName: null,
  tel: null,
  isHelp: null,
  refundedAmount: null,
  refundOwed: null,
  createdAt: null,
  isBuyBox: null,
  buyBoxNum: null,
  isBoxDaytime: null,
  isEntrustFriend: null,
  friTel: null,
}

/** An order as its viewer may see it, without the fields of the other kind. */
export const orderOut = ({ own, ...view }: OrderView) => ({
  ...view,
  ...(own ?? NOT_OWN),
  isOwn: own !== null,
  basePrice: own?.baseAmount ?? null,
  currency: own && ('gbp' as const),
  payBefore: own?.payment === 'awaiting' ? own.payBefore : null,
  isShipDaytime: own?.sendDaytime ?? null,
  isDaytime: own?.sendDaytime ?? null,
})
