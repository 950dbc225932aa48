import * as z from 'zod'
import { defineCall, noContent, reply } from '#app/api/define.server.ts'
import type { CarpoolId } from '#app/domain/id.ts'
import { fail } from '#app/domain/result.ts'
import { isoTime } from '#app/domain/time.ts'
import {
  clientSecretText,
  currencyOut,
  idField,
  intLike,
  timeField,
  timeOut,
} from '#app/schemas/common.server.ts'
import { carpoolRecordReply, recordOut } from './carpool-replies.server.ts'

const params = z.object({ id: idField('car').transform((id) => id as CarpoolId) })

const exit = defineCall({
  method: 'DELETE',
  path: '/carpool/:id/exit',
  tag: 'carpool',
  auth: 'user',
  params,
  responses: { 204: null },
  errors: ['notFound', 'notOpen', 'cutoffPassed', 'operationExpired', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const left = await context.carpools.exit(viewer, params.id)
    return left.ok ? noContent : left
  },
})

const convertToPrivate = defineCall({
  method: 'POST',
  path: '/carpool/:id/convert-to-private',
  tag: 'carpool',
  auth: 'user',
  params,
  idempotent: true,
  responses: { 201: carpoolRecordReply },
  errors: ['notFound', 'operationExpired', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const converted = await context.carpools.convertToPrivate(viewer, params.id)
    return converted.ok ? reply(201, recordOut(converted.value, context.language)) : converted
  },
})

const cancelFailed = defineCall({
  method: 'POST',
  path: '/carpool/:id/cancel-failed',
  tag: 'carpool',
  auth: 'user',
  params,
  responses: { 204: null },
  errors: ['notFound', 'operationExpired', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const cancelled = await context.carpools.cancelFailed(viewer, params.id)
    return cancelled.ok ? noContent : cancelled
  },
})

const participantBody = z.object({ participantId: idField('par') })

/** The caller agrees to the car alone that their record shows, and gets its payment. */
const takeAlone = defineCall({
  method: 'POST',
  path: '/user/my/take-alone',
  tag: 'user',
  auth: 'user',
  body: participantBody.extend({
    carpoolDatetime: timeField('carpoolTimeRequired', '2026-12-12T14:00'),
    amount: z
      .int()
      .min(0)
      .meta({ examples: [8500] }),
  }),
  strict: true,
  responses: {
    200: z
      .object({
        clientSecret: clientSecretText.nullable(),
        amount: intLike(8500),
        currency: currencyOut,
        expiresAt: timeOut(),
      })
      .meta({ id: 'AlonePayment' }),
  },
  errors: [
    ...(['notFound', 'operationExpired', 'versionConflict', 'moveRefused'] as const),
    ...(['invalidLocalTime', 'paymentNotConfirmed', 'rateLimited'] as const),
    ...(['paymentInitFailed', 'unavailable'] as const),
  ],
  handler: async ({ body, viewer, context }) => {
    const { participantId, carpoolDatetime: carpoolAt, amount } = body
    const agreed = await context.carpools.agreeAlone(viewer, participantId, { carpoolAt, amount })
    const made = agreed.ok ? await context.carpools.payAlone(viewer, participantId) : agreed
    if (!made.ok) return made
    const { clientSecret, until } = made.value
    const expiresAt = isoTime(until)
    return reply(200, { clientSecret, amount: made.value.amount, currency: 'gbp', expiresAt })
  },
})

/** Leads to the place in the private car. */
const confirmAlone = defineCall({
  method: 'POST',
  path: '/user/my/confirm-alone',
  tag: 'user',
  auth: 'user',
  body: participantBody,
  strict: true,
  responses: { 200: carpoolRecordReply },
  errors: ['notFound', 'paymentNotConfirmed', 'operationExpired', 'unavailable'],
  handler: async ({ body, viewer, context }) => {
    const went = await context.carpools.confirmAlone(viewer, body.participantId)
    if (!went.ok) return went
    const record = await context.carpools.record(viewer, went.value)
    return record ? reply(200, recordOut(record, context.language)) : fail('unavailable')
  },
})

export const carpoolLifeCalls = [exit, convertToPrivate, cancelFailed, takeAlone, confirmAlone]
