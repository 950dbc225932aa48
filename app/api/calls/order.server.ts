import * as z from 'zod'
import { type CallInput, defineCall, noContent, reply } from '#app/api/define.server.ts'
import type { ErrorCode } from '#app/domain/error.ts'
import type { DraftOf, OrderKind } from '#app/domain/order/order.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import { clientSecretText, idField, stripeIdText } from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { mailCreateSchema, moveCreateSchema, orderListSchema } from '#app/schemas/order.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { OrderView } from '#app/services/orders/order-views.server.ts'
import {
  mailOut,
  mailPageReply,
  mailPaymentReply,
  mailReply,
  moveOut,
  movePageReply,
  movePaymentReply,
  moveReply,
  paymentOut,
} from './order-replies.server.ts'

const payErrors = [
  'notFound',
  'alreadyPaid',
  'operationExpired',
  'paymentNotConfirmed',
  'rateLimited',
  'paymentInitFailed',
  'unavailable',
] as const satisfies ErrorCode[]
const confirmErrors = [
  'notFound',
  'paymentNotConfirmed',
  'operationExpired',
  'unavailable',
] as const satisfies ErrorCode[]
const deleteErrors = [
  'notFound',
  'alreadyPaid',
  'paymentNotConfirmed',
  'unavailable',
] as const satisfies ErrorCode[]

const userId = idField('usr')
const mailParams = z.object({ id: idField('mail') })
const moveParams = z.object({ id: idField('move') })
const clientSecret = clientSecretText.min(1)

type From<B> = CallInput<undefined, undefined, B, 'user'>

/**
 * Creates one order per attempt: a retry whose first answer was lost finds the same order by its
 * key.
 */
async function make<K extends OrderKind>(
  kind: K,
  draft: DraftOf<K>,
  {
    viewer,
    idempotencyKey,
    context,
  }: Pick<From<undefined>, 'viewer' | 'idempotencyKey' | 'context'>,
): Promise<Result<string>> {
  const made = await context.orders.create(
    viewer,
    kind,
    draft,
    idempotencyKey ?? crypto.randomUUID(),
  )
  return made.ok ? ok(made.value.id) : made
}

type Asked = Pick<
  CallInput<undefined, typeof orderListSchema, undefined, 'optional'>,
  'query' | 'context'
>

async function listOf<T>(
  kind: OrderKind,
  { query, context, viewer }: Asked & { viewer: User | null },
  out: (view: OrderView) => T,
): Promise<Result<{ status: 200; body: { items: T[]; nextCursor: string | null } }>> {
  if (query.mine && !viewer) return fail('loginExpired')
  const { items, nextCursor } = await context.orders.list(kind, query, viewer, context.language)
  return reply(200, { items: items.map(out), nextCursor })
}

const mailCreate = defineCall({
  method: 'POST',
  path: '/mail/create',
  tag: 'mail',
  auth: 'user',
  body: (now: Instant) => mailCreateSchema({ now }),
  idempotent: true,
  responses: { 201: z.object({ mailId: idField('mail') }) },
  errors: ['rateLimited', 'unavailable'],
  handler: async ({ body, ...input }) => {
    const made = await make('mail', body, input)
    return made.ok ? reply(201, { mailId: made.value }) : made
  },
})

const mailGet = defineCall({
  method: 'GET',
  path: '/mail/get',
  tag: 'mail',
  auth: 'optional',
  query: orderListSchema,
  responses: { 200: mailPageReply },
  handler: (input) => listOf('mail', input, mailOut),
})

const mailPayBase = defineCall({
  method: 'POST',
  path: '/mail/pay-base',
  tag: 'mail',
  auth: 'user',
  body: z.object({ mailId: idField('mail'), userId }),
  strict: true,
  responses: { 200: mailPaymentReply },
  errors: payErrors,
  handler: async ({ body, viewer, context }) => {
    const due = await context.orders.payBase(viewer, 'mail', body.mailId)
    if (!due.ok) return due
    return reply(200, due.value ? { mailId: due.value.id, ...paymentOut(due.value) } : {})
  },
})

