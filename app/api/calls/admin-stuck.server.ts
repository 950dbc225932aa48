import * as z from 'zod'
import { defineCall, reply } from '#app/api/define.server.ts'
import { pageReply } from '#app/api/page.server.ts'
import { ORDER_KINDS } from '#app/domain/order/order.ts'
import { isoTime } from '#app/domain/time.ts'
import {
  currencyOut,
  exampleId,
  idField,
  intLike,
  pageQuery,
  stripeIdText,
  textLike,
  timeOut,
} from '#app/schemas/common.server.ts'
import type { StripeAnswer, Stuck, StuckPayment } from '#app/services/admin/stuck.server.ts'

const shared = { tag: 'admin', auth: 'admin', scope: 'records' } as const
const idOut = textLike(exampleId('car'), exampleId('trip'), exampleId('mail'), exampleId('move'))

const stuckFields = {
  id: idOut,
  service: z.enum(['carpool', 'trip', ...ORDER_KINDS]),
  kind: z.string().meta({
    description:
      'What is to be done: resolve, release, capture, check, renew, openPrivate, sendPlace of a carpool or trip; giveUp, refund of an order',
    examples: ['release'],
  }),
  participantId: idField('par').nullable(),
  stripeId: stripeIdText.nullable(),
  since: timeOut(),
  tries: intLike(14).nullable().meta({ description: 'null where they are not counted' }),
}

const figures = z.object({
  status: textLike('requires_capture'),
  amount: intLike(2000),
  held: intLike(2000),
  captured: intLike(0),
  refunded: intLike(0),
  currency: currencyOut,
})

/** What Stripe says about a payment. */
export const stripeFields = {
  asked: z.enum(['read', 'unreachable', 'unknown', 'none']).meta({
    description: 'Whether Stripe could be asked just now; none: there is no payment to ask for',
  }),
  stripe: figures.nullable().meta({ description: 'What Stripe says now, in pence' }),
}
export const stripeOut = ({ answer, figures }: StripeAnswer) => ({
  asked: answer,
  stripe: figures && { ...figures, currency: 'gbp' as const },
})

const stuckReply = z.object(stuckFields).meta({ id: 'StuckPayment' })
const listReply = pageReply(z.object({ ...stuckFields, ...stripeFields })).meta({
  id: 'StuckPaymentPage',
})
const retryReply = z
  .object({
    id: idOut,
    decided: z.boolean(),
    items: z.array(stuckReply).meta({ description: 'What is still stuck', examples: [[]] }),
  })
  .meta({ id: 'StuckPaymentRetried' })

const stuckOut = ({ id, service, kind, participantId, intentId, sinceAt, attempts }: Stuck) => ({
  id,
  service,
  kind,
  participantId,
  stripeId: intentId,
  since: isoTime(sinceAt),
  tries: attempts,
})

const paymentOut = ({ stripe, ...stuck }: StuckPayment) => ({
  ...stuckOut(stuck),
  ...stripeOut(stripe),
})

const stuckList = defineCall({
  ...shared,
  method: 'GET',
  path: '/admin/stuck-payments',
  query: z.object(pageQuery),
  responses: { 200: listReply },
  handler: async ({ query, context }) => {
    const { items, nextCursor } = await context.admin.stuck.list(query)
    return reply(200, { items: items.map(paymentOut), nextCursor })
  },
})

const stuckRetry = defineCall({
  ...shared,
  method: 'POST',
  path: '/admin/stuck-payments/:id/retry',
  params: z.object({ id: idOut }),
  responses: { 200: retryReply },
  errors: ['unavailable'],
  handler: async ({ params, viewer, context }) => {
    const left = await context.admin.stuck.retry(params.id, viewer.id)
    if (!left.ok) return left
    return reply(200, {
      id: params.id,
      decided: left.value.length === 0,
      items: left.value.map(stuckOut),
    })
  },
})

export const adminStuckCalls = [stuckList, stuckRetry]
