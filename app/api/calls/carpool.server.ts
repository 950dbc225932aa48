import * as z from 'zod'
import { defineCall, noContent, reply } from '#app/api/define.server.ts'
import type { ErrorCode } from '#app/domain/error.ts'
import { SHARING_VERSION } from '#app/domain/group/consent.ts'
import type { AirportId, CarpoolId, ParticipantId } from '#app/domain/id.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import { type Instant, isoTime, londonDay } from '#app/domain/time.ts'
import {
  type CarpoolCreateForm,
  carpoolCreateSchema,
  carpoolJoinSchema,
  carpoolListSchema,
} from '#app/schemas/carpool.server.ts'
import { currencyOut, dayFilter, idField, pricesOut, textLike } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import type { CarpoolDraft } from '#app/services/groups/carpools.server.ts'
import {
  carpoolOut,
  carpoolPageReply,
  carpoolRecordReply,
  carpoolReply,
  draftReply,
  holdReply,
  intentReply,
  recordOut,
} from './carpool-replies.server.ts'
import { pricesByPeople } from './prices.server.ts'

const carpoolParams = z.object({ id: idField('car').transform((id) => id as CarpoolId) })
const participantParams = z.object({
  participantId: idField('par').transform((id) => id as ParticipantId),
})
const paymentErrors = [
  'holdExpired',
  'paymentInitFailed',
  'unavailable',
] as const satisfies ErrorCode[]
const formErrors = ['flightTimeOrder', 'invalidLocalTime'] as const satisfies ErrorCode[]

const draftOf = ({ carpoolDatetime, airportId, ...rest }: CarpoolCreateForm): CarpoolDraft => ({
  ...rest,
  airportId: airportId as AirportId,
  carpoolAt: carpoolDatetime,
})

/** Renames the one field that has different names in API and domain, in a failure that names it. */
const inApiWords = (failed: Result<never>): Result<never> =>
  !failed.ok && failed.error.params?.field === 'carpoolAt'
    ? fail(failed.error.code, { field: 'carpoolDatetime' })
    : failed

const list = defineCall({
  method: 'GET',
  path: '/carpool/list',
  tag: 'carpool',
  auth: 'optional',
  query: carpoolListSchema,
  responses: { 200: carpoolPageReply },
  handler: async ({ query, viewer, context }) => {
    const { items, nextCursor } = await context.carpools.list(query, viewer)
    const cards = items.map((card) => carpoolOut(card, context.language, viewer !== null))
    return reply(200, { items: cards, nextCursor })
  },
})

const airportPrices = defineCall({
  method: 'GET',
  path: '/carpool/airport-prices',
  tag: 'carpool',
  auth: 'none',
  query: z.object({ date: dayFilter }),
  responses: {
    200: z.object({
      items: z.array(
        z.object({
          airportId: idField('air'),
          airportName: textLike(sample.airportName.zh),
          terminals: z.array(z.string()).meta({ examples: [sample.terminals] }),
          prices: pricesOut,
          period: z.enum(['normal', 'special']),
        }),
      ),
      currency: currencyOut,
    }),
  },
  handler: async ({ query, context }) => {
    const prices = await context.catalog.airportPrices(query.date ?? londonDay(context.clock.now()))
    const items = prices.map((airport) => ({
      airportId: airport.id,
      airportName: airport.name[context.language],
      terminals: airport.terminals,
      prices: pricesByPeople(airport.prices),
      period: airport.period,
    }))
    return reply(200, { items, currency: 'gbp' })
  },
})

const get = defineCall({
  method: 'GET',
  path: '/carpool/:id',
  tag: 'carpool',
  auth: 'optional',
  params: carpoolParams,
  responses: { 200: carpoolReply },
  errors: ['invalidCarpool'],
  handler: async ({ params, viewer, context }) => {
    const card = await context.carpools.find(params.id, viewer)
    if (!card) return fail('invalidCarpool')
    return reply(200, carpoolOut(card, context.language, viewer !== null))
  },
})

const checkJoin = defineCall({
  method: 'GET',
  path: '/carpool/:id/check-join',
  tag: 'carpool',
  auth: 'user',
  params: carpoolParams,
  responses: { 200: z.boolean() },
  handler: async ({ params, viewer, context }) =>
    reply(200, await context.carpools.isJoined(params.id, viewer)),
})

