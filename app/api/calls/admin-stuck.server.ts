import * as z from 'zod'
import { defineCall } from '#app/api/define.server.ts'
import { pageReply } from '#app/api/page.server.ts'
import { readStuck, type StuckPayment } from '#app/console/service/stuck.server.ts'
import { ok } from '#app/kernel/result.ts'
import { ORDER_KINDS } from '#app/orders/rules/order.ts'
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

const figures = z.object({
  status: textLike('requires_capture'),
  amount: intLike(2000),
  held: intLike(2000),
  captured: intLike(0),
  refunded: intLike(0),
  currency: currencyOut,
})

const stuckReply = z.object({
  id: textLike(exampleId('car'), exampleId('trip'), exampleId('mail'), exampleId('move')),
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
  asked: z.enum(['read', 'unreachable', 'unknown', 'none']).meta({
    description: 'Whether Stripe could be asked just now; none: there is no payment to ask for',
  }),
  stripe: figures.nullable().meta({ description: 'What Stripe says now, in pence' }),
})

const stuckOut = ({
  id,
  service,
  kind,
  participantId,
  intentId,
  sinceAt,
  attempts,
  stripe: { answer, figures },
}: StuckPayment): z.input<typeof stuckReply> => ({
  id,
  service,
  kind,
  participantId,
  stripeId: intentId,
  since: sinceAt,
  tries: attempts,
  asked: answer,
  stripe: figures && { ...figures, currency: 'gbp' },
})

const stuckList = defineCall('GET /admin/stuck-payments', {
  auth: 'admin',
  scope: 'records',
  query: z.object(pageQuery),
  responses: { 200: pageReply(stuckReply).meta({ id: 'StuckPaymentPage' }) },
  handler: async ({ query, context }) => {
    const { items, nextCursor } = await readStuck(context, query)
    return ok({ items: items.map(stuckOut), nextCursor })
  },
})

export const adminStuckCalls = [stuckList]
