import * as z from 'zod'
import type { User } from '#app/account/service/sessions.server.ts'
import { defineCall } from '#app/api/define.server.ts'
import { pageOut } from '#app/api/page.server.ts'
import { refusalOf } from '#app/api/problem.server.ts'
import { SHARING_VERSION } from '#app/group/rules/consent.ts'
import { is } from '#app/group/rules/status.ts'
import {
  giveUpPlace,
  holdInGroup,
  prepareBalance,
  prepareDeposit,
} from '#app/group/service/groups.server.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  always,
  fieldError,
  idField,
  rankedPageQuery,
  stripeIdText,
} from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import {
  tripCreateSchema,
  tripJoinFields,
  tripJoinSchema,
  tripListSchema,
  tripPeopleSchema,
} from '#app/trip/schema.server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import {
  type BareTripRecord,
  browseTrips,
  confirmBalanceSent,
  confirmJoinSent,
  createTrip,
  needsFlight,
  readTripPlace,
} from '#app/trip/service/trips.server.ts'
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

const create = defineCall('POST /trip/create', {
  auth: 'user',
  body: (now: Instant) => tripCreateSchema({ now }),
  idempotent: true,
  responses: { 201: z.object({ id: idField('trip') }) },
  errors: ['invalidLocalTime', 'alreadyPaid', 'operationExpired', 'rateLimited', 'unavailable'],
  // A retry after a lost response gets the same trip.
  handler: ({ body, viewer, attempt, context }) =>
    createTrip(context, viewer, body, attempt, SHARING_VERSION),
})

const get = defineCall('POST /trip/get', {
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
    return ok(pageOut(await browseTrips(context, filter, viewer), tripOut, context.language))
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
 * The travel details, checked only when needed: a trip's creator does not send them, and only some
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
 * Makes sure the caller has a place to pay for. A created trip that waits for its deposit is one,
 * and so is a hold unless new details are sent. Otherwise makes or corrects the hold: with the join
 * form, or without it for a number of people who send their travel details later.
 */
async function takePlace(
  viewer: User,
  id: string,
  travel: Travel,
  context: AppContext,
): Promise<Result<null>> {
  const own = await readTripPlace(context, viewer, id)
  if (!own.ok && own.error.code !== 'notFound') return own
  if (own.ok && (isDraft(own.value) || isPayable(own.value, travel))) return ok(null)
  const { people, ...details } = travel
  const known = own.ok && own.value.seat === 'held' && !says(details) ? own.value.party : null
  const schema = says(details)
    ? tripJoinSchema({
        now: context.clock.now(),
        needsFlight: await needsFlight(context, id),
      })
    : tripPeopleSchema
  const read = schema.safeParse(says(details) ? travel : { people }, { error: fieldError })
  if (!read.success) return { ok: false, error: refusalOf(read.error.issues, context.t) }
  const party = known ? { ...known, people: read.data.people } : read.data
  const held = await holdInGroup(tripKind, context, viewer, id, party, {
    consent: SHARING_VERSION,
  })
  return held.ok ? ok(null) : held
}

const payBase = defineCall('POST /trip/pay-base', {
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
    return taken.ok ? prepareDeposit(tripKind, context, viewer, tripId) : taken
  },
})

/** The payment that the caller claims: the deposit, and the balance if that is due too. */
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

const join = defineCall('POST /trip/join', {
  auth: 'user',
  body: joinSent,
  strict: true,
  responses: { 200: tripReply },
  errors: [...confirmErrors, 'holdExpired'],
  handler: ({ body, viewer, context }) => {
    const base = { intentId: body.baseStripeId, price: body.basePrice }
    const balance = { intentId: body.balanceStripeId, price: body.balancePrice ?? 0 }
    return confirmJoinSent(context, viewer, body.tripId, base, balance)
  },
  out: tripOut,
})

const payBalance = defineCall('POST /trip/pay-balance', {
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
    const payable = await prepareBalance(tripKind, context, viewer, body.tripId)
    if (!payable.ok) return payable
    const { clientSecret, ...more } = payable.value
    // Only points can leave nothing to pay by card, and trips do not take points.
    return clientSecret === null ? fail('alreadyPaid') : ok({ ...more, clientSecret })
  },
})

const balance = defineCall('POST /trip/balance', {
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
  handler: ({ body, viewer, context }) => {
    const sent = { intentId: body.balanceStripeId, price: body.balancePrice }
    return confirmBalanceSent(context, viewer, body.tripId, sent)
  },
  out: tripOut,
})

const cancelTemporary = defineCall('DELETE /trip/:id/temporary', {
  auth: 'user',
  params: z.object({ id: idField('trip') }),
  responses: { 204: null },
  errors: ['notFound', 'alreadyPaid', 'unavailable'],
  handler: ({ params, viewer, context }) => giveUpPlace(tripKind, context, viewer, params.id),
})

export const tripCalls = [create, get, payBase, join, payBalance, balance, cancelTemporary]