const draft = defineCall({
  method: 'POST',
  path: '/carpool/deposit-payment-intent-for-create',
  tag: 'carpool',
  auth: 'user',
  body: (now: Instant) => carpoolCreateSchema({ now }),
  strict: true,
  idempotent: true,
  responses: { 201: draftReply },
  errors: [...formErrors, ...paymentErrors, 'rateLimited', 'operationExpired'],
  handler: async ({ body, viewer, idempotencyKey, context }) => {
    // The key identifies the attempt: a retry whose first answer was lost finds the same draft.
    const attempt = idempotencyKey ?? crypto.randomUUID()
    const drafted = await context.carpools.draft(viewer, draftOf(body), attempt, SHARING_VERSION)
    if (!drafted.ok) return drafted
    const { groupId, participantId, clientSecret, amount, currency, holdExpiresAt } = drafted.value
    return reply(201, {
      carpoolId: groupId,
      participantId,
      clientSecret,
      amount,
      currency,
      holdExpiresAt: isoTime(holdExpiresAt),
    })
  },
})

const create = defineCall({
  method: 'POST',
  path: '/carpool/create',
  tag: 'carpool',
  auth: 'user',
  // The earliest day was checked when the draft was made; midnight may have passed during payment.
  body: carpoolCreateSchema({ now: null }).safeExtend({
    tempParticipantId: idField('par').transform((id) => id as ParticipantId),
  }),
  strict: true,
  idempotent: true,
  responses: { 201: carpoolReply },
  errors: [
    ...formErrors,
    'notFound',
    'paymentNotConfirmed',
    'holdExpired',
    'operationExpired',
    'unavailable',
  ],
  handler: async ({ body: { tempParticipantId, ...form }, viewer, context }) => {
    const created = await context.carpools.confirmCreate(viewer, tempParticipantId, draftOf(form))
    if (!created.ok) return inApiWords(created)
    return reply(201, carpoolOut(created.value, context.language, true))
  },
})

const cancelTemporary = defineCall({
  method: 'DELETE',
  path: '/carpool/cancel-temporary-carpool/:id',
  tag: 'carpool',
  auth: 'user',
  params: z.object({
    id: idField('car').transform((id): CarpoolId | ParticipantId => id as CarpoolId),
  }),
  responses: { 204: null },
  errors: ['notFound', 'invalidCarpool', 'notOpen', 'alreadyPaid', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const gone = await context.carpools.giveUp(viewer, params.id)
    return gone.ok ? noContent : gone
  },
})

const join = defineCall({
  method: 'POST',
  path: '/carpool/:id/join',
  tag: 'carpool',
  auth: 'user',
  params: carpoolParams,
  body: carpoolJoinSchema,
  strict: true,
  idempotent: true,
  responses: { 201: holdReply },
  errors: [
    'invalidLocalTime',
    'invalidCarpool',
    'notOpen',
    'cutoffPassed',
    'carpoolFull',
    'alreadyJoined',
    'flightTimeOrder',
    'flightTimeRangeError',
    'rateLimited',
    'unavailable',
  ],
  handler: async ({ params, body, viewer, context }) => {
    const held = await context.carpools.hold(viewer, params.id, body, SHARING_VERSION)
    if (!held.ok) return held
    const { holdExpiresAt, inFull: _, ...reply } = held.value
    return ok({ status: 201, body: { ...reply, holdExpiresAt: isoTime(holdExpiresAt) } })
  },
})

const depositIntent = defineCall({
  method: 'GET',
  path: '/carpool/deposit-payment-intent/:participantId',
  tag: 'carpool',
  auth: 'user',
  params: participantParams,
  responses: { 200: intentReply },
  errors: [...paymentErrors, 'notFound', 'alreadyPaid'],
  handler: async ({ params, viewer, context }) => {
    const intent = await context.carpools.payDeposit(viewer, params.participantId, true)
    if (!intent.ok) return intent
    const { clientSecret, amount, currency } = intent.value
    return reply(200, { clientSecret, amount, currency })
  },
})

const confirmJoin = defineCall({
  method: 'POST',
  path: '/carpool/confirm-join/:participantId',
  tag: 'carpool',
  auth: 'user',
  params: participantParams,
  responses: { 200: carpoolRecordReply },
  errors: ['notFound', 'paymentNotConfirmed', 'holdExpired', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const joined = await context.carpools.confirmDeposit(viewer, params.participantId)
    return joined.ok ? reply(200, recordOut(joined.value, context.language)) : joined
  },
})

export const carpoolCalls = [
  list,
  airportPrices,
  get,
  checkJoin,
  draft,
  create,
  cancelTemporary,
  join,
  depositIntent,
  confirmJoin,
]
