import * as z from 'zod'
import { defineCall, PAYMENT_ERRORS } from '#app/api/define.server.ts'
import { pageOf, pageOut, pageReply } from '#app/api/page.server.ts'
import { carpoolFlightFields, carpoolInfoFields } from '#app/carpool/schema.server.ts'
import {
  changeFlight,
  editInfo,
  readDepositStanding,
  readPaymentState,
  repayDeposit,
} from '#app/carpool/service/carpool-actions.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { carpoolIdOf } from '#app/group/service/group-id.server.ts'
import { confirmBalance, prepareBalance } from '#app/group/service/groups.server.ts'
import { fail, ok } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
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
import {
  carpoolRecordReply,
  depositStatusOut,
  depositStatusReply,
  intentReply,
  recordOut,
} from './carpool-replies.server.ts'

const participant = z.object({ participantId: idField('par') })

const depositStatus = defineCall('GET /user/participant/status/:participantId', {
  auth: 'user',
  params: participant,
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
  handler: ({ params, viewer, context }) =>
    readDepositStanding(context, viewer, params.participantId),
  out: ({ isValid, status, ...standing }) => ({
    ...standing,
    depositStatus: { isValid, status: status as (typeof DEPOSIT_STATUSES)[number] },
  }),
})

const repayDepositCall = defineCall('POST /user/participant/repay-deposit', {
  auth: 'user',
  body: participant.extend({ userId: idField('usr'), carpoolId: idField('car') }),
  strict: true,
  responses: { 200: intentReply },
  errors: [...PAYMENT_ERRORS, 'holdExpired'],
  handler: async ({ body: { carpoolId, participantId }, viewer, context }) =>
    carpoolIdOf(participantId) === carpoolId
      ? repayDeposit(context, viewer, participantId, true)
      : fail('notFound'),
})

/** The id breaks ties between places that depart at the same moment. */
const positionOf = ({ carpoolAt, participantId }: CarpoolRecord) => ({
  at: carpoolAt,
  id: participantId,
})
const recordPage = pageReply(carpoolRecordReply).meta({ id: 'CarpoolRecordPage' })

/** One of the two lists of records, defined by the places it includes and its order. */
const recordList = (
  list: 'ongoing' | 'completed',
  places: CarpoolRecord['list'][],
  order: 'asc' | 'desc',
) =>
  defineCall(`GET /user/my/${list}`, {
    auth: 'user',
    query: z.object(pageQuery),
    responses: { 200: recordPage },
    handler: async ({ query, viewer, context }) => {
      const records = await readCarpoolRecords(context, viewer)
      const listed = records.filter(({ list: place }) => places.includes(place))
      const page = pageOf(listed, positionOf, { ...query, order })
      return ok(pageOut(page, recordOut, context.language))
    },
  })

const payRemaining = defineCall('POST /user/my/pay-remaining', {
  auth: 'user',
  body: participant.extend({
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
  errors: [...PAYMENT_ERRORS, 'balanceNotDue', 'depositReleased', 'notEnoughPoints'],
  handler: ({ body, viewer, context }) => {
    const points = body.usePoints ? (body.points ?? 'all') : 0
    return prepareBalance(carpoolKind, context, viewer, body.participantId, points)
  },
})

const confirmRemaining = defineCall('POST /user/my/confirm-remaining', {
  auth: 'user',
  body: participant,
  strict: true,
  responses: { 200: carpoolRecordReply },
  errors: ['notFound', 'paymentNotConfirmed', 'unavailable'],
  handler: ({ body, viewer, context }) =>
    confirmBalance(carpoolKind, context, viewer, body.participantId),
  out: recordOut,
})

const paymentStatus = defineCall('GET /user/my/payment-status/:participantId', {
  auth: 'user',
  params: participant,
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
  handler: ({ params, viewer, context }) => readPaymentState(context, viewer, params.participantId),
  out: (state) => ({
    ...state,
    deposit: { ...state.deposit, status: depositStatusOut(state.deposit) },
  }),
})

const { nLocation, ...info } = carpoolInfoFields

const updateOpenParticipant = defineCall('POST /user/update-open-participant', {
  auth: 'user',
  body: (now: Instant) =>
    participant.extend({ ...info, nlocation: nLocation }).check(notTooFar(now, 'flightTime')),
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
  handler: ({ body: { participantId, nlocation, ...rest }, viewer, context }) =>
    editInfo(context, viewer, participantId, { ...rest, nLocation: nlocation }),
  out: recordOut,
})

const changeFlightCall = defineCall('POST /user/change-flight', {
  auth: 'user',
  body: (now: Instant) =>
    participant.extend(carpoolFlightFields).check(notTooFar(now, 'flightTime')),
  responses: { 200: carpoolRecordReply },
  errors: ['notFound', 'notOpen', 'operationExpired', 'invalidLocalTime', 'unavailable'],
  handler: ({ body: { participantId, ...flight }, viewer, context }) =>
    changeFlight(context, viewer, participantId, flight),
  out: recordOut,
})

export const userCarpoolCalls = [
  depositStatus,
  repayDepositCall,
  recordList('ongoing', ['joined', 'exited'], 'asc'),
  recordList('completed', ['history'], 'desc'),
  payRemaining,
  confirmRemaining,
  paymentStatus,
  updateOpenParticipant,
  changeFlightCall,
]
