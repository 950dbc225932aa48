import * as z from 'zod'
import { defineCall, noContent, reply } from '#app/api/define.server.ts'
import { refusalOf } from '#app/api/problem.server.ts'
import type { ErrorCode } from '#app/domain/error.ts'
import { SHARING_VERSION } from '#app/domain/group/consent.ts'
import { is } from '#app/domain/group/status.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import { type Instant, isoTime } from '#app/domain/time.ts'
import { fieldError, idField, rankedPageQuery, stripeIdText } from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'
import {
  tripCreateSchema,
  tripJoinFields,
  tripJoinSchema,
  tripListSchema,
  tripPeopleSchema,
} from '#app/schemas/trip.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { BareTripRecord } from '#app/services/groups/trips.server.ts'
import {
  tripBalanceReply,
  tripDepositReply,
  tripOut,
  tripPageReply,
  tripReply,
} from './trip-replies.server.ts'

const startErrors = [
  'rateLimited',
  'paymentInitFailed',
  'unavailable',
] as const satisfies ErrorCode[]
const confirmErrors = [
  'notFound',
  'invalidPaymentAmount',
  'paymentNotConfirmed',
  'unavailable',
] as const satisfies ErrorCode[]

const named = { tripId: idField('trip'), userId: idField('usr') }
const pence = (example: number) =>
  z
    .int()
    .min(0)
    .meta({ description: 'Pence', examples: [example] })
/**
 * The payment intent's id from a sent text, which may be its client secret, since that begins with
 * the id. Null if there is none.
 */
const intentIdOf = (text: string | null | undefined): string | null =>
  (text ?? '').trim().split('_secret_', 1)[0] || null
const stripeIdMeta = { description: 'A payment intent’s id, or its client secret' }
const stripeId = stripeIdText
  .transform(intentIdOf)
  .refine((id) => id !== null, { error: issue('required') })
  .meta(stripeIdMeta)
const stripeIdIfAny = stripeIdText.nullish().transform(intentIdOf).meta(stripeIdMeta)
/** Makes a check run even if another field is invalid. */
const always = { when: () => true }

const create = defineCall({
  method: 'POST',
  path: '/trip/create',
  tag: 'trip',
  auth: 'user',
  body: (now: Instant) => tripCreateSchema({ now }),
  idempotent: true,
  responses: { 201: z.object({ id: idField('trip') }) },
  errors: ['invalidLocalTime', 'alreadyPaid', 'operationExpired', 'rateLimited', 'unavailable'],
  handler: async ({ body, viewer, idempotencyKey, context }) => {
    // The key identifies the attempt: a retry whose first answer was lost finds the same trip.
    const attempt = idempotencyKey ?? crypto.randomUUID()
    const made = await context.trips.create(viewer, body, attempt, SHARING_VERSION)
    return made.ok ? reply(201, { id: made.value.id }) : made
  },
})

const get = defineCall({
  method: 'POST',
  path: '/trip/get',
  tag: 'trip',
  auth: 'user',
  query: z.object({
    cursor: rankedPageQuery.cursor,
    limit: rankedPageQuery.limit.unwrap().optional(),
  }),
  body: tripListSchema,
  responses: { 200: tripPageReply },
  handler: async ({ query, body, viewer, context }) => {
    const cursor = query.cursor ?? body.cursor
    const filter = { ...body, cursor, limit: query.limit ?? body.limit }
    const { items, nextCursor } = await context.trips.list(filter, viewer)
    return reply(200, { items: items.map(tripOut), nextCursor })
  },
})

/** Accepts a field unchecked, but documents it with the schema it must match where it is needed. */
const asSent = (field: z.ZodType) => {
  const { $schema: _, ...described } = z.toJSONSchema(field, {
    io: 'input',
    unrepresentable: 'any',
  })
  return z.unknown().optional().meta(described)
}
/**
 * The travel details. Only checked when needed: a trip's creator does not send them, and only some
 * trips need flights.
 */
const travelSent = z.object(
  Object.fromEntries(Object.entries(tripJoinFields).map(([name, field]) => [name, asSent(field)])),
)
type Travel = z.output<typeof travelSent>

/** The caller's own trip, not opened yet or cancelled: `payBase` decides about its deposit. */
const isDraft = ({ creates, status }: BareTripRecord) => creates && is(status, 'draft', 'cancelled')
const says = (sent: object) =>
  Object.values(sent).some((value) => value !== undefined && value !== null)
const isPayable = ({ seat }: BareTripRecord, travel: Travel) =>
  seat === 'taken' || (seat !== 'gone' && !says(travel))

/**
 * Makes sure the caller has a place to pay for. A trip the caller created waits for its deposit,
 * and so does a hold if nothing new is sent. Otherwise the hold is made or corrected: by the join
 * form, or without it for so many people, who say later how they travel.
 */
