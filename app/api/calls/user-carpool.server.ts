import * as z from 'zod'
import { defineCall, reply } from '#app/api/define.server.ts'
import { pageOf, pageReply } from '#app/api/page.server.ts'
import type { ErrorCode } from '#app/domain/error.ts'
import { fail } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import { carpoolFlightFields, carpoolInfoFields } from '#app/schemas/carpool.server.ts'
import {
  clientSecretText,
  currencyOut,
  type DEPOSIT_STATUSES,
  idField,
  intLike,
  notTooFar,
  PAYMENT_STATUSES,
  pageQuery,
} from '#app/schemas/common.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { carpoolIdOf } from '#app/services/groups/group-id.server.ts'
import {
  carpoolRecordReply,
  depositStatusOut,
  depositStatusReply,
  intentReply,
  recordOut,
} from './carpool-replies.server.ts'

const participantParams = z.object({ participantId: idField('par') })
const participantBody = z.object({ participantId: idField('par') })
const paymentErrors = [
  'notFound',
  'alreadyPaid',
  'operationExpired',
  'paymentNotConfirmed',
  'rateLimited',
  'paymentInitFailed',
  'unavailable',
] as const satisfies ErrorCode[]

const depositStatus = defineCall({
  method: 'GET',
  path: '/user/participant/status/:participantId',
  tag: 'user',
  auth: 'user',
  params: participantParams,
  responses: {
    200: z
      .object({
        carpoolId: idField('car'),
        depositStatus: z.object({ isValid: z.boolean(), status: depositStatusReply }),
        clientSecret: z
          .string()
          .nullable()
          .meta({ examples: [null] }),
      })
      .meta({ id: 'DepositStanding' }),
  },
  errors: ['notFound', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const standing = await context.carpools.depositStanding(viewer, params.participantId)
    if (!standing.ok) return standing
    const { carpoolId, isValid, status, clientSecret } = standing.value
    return reply(200, {
      carpoolId,
      depositStatus: { isValid, status: status as (typeof DEPOSIT_STATUSES)[number] },
      clientSecret,
    })
  },
})

const repayDeposit = defineCall({
  method: 'POST',
  path: '/user/participant/repay-deposit',
  tag: 'user',
  auth: 'user',
  body: participantBody.extend({ userId: idField('usr'), carpoolId: idField('car') }),
  strict: true,
  responses: { 200: intentReply },
  errors: [...paymentErrors, 'holdExpired'],
  handler: async ({ body: { carpoolId, participantId }, viewer, context }) => {
    if (carpoolIdOf(participantId) !== carpoolId) return fail('notFound')
    const intent = await context.carpools.repayDeposit(viewer, participantId, true)
    if (!intent.ok) return intent
    const { clientSecret, amount, currency } = intent.value
    return reply(200, { clientSecret, amount, currency })
  },
})

/** Two of a user's places may depart at the same moment, so the id breaks the tie. */
const positionOf = ({ carpoolAt, participantId }: CarpoolRecord) => ({
  at: carpoolAt,
  id: participantId,
})
const recordPage = pageReply(carpoolRecordReply).meta({ id: 'CarpoolRecordPage' })

/** One of the two lists of records, defined by the places it includes and its order. */
const recordList = (path: `/${string}`, places: CarpoolRecord['list'][], order: 'asc' | 'desc') =>
  defineCall({
    method: 'GET',
    path,
    tag: 'user',
    auth: 'user',
    query: z.object(pageQuery),
    responses: { 200: recordPage },
    handler: async ({ query, viewer, context }) => {
      const records = await context.carpools.records(viewer)
      const listed = records.filter(({ list: place }) => places.includes(place))
      const { items, nextCursor } = pageOf(listed, positionOf, { ...query, order })
      return reply(200, {
        items: items.map((record) => recordOut(record, context.language)),
        nextCursor,
      })
    },
  })

const ongoing = recordList('/user/my/ongoing', ['joined', 'exited'], 'asc')
const completed = recordList('/user/my/completed', ['history'], 'desc')

