import * as z from 'zod'
import { defineCall, reply } from '#app/api/define.server.ts'
import {
  currencyOut,
  exampleId,
  idField,
  intLike,
  stripeIdText,
  textLike,
} from '#app/schemas/common.server.ts'
import type { FoundPayment } from '#app/services/admin/payment-checks.server.ts'
import { stripeFields, stripeOut } from './admin-stuck.server.ts'

export const paymentFields = {
  id: stripeIdText,
  purpose: z.enum(['deposit', 'balance', 'base']).meta({
    description: 'base: the base price of an order',
    examples: ['balance'],
  }),
  amount: intLike(2600).meta({ description: 'Pence' }),
  currency: currencyOut,
  subjectId: textLike(exampleId('car'), exampleId('trip'), exampleId('mail'), exampleId('move')),
  participantId: idField('par').nullable(),
  userId: idField('usr'),
}

export const paymentOut = (payment: FoundPayment) => ({
  id: payment.intentId,
  purpose: payment.purpose,
  amount: payment.amount,
  currency: 'gbp' as const,
  subjectId: payment.subjectId,
  participantId: payment.participantId,
  userId: payment.userId,
})

const shared = { tag: 'admin', auth: 'admin', scope: 'records' } as const
const onePayment = z.object({ id: stripeIdText })

const paymentGet = defineCall({
  ...shared,
  method: 'GET',
  path: '/admin/payments/:id',
  params: onePayment,
  responses: {
    200: z.object({ ...paymentFields, ...stripeFields }).meta({ id: 'AdminPayment' }),
  },
  errors: ['unavailable'],
  handler: async ({ params, context }) => {
    const { paymentChecks, stuck } = context.admin
    const found = await (await paymentChecks()).find(params.id)
    if (!found.ok) return found
    const stripe = await stuck.ask(found.value.intentId)
    return reply(200, { ...paymentOut(found.value), ...stripeOut(stripe) })
  },
})

const paymentCheck = defineCall({
  ...shared,
  method: 'POST',
  path: '/admin/payments/:id/check',
  params: onePayment,
  responses: {
    200: z.object({
      id: stripeIdText,
      changed: z.boolean().meta({
        description: 'Whether that changed what we had recorded',
        examples: [false],
      }),
    }),
  },
  errors: ['unavailable'],
  handler: async ({ params: { id }, viewer, context }) => {
    const checks = await context.admin.paymentChecks()
    const checked = await checks.check(id, viewer.id)
    return checked.ok ? reply(200, { id, ...checked.value }) : checked
  },
})

export const adminPaymentCalls = [paymentGet, paymentCheck]