async function takePlace(
  viewer: User,
  id: string,
  travel: Travel,
  context: AppContext,
): Promise<Result<null>> {
  const own = await context.trips.place(viewer, id)
  if (!own.ok && own.error.code !== 'notFound') return own
  if (own.ok && (isDraft(own.value) || isPayable(own.value, travel))) return ok(null)
  const { people, ...details } = travel
  const known = own.ok && own.value.seat === 'held' && !says(details) ? own.value.party : null
  const schema = says(details)
    ? tripJoinSchema({
        now: context.clock.now(),
        needsFlight: await context.trips.needsFlight(id),
      })
    : tripPeopleSchema
  const read = schema.safeParse(says(details) ? travel : { people }, { error: fieldError })
  if (!read.success) return { ok: false, error: refusalOf(read.error.issues, context.t) }
  const party = known ? { ...known, people: read.data.people } : read.data
  const held = await context.trips.hold(viewer, id, party, SHARING_VERSION)
  return held.ok ? ok(null) : held
}

const payBase = defineCall({
  method: 'POST',
  path: '/trip/pay-base',
  tag: 'trip',
  auth: 'user',
  body: z.object({ ...named, ...travelSent.shape }),
  strict: true,
  responses: { 200: tripDepositReply },
  errors: [
    ...startErrors,
    'invalidLocalTime',
    'notFound',
    'notOpen',
    'cutoffPassed',
    'carpoolFull',
    'alreadyJoined',
    'flightTimeRangeError',
    'alreadyPaid',
    'holdExpired',
    'paymentNotConfirmed',
  ],
  handler: async ({ body: { tripId, userId: _, ...travel }, viewer, context }) => {
    const taken = await takePlace(viewer, tripId, travel, context)
    if (!taken.ok) return taken
    const payable = await context.trips.payDeposit(viewer, tripId)
    if (!payable.ok) return payable
    const { participantId, clientSecret, amount, currency, holdExpiresAt } = payable.value
    return reply(200, {
      participantId,
      clientSecret,
      amount,
      currency,
      holdExpiresAt: isoTime(holdExpiresAt),
    })
  },
})

/** What the caller claims to have paid: the deposit, and the balance if that is due too. */
const joinSent = z
  .object({
    ...named,
    basePrice: pence(2000),
    baseStripeId: stripeId,
    balancePrice: pence(3000).nullish(),
    balanceStripeId: stripeIdIfAny,
  })
  .check(
    z.refine(({ balancePrice, balanceStripeId }) => !balanceStripeId || Boolean(balancePrice), {
      message: issue('required'),
      path: ['balancePrice'],
      ...always,
    }),
  )

const join = defineCall({
  method: 'POST',
  path: '/trip/join',
  tag: 'trip',
  auth: 'user',
  body: joinSent,
  strict: true,
  responses: { 200: tripReply },
  errors: [...confirmErrors, 'holdExpired'],
  handler: async ({ body, viewer, context }) => {
    const base = { intentId: body.baseStripeId, price: body.basePrice }
    const balance = { intentId: body.balanceStripeId, price: body.balancePrice ?? 0 }
    const joined = await context.trips.confirmJoinSent(viewer, body.tripId, base, balance)
    return joined.ok ? reply(200, tripOut(joined.value)) : joined
  },
})

const payBalance = defineCall({
  method: 'POST',
  path: '/trip/pay-balance',
  tag: 'trip',
  auth: 'user',
  body: z.object(named),
  strict: true,
  responses: { 200: tripBalanceReply },
  errors: [
    ...startErrors,
    'notFound',
    'balanceNotDue',
    'alreadyPaid',
    'operationExpired',
    'paymentNotConfirmed',
  ],
  handler: async ({ body, viewer, context }) => {
    const payable = await context.trips.payBalance(viewer, body.tripId)
    if (!payable.ok) return payable
    const { clientSecret, amount, currency } = payable.value
    // Only points can leave nothing to pay by card, and trips do not take points.
    return clientSecret === null
      ? fail('alreadyPaid')
      : reply(200, { clientSecret, amount, currency })
  },
})

const balance = defineCall({
  method: 'POST',
  path: '/trip/balance',
  tag: 'trip',
  auth: 'user',
  body: z.object({ ...named, balancePrice: pence(3000), balanceStripeId: stripeIdIfAny }).check(
    z.refine(
      ({ balancePrice, balanceStripeId }) => balancePrice === 0 || Boolean(balanceStripeId),
      {
        message: issue('required'),
        path: ['balanceStripeId'],
        ...always,
      },
    ),
  ),
  strict: true,
  responses: { 200: tripReply },
  errors: confirmErrors,
  handler: async ({ body, viewer, context }) => {
    const sent = { intentId: body.balanceStripeId, price: body.balancePrice }
    const paid = await context.trips.confirmBalanceSent(viewer, body.tripId, sent)
    return paid.ok ? reply(200, tripOut(paid.value)) : paid
  },
})

const cancelTemporary = defineCall({
  method: 'DELETE',
  path: '/trip/:id/temporary',
  tag: 'trip',
  auth: 'user',
  params: z.object({ id: idField('trip') }),
  responses: { 204: null },
  errors: ['notFound', 'alreadyPaid', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const gone = await context.trips.giveUp(viewer, params.id)
    return gone.ok ? noContent : gone
  },
})

export const tripCalls = [create, get, payBase, join, payBalance, balance, cancelTemporary]
