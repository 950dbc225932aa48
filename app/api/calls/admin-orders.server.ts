import * as z from 'zod'
import { defineCall } from '#app/api/define.server.ts'
import { pageReply } from '#app/api/page.server.ts'
import { accessToMove } from '#app/console/service/access.server.ts'
import {
  type AdminOrder,
  changeOrderStatus,
  readAdminOrders,
} from '#app/console/service/orders.server.ts'
import { ADDRESS_MAX } from '#app/kernel/limits.ts'
import { ok } from '#app/kernel/result.ts'
import { ORDER_KINDS, ORDER_STATUSES } from '#app/orders/rules/order.ts'
import { CARRIERS } from '#app/orders/rules/postage.ts'
import {
  currencyOut,
  dayFilter,
  dayOut,
  exampleId,
  idField,
  intLike,
  pageQuery,
  stripeIdText,
  textLike,
  timeOut,
} from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'

const shared = { tag: 'admin', auth: 'admin', scope: 'orders' } as const
const BASE_PAYMENTS = ['free', 'awaiting', 'paid', 'refunding', 'refunded'] as const

/** A field that only moving orders have. The example is null, since it shows a mail order. */
const ofMove = <T extends z.ZodType>(field: T) => field.nullable().meta({ examples: [null] })

/** All fields of an order; those that only the other kind has are null. */
const orderReply = z
  .object({
    id: textLike(exampleId('mail'), exampleId('move')),
    kind: z.enum(ORDER_KINDS),
    userId: idField('usr'),
    status: z
      .string()
      .meta({ description: 'open, processing, completed, failed', examples: ['open'] }),
    moves: z.array(z.enum(ORDER_STATUSES)).meta({
      description: 'Statuses that it can be given now',
      examples: [['processing', 'completed', 'failed']],
    }),
    payment: z
      .enum(BASE_PAYMENTS)
      .meta({ description: 'How the base price stands', examples: ['paid'] }),
    basePrice: intLike(1000).meta({ description: 'Pence; 0: nothing to pay' }),
    currency: currencyOut,
    baseStripeId: stripeIdText.nullable(),
    userName: textLike(sample.name),
    tel: textLike(sample.tel),
    isHelp: z.boolean(),
    estBoxNum: intLike(3),
    fromAddress: textLike(sample.from.address),
    fromZip: textLike(sample.from.zip),
    toAddress: textLike(sample.abroad.address),
    toZip: textLike(sample.abroad.zip),
    sendDate: dayOut,
    shipCompany: z.enum(CARRIERS).nullable(),
    isShipDaytime: z.boolean().nullable(),
    isBuyBox: z.boolean().nullable(),
    buyBoxNum: intLike(3).nullable(),
    boxDate: dayOut.nullable().meta({ examples: [sample.boxDate] }),
    isBoxDaytime: z.boolean().nullable(),
    isDaytime: ofMove(z.boolean()),
    isEntrustFriend: ofMove(z.boolean()),
    friTel: ofMove(z.string()),
    createdAt: timeOut(),
    payBefore: timeOut()
      .nullable()
      .meta({
        description: 'Until when it can be paid; null unless it waits for that',
        examples: [null],
      }),
  })
  .meta({ id: 'AdminOrder' })

const orderPage = pageReply(orderReply).meta({ id: 'AdminOrderPage' })

const orderOut = (order: AdminOrder): z.input<typeof orderReply> => ({
  id: order.id,
  kind: order.kind,
  userId: order.userId,
  status: order.status,
  moves: order.moves,
  payment: order.payment,
  basePrice: order.baseAmount,
  currency: 'gbp',
  baseStripeId: order.intentId,
  userName: order.userName,
  tel: order.tel,
  isHelp: order.isHelp,
  estBoxNum: order.estBoxNum,
  fromAddress: order.fromAddress,
  fromZip: order.fromZip,
  toAddress: order.toAddress,
  toZip: order.toZip,
  sendDate: order.sendDate,
  shipCompany: order.shipCompany,
  isShipDaytime: order.kind === 'mail' ? order.sendDaytime : null,
  isBuyBox: order.isBuyBox,
  buyBoxNum: order.buyBoxNum,
  boxDate: order.boxDate,
  isBoxDaytime: order.isBoxDaytime,
  isDaytime: order.kind === 'move' ? order.sendDaytime : null,
  isEntrustFriend: order.isEntrustFriend,
  friTel: order.friTel,
  createdAt: order.createdAt,
  payBefore: order.payment === 'awaiting' ? order.payBefore : null,
})

const orderList = defineCall('GET /admin/orders/:kind', {
  ...shared,
  params: z.object({ kind: z.enum(ORDER_KINDS) }),
  query: z.object({
    status: z.enum(ORDER_STATUSES).optional(),
    payment: z.enum(BASE_PAYMENTS).optional(),
    from: dayFilter,
    to: dayFilter,
    search: z
      .string()
      .trim()
      .max(ADDRESS_MAX)
      .optional()
      .meta({
        description: 'Part of a name, an address or a telephone number, or an id',
        examples: [sample.town],
      }),
    ...pageQuery,
  }),
  responses: { 200: orderPage },
  handler: async ({ params, query: { status, ...query }, viewer, context }) => {
    const asked = { view: status ?? ('all' as const), ...query }
    const { items, nextCursor } = await readAdminOrders(context, params.kind, asked, viewer.id)
    return ok({ items: items.map(orderOut), nextCursor })
  },
})

const orderStatus = defineCall('PUT /admin/orders/:kind/:id/status', {
  ...shared,
  confirmed: ({ status }) => accessToMove(status).confirmed === true,
  params: z.object({
    kind: z.enum(ORDER_KINDS),
    id: textLike(exampleId('mail'), exampleId('move')),
  }),
  body: z.object({ status: z.enum(ORDER_STATUSES).meta({ examples: ['processing'] }) }),
  strict: true,
  responses: { 200: orderReply },
  errors: ['paymentNotConfirmed', 'operationExpired', 'unavailable'],
  handler: async ({ params, body, viewer, context }) => {
    const moved = await changeOrderStatus(context, params.kind, params.id, body.status, {
      by: viewer.id,
    })
    return moved.ok ? ok(orderOut(moved.value)) : moved
  },
})

export const adminOrderCalls = [orderList, orderStatus]