const payRemaining = defineCall({
  method: 'POST',
  path: '/user/my/pay-remaining',
  tag: 'user',
  auth: 'user',
  body: participantBody.extend({
    usePoints: z.boolean().default(true),
    points: z
      .int()
      .min(0)
      .optional()
      .meta({ examples: [500] }),
  }),
  strict: true,
  responses: {
    200: z
      .object({
        clientSecret: clientSecretText.nullable(),
        amount: intLike(1300),
        originalAmount: intLike(1800),
        pointsDeducted: intLike(500),
        deductedAmount: intLike(500),
        currency: currencyOut,
      })
      .meta({ id: 'BalancePayment' }),
  },
  errors: [...paymentErrors, 'balanceNotDue', 'depositReleased', 'notEnoughPoints'],
  handler: async ({ body, viewer, context }) => {
    const points = body.usePoints ? (body.points ?? 'all') : 0
    const payable = await context.carpools.payBalance(viewer, body.participantId, points)
    if (!payable.ok) return payable
    const { clientSecret, amount, originalAmount, pointsDeducted, deductedAmount, currency } =
      payable.value
    return reply(200, {
      clientSecret,
      amount,
      originalAmount,
      pointsDeducted,
      deductedAmount,
      currency,
    })
  },
})

const confirmRemaining = defineCall({
  method: 'POST',
  path: '/user/my/confirm-remaining',
  tag: 'user',
  auth: 'user',
  body: participantBody,
  strict: true,
  responses: { 200: carpoolRecordReply },
  errors: ['notFound', 'paymentNotConfirmed', 'unavailable'],
  handler: async ({ body, viewer, context }) => {
    const paid = await context.carpools.confirmBalance(viewer, body.participantId)
    return paid.ok ? reply(200, recordOut(paid.value, context.language)) : paid
  },
})

const paymentStatus = defineCall({
  method: 'GET',
  path: '/user/my/payment-status/:participantId',
  tag: 'user',
  auth: 'user',
  params: participantParams,
  responses: {
    200: z
      .object({
        participantId: idField('par'),
        deposit: z.object({
          status: depositStatusReply,
          isValid: z.boolean(),
          amount: intLike(2000),
        }),
        balance: z
          .object({ status: z.enum(['due', 'open', 'paid']), amount: intLike(1800) })
          .nullable()
          .meta({ examples: [null] }),
        paymentStatus: z.enum(PAYMENT_STATUSES),
      })
      .meta({ id: 'PaymentState' }),
  },
  errors: ['notFound', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const state = await context.carpools.paymentState(viewer, params.participantId)
    if (!state.ok) return state
    const { participantId, deposit, balance, paymentStatus } = state.value
    const { isValid, amount } = deposit
    return reply(200, {
      participantId,
      deposit: { status: depositStatusOut(deposit), isValid, amount },
      balance: balance && { status: balance.status, amount: balance.amount },
      paymentStatus,
    })
  },
})

const { nLocation, ...info } = carpoolInfoFields

const updateOpenParticipant = defineCall({
  method: 'POST',
  path: '/user/update-open-participant',
  tag: 'user',
  auth: 'user',
  body: (now: Instant) =>
    participantBody.extend({ ...info, nlocation: nLocation }).check(notTooFar(now, 'flightTime')),
  responses: { 200: carpoolRecordReply },
  errors: [
    'notFound',
    'notOpen',
    'cutoffPassed',
    'flightTimeOrder',
    'flightTimeRangeError',
    'invalidLocalTime',
    'unavailable',
  ],
  handler: async ({ body: { participantId, nlocation, ...rest }, viewer, context }) => {
    const edited = await context.carpools.editInfo(viewer, participantId, {
      ...rest,
      nLocation: nlocation,
    })
    return edited.ok ? reply(200, recordOut(edited.value, context.language)) : edited
  },
})

const changeFlight = defineCall({
  method: 'POST',
  path: '/user/change-flight',
  tag: 'user',
  auth: 'user',
  body: (now: Instant) =>
    participantBody.extend(carpoolFlightFields).check(notTooFar(now, 'flightTime')),
  responses: { 200: carpoolRecordReply },
  errors: ['notFound', 'notOpen', 'operationExpired', 'invalidLocalTime', 'unavailable'],
  handler: async ({ body: { participantId, ...flight }, viewer, context }) => {
    const changed = await context.carpools.changeFlight(viewer, participantId, flight)
    return changed.ok ? reply(200, recordOut(changed.value, context.language)) : changed
  },
})

export const userCarpoolCalls = [
  depositStatus,
  repayDeposit,
  ongoing,
  completed,
  payRemaining,
  confirmRemaining,
  paymentStatus,
  updateOpenParticipant,
  changeFlight,
]
