import * as z from 'zod'
import { defineCall, PAYMENT_ERRORS } from '#app/api/define.server.ts'
import { pageOut } from '#app/api/page.server.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import { fail, ok } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { DraftOf, OrderKind } from '#app/orders/rules/order.ts'
import { mailCreateSchema, moveCreateSchema, orderListSchema } from '#app/orders/schema.server.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import {
  browseOrders,
  confirmBase,
  payBase,
  registerBase,
  removeOrder,
} from '#app/orders/service/orders.server.ts'
import { clientSecretText, idField, stripeIdText } from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'
import {
  mailPageReply,
  mailPaymentReply,
  mailReply,
  movePageReply,
  movePaymentReply,
  moveReply,
  orderOut,
} from './order-replies.server.ts'

const confirmErrors = [
  'notFound',
  'paymentNotConfirmed',
  'operationExpired',
  'unavailable',
] as const satisfies ErrorCode[]

const userId = idField('usr')

/** The calls that mail and moving orders share. */
function orderCalls<K extends OrderKind, Draft extends z.ZodType<DraftOf<K>>>(
  kind: K,
  createSchema: (of: { now: Instant }) => Draft,
  orderReply: typeof mailReply | typeof moveReply,
) {
  const id = { [`${kind}Id`]: idField(kind) }
  const idOf = (body: object) => String(Object.entries(body).find(([name]) => name in id)?.[1])
  const create = defineCall(`POST /${kind}/create`, {
    auth: 'user',
    body: (now: Instant) => createSchema({ now }),
    idempotent: true,
    responses: { 201: z.object(id) },
    errors: ['rateLimited', 'unavailable'],
    // A retry after a lost response gets the same order.
    handler: ({ body, viewer, attempt, context }) =>
      placeOrder(context, viewer, kind, body as DraftOf<K>, attempt),
    out: (made) => ({ [`${kind}Id`]: made.id }),
  })
  const addStripe = defineCall(`POST /${kind}/add-stripe`, {
    auth: 'user',
    body: z.object({ ...id, clientSecret: clientSecretText.min(1) }),
    strict: true,
    responses: { 200: orderReply },
    errors: confirmErrors,
    handler: ({ body: { clientSecret, ...named }, viewer, context }) =>
      registerBase(context, viewer, kind, idOf(named), String(clientSecret)),
    out: orderOut,
  })
  const remove = defineCall(`DELETE /${kind}/:id/delete`, {
    auth: 'user',
    params: z.object({ id: idField(kind) }),
    responses: { 204: null },
    errors: ['notFound', 'alreadyPaid', 'paymentNotConfirmed', 'unavailable'],
    handler: ({ params, viewer, context }) => removeOrder(context, viewer, kind, params.id),
  })
  return { create, addStripe, remove }
}

const mail = orderCalls('mail', mailCreateSchema, mailReply)
const move = orderCalls('move', moveCreateSchema, moveReply)

const mailGet = defineCall('GET /mail/get', {
  auth: 'optional',
  query: orderListSchema,
  responses: { 200: mailPageReply },
  handler: async ({ query, viewer, context }) =>
    query.mine && !viewer
      ? fail('loginExpired')
      : ok(
          pageOut(
            await browseOrders(context, 'mail', query, viewer, context.language),
            orderOut,
            context.language,
          ),
        ),
})

const mailPayBase = defineCall('POST /mail/pay-base', {
  auth: 'user',
  body: z.object({ mailId: idField('mail'), userId }),
  strict: true,
  responses: { 200: mailPaymentReply },
  errors: PAYMENT_ERRORS,
  handler: ({ body, viewer, context }) => payBase(context, viewer, 'mail', body.mailId),
  out: (due) => (due ? { ...due, mailId: due.id } : {}),
})

/**
 * A payment id and its amount come together; both are omitted, empty or 0 if nothing was to be
 * paid.
 */
const paymentSent = z
  .object({
    mailId: idField('mail'),
    userId,
    basePrice: z
      .int()
      .min(0)
      .nullish()
      .meta({ description: 'Pence', examples: [1000] }),
    baseStripeId: stripeIdText
      .trim()
      .nullish()
      .meta({ description: 'A payment intent’s id, or its client secret' }),
  })
  .check(
    z.refine(({ basePrice, baseStripeId }) => !baseStripeId || typeof basePrice === 'number', {
      message: issue('required'),
      path: ['basePrice'],
    }),
    z.refine(({ basePrice, baseStripeId }) => !basePrice || Boolean(baseStripeId), {
      message: issue('required'),
      path: ['baseStripeId'],
    }),
  )

/** The payment that the caller claims; undefined if they sent none. */
function sentPayment({ basePrice, baseStripeId }: z.output<typeof paymentSent>) {
  const [intentId] = (baseStripeId ?? '').split('_secret_', 1)
  return intentId ? { intentId, amount: basePrice ?? 0 } : undefined
}

const mailJoin = defineCall('POST /mail/join', {
  auth: 'user',
  body: paymentSent,
  strict: true,
  responses: { 200: mailReply },
  errors: [...confirmErrors, 'invalidPaymentAmount'],
  handler: ({ body, viewer, context }) =>
    confirmBase(context, viewer, 'mail', body.mailId, sentPayment(body)),
  out: orderOut,
})

/**
 * Visitors can browse carpools and mail; moving orders need a login
 * (docs/rules.md#who-may-do-what).
 */
const moveGet = defineCall('GET /move/get', {
  auth: 'user',
  query: orderListSchema,
  responses: { 200: movePageReply },
  handler: async ({ query, viewer, context }) =>
    ok(
      pageOut(
        await browseOrders(context, 'move', query, viewer, context.language),
        orderOut,
        context.language,
      ),
    ),
})

/** A move's id has two names here; `tripId` and `moveId` are the same. */
const moveNamed = z
  .object({ tripId: idField('move').optional(), moveId: idField('move').optional(), userId })
  .check(
    z.refine(({ tripId, moveId }) => tripId !== undefined || moveId !== undefined, {
      message: issue('required'),
      path: ['moveId'],
    }),
    z.refine(
      ({ tripId, moveId }) => tripId === undefined || moveId === undefined || tripId === moveId,
      {
        message: issue('moveIdsDiffer'),
        path: ['moveId'],
      },
    ),
  )

const movePayBase = defineCall('POST /move/pay-base', {
  auth: 'user',
  body: moveNamed,
  strict: true,
  responses: { 200: movePaymentReply },
  errors: PAYMENT_ERRORS,
  handler: ({ body, viewer, context }) =>
    payBase(context, viewer, 'move', body.moveId ?? body.tripId ?? ''),
  out: (due) => (due ? { ...due, moveId: due.id } : {}),
})

export const mailCalls = [mail.create, mailGet, mailPayBase, mail.addStripe, mailJoin, mail.remove]
export const moveCalls = [move.create, moveGet, movePayBase, move.addStripe, move.remove]
