import * as z from 'zod'
import type { User } from '#app/account/service/sessions.server.ts'
import { defineCall } from '#app/api/define.server.ts'
import { pageOut } from '#app/api/page.server.ts'
import {
  type CarpoolCreateForm,
  carpoolCreateSchema,
  carpoolJoinSchema,
  carpoolListSchema,
} from '#app/carpool/schema.server.ts'
import { cancelFailed, convertToPrivate } from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { browseCarpools, findCarpool, isJoined } from '#app/carpool/service/carpool-reads.server.ts'
import {
  type CarpoolCard,
  type CarpoolDraft,
  confirmCreate,
  draftPayableCarpool,
  holdSeats,
} from '#app/carpool/service/carpools.server.ts'
import { readAirportPrices } from '#app/catalog/service/catalog.server.ts'
import { SHARING_VERSION } from '#app/group/rules/consent.ts'
import {
  confirmDeposit,
  giveUpPlace,
  leaveGroup,
  prepareDeposit,
} from '#app/group/service/groups.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import type { AirportId, CarpoolId, ParticipantId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { type Instant, londonDay } from '#app/kernel/time.ts'
import { currencyOut, dayFilter, idField, pricesOut, textLike } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
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

/** A card says whether the caller has joined only if they sent a token. */
const cardFor = (viewer: User | null) => (card: CarpoolCard, language: Language) => ({
  ...carpoolOut(card, language),
  ...(!viewer && { isJoined: undefined }),
})

/** Renames the one field whose name differs between API and domain, in failures that name it. */
const inApiWords = (failed: Result<never>): Result<never> =>
  !failed.ok && failed.error.params?.field === 'carpoolAt'
    ? fail(failed.error.code, { field: 'carpoolDatetime' })
    : failed

const list = defineCall('GET /carpool/list', {
  auth: 'optional',
  query: carpoolListSchema,
  responses: { 200: carpoolPageReply },
  handler: async ({ query, viewer, context }) =>
    ok(pageOut(await browseCarpools(context, query, viewer), cardFor(viewer), context.language)),
})

const airportPrices = defineCall('GET /carpool/airport-prices', {
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
    const prices = await readAirportPrices(context, query.date ?? londonDay(context.clock.now()))
    const items = prices.map(({ id, name, prices, ...airport }) => ({
      ...airport,
      airportId: id,
      airportName: name[context.language],
      prices: pricesByPeople(prices),
    }))
    return ok({ items, currency: 'gbp' as const })
  },
})

const get = defineCall('GET /carpool/:id', {
  auth: 'optional',
  params: carpoolParams,
  responses: { 200: carpoolReply },
  errors: ['invalidCarpool'],
  handler: async ({ params, viewer, context }) => {
    const card = await findCarpool(context, params.id, viewer)
    return card ? ok(cardFor(viewer)(card, context.language)) : fail('invalidCarpool')
  },
})

const checkJoin = defineCall('GET /carpool/:id/check-join', {
  auth: 'user',
  params: carpoolParams,
  responses: { 200: z.boolean() },
  handler: async ({ params, viewer, context }) => ok(await isJoined(context, params.id, viewer)),
})

const draft = defineCall('POST /carpool/deposit-payment-intent-for-create', {
  auth: 'user',
  body: (now: Instant) => carpoolCreateSchema({ now }),
  strict: true,
  idempotent: true,
  responses: { 201: draftReply },
  errors: [...formErrors, ...paymentErrors, 'rateLimited', 'operationExpired'],
  // A retry after a lost response gets the same draft.
  handler: ({ body, viewer, attempt, context }) =>
    draftPayableCarpool(context, viewer, draftOf(body), attempt, SHARING_VERSION),
  out: ({ groupId, ...draft }) => ({ ...draft, carpoolId: groupId }),
})

const create = defineCall('POST /carpool/create', {
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
    const created = await confirmCreate(context, viewer, tempParticipantId, draftOf(form))
    return created.ok ? created : inApiWords(created)
  },
  out: carpoolOut,
})

const cancelTemporary = defineCall('DELETE /carpool/cancel-temporary-carpool/:id', {
  auth: 'user',
  params: z.object({
    id: idField('car').transform((id): CarpoolId | ParticipantId => id as CarpoolId),
  }),
  responses: { 204: null },
  errors: ['notFound', 'invalidCarpool', 'notOpen', 'alreadyPaid', 'unavailable'],
  handler: ({ params, viewer, context }) => giveUpPlace(carpoolKind, context, viewer, params.id),
})

const join = defineCall('POST /carpool/:id/join', {
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
  handler: ({ params, body, viewer, context }) =>
    holdSeats(context, viewer, params.id, body, { consent: SHARING_VERSION }),
})

const depositIntent = defineCall('GET /carpool/deposit-payment-intent/:participantId', {
  auth: 'user',
  params: participantParams,
  responses: { 200: intentReply },
  errors: [...paymentErrors, 'notFound', 'alreadyPaid'],
  handler: ({ params, viewer, context }) =>
    prepareDeposit(carpoolKind, context, viewer, params.participantId, true),
})

const confirmJoin = defineCall('POST /carpool/confirm-join/:participantId', {
  auth: 'user',
  params: participantParams,
  responses: { 200: carpoolRecordReply },
  errors: ['notFound', 'paymentNotConfirmed', 'holdExpired', 'unavailable'],
  handler: ({ params, viewer, context }) =>
    confirmDeposit(carpoolKind, context, viewer, params.participantId),
  out: recordOut,
})

const exit = defineCall('DELETE /carpool/:id/exit', {
  auth: 'user',
  params: carpoolParams,
  responses: { 204: null },
  errors: ['notFound', 'notOpen', 'cutoffPassed', 'operationExpired', 'unavailable'],
  handler: ({ params, viewer, context }) => leaveGroup(carpoolKind, context, viewer, params.id),
})

const convertToPrivateCall = defineCall('POST /carpool/:id/convert-to-private', {
  auth: 'user',
  params: carpoolParams,
  idempotent: true,
  responses: { 201: carpoolRecordReply },
  errors: ['notFound', 'operationExpired', 'unavailable'],
  handler: ({ params, viewer, context }) => convertToPrivate(context, viewer, params.id),
  out: recordOut,
})

const cancelFailedCall = defineCall('POST /carpool/:id/cancel-failed', {
  auth: 'user',
  params: carpoolParams,
  responses: { 204: null },
  errors: ['notFound', 'operationExpired', 'unavailable'],
  handler: ({ params, viewer, context }) => cancelFailed(context, viewer, params.id),
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
  exit,
  convertToPrivateCall,
  cancelFailedCall,
]