const mailAddStripe = defineCall({
  method: 'POST',
  path: '/mail/add-stripe',
  tag: 'mail',
  auth: 'user',
  body: z.object({ mailId: idField('mail'), clientSecret }),
  strict: true,
  responses: { 200: mailReply },
  errors: confirmErrors,
  handler: async ({ body, viewer, context }) => {
    const noted = await context.orders.register(viewer, 'mail', body.mailId, body.clientSecret)
    return noted.ok ? reply(200, mailOut(noted.value)) : noted
  },
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

/** What the caller claims to have paid; undefined if they sent no payment. */
function sentPayment({ basePrice, baseStripeId }: z.output<typeof paymentSent>) {
  const [intentId] = (baseStripeId ?? '').split('_secret_', 1)
  return intentId ? { intentId, amount: basePrice ?? 0 } : undefined
}

const mailJoin = defineCall({
  method: 'POST',
  path: '/mail/join',
  tag: 'mail',
  auth: 'user',
  body: paymentSent,
  strict: true,
  responses: { 200: mailReply },
  errors: [...confirmErrors, 'invalidPaymentAmount'],
  handler: async ({ body, viewer, context }) => {
    const placed = await context.orders.confirm(viewer, 'mail', body.mailId, sentPayment(body))
    return placed.ok ? reply(200, mailOut(placed.value)) : placed
  },
})

const mailDelete = defineCall({
  method: 'DELETE',
  path: '/mail/:id/delete',
  tag: 'mail',
  auth: 'user',
  params: mailParams,
  responses: { 204: null },
  errors: deleteErrors,
  handler: async ({ params, viewer, context }) => {
    const gone = await context.orders.remove(viewer, 'mail', params.id)
    return gone.ok ? noContent : gone
  },
})

const moveCreate = defineCall({
  method: 'POST',
  path: '/move/create',
  tag: 'move',
  auth: 'user',
  body: (now: Instant) => moveCreateSchema({ now }),
  idempotent: true,
  responses: { 201: z.object({ moveId: idField('move') }) },
  errors: ['rateLimited', 'unavailable'],
  handler: async ({ body, ...input }) => {
    const made = await make('move', body, input)
    return made.ok ? reply(201, { moveId: made.value }) : made
  },
})

/**
 * Visitors can browse carpools and mail; moving orders need a login
 * (docs/rules.md#who-may-do-what).
 */
const moveGet = defineCall({
  method: 'GET',
  path: '/move/get',
  tag: 'move',
  auth: 'user',
  query: orderListSchema,
  responses: { 200: movePageReply },
  handler: (input) => listOf('move', input, moveOut),
})

/** A move's id has two names here: `tripId` and `moveId` mean the same. */
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

const movePayBase = defineCall({
  method: 'POST',
  path: '/move/pay-base',
  tag: 'move',
  auth: 'user',
  body: moveNamed,
  strict: true,
  responses: { 200: movePaymentReply },
  errors: payErrors,
  handler: async ({ body, viewer, context }) => {
    const due = await context.orders.payBase(viewer, 'move', body.moveId ?? body.tripId ?? '')
    if (!due.ok) return due
    return reply(200, due.value ? { moveId: due.value.id, ...paymentOut(due.value) } : {})
  },
})

const moveAddStripe = defineCall({
  method: 'POST',
  path: '/move/add-stripe',
  tag: 'move',
  auth: 'user',
  body: z.object({ moveId: idField('move'), clientSecret }),
  strict: true,
  responses: { 200: moveReply },
  errors: confirmErrors,
  handler: async ({ body, viewer, context }) => {
    const noted = await context.orders.register(viewer, 'move', body.moveId, body.clientSecret)
    return noted.ok ? reply(200, moveOut(noted.value)) : noted
  },
})

const moveDelete = defineCall({
  method: 'DELETE',
  path: '/move/:id/delete',
  tag: 'move',
  auth: 'user',
  params: moveParams,
  responses: { 204: null },
  errors: deleteErrors,
  handler: async ({ params, viewer, context }) => {
    const gone = await context.orders.remove(viewer, 'move', params.id)
    return gone.ok ? noContent : gone
  },
})

export const mailCalls = [mailCreate, mailGet, mailPayBase, mailAddStripe, mailJoin, mailDelete]
export const moveCalls = [moveCreate, moveGet, movePayBase, moveAddStripe, moveDelete]
