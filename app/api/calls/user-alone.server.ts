import * as z from 'zod'
import { defineCall, reply } from '#app/api/define.server.ts'
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

const participantBody = z.object({ participantId: idField('par') })

/** The caller agrees to the car alone that their record shows, and gets its payment. */
const take = defineCall({
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
  rateLimit: 'PAYMENT',
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
const confirm = defineCall({
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

export const userAloneCalls = [take, confirm]
