import * as z from 'zod'
import { defineCall } from '#app/api/define.server.ts'
import { carpoolWaitSchema } from '#app/carpool/schema.server.ts'
import { joinWaitlist, leaveWaitlist, readWaits } from '#app/features/waitlist/service.server.ts'
import type { CarpoolId } from '#app/kernel/id.ts'
import { MAX_PASSENGERS } from '#app/kernel/limits.ts'
import { ok } from '#app/kernel/result.ts'
import { idField, intLike, luggageReply, timeOut } from '#app/schemas/common.server.ts'
import { carpoolOut, carpoolReply } from './carpool-replies.server.ts'

const params = z.object({ id: idField('car').transform((id) => id as CarpoolId) })

const waitFields = {
  people: intLike(2),
  ...luggageReply,
  ahead: intLike(2).meta({ description: 'Parties before the caller’s' }),
  offeredUntil: timeOut('2026-12-04T12:00:00Z')
    .nullable()
    .meta({ description: 'Until when seats are kept for the caller; null: none are' }),
}
const waitReply = z.object(waitFields).meta({ id: 'Wait' })

const wait = defineCall('POST /carpool/:id/waitlist', {
  auth: 'user',
  params,
  body: carpoolWaitSchema(MAX_PASSENGERS),
  strict: true,
  idempotent: true,
  responses: { 201: waitReply },
  errors: [
    'invalidCarpool',
    'notOpen',
    'cutoffPassed',
    'seatsFree',
    'alreadyJoined',
    'alreadyWaiting',
    'waitlistClosed',
    'rateLimited',
    'unavailable',
  ],
  handler: ({ params, body, viewer, context }) =>
    joinWaitlist(context, { viewer, carpoolId: params.id, ...body }),
})

const leave = defineCall('DELETE /carpool/:id/waitlist', {
  auth: 'user',
  params,
  responses: { 204: null },
  errors: ['notFound', 'unavailable'],
  handler: ({ params, viewer, context }) =>
    leaveWaitlist(context, { viewer, carpoolId: params.id }),
})

const own = defineCall('GET /user/my/waitlists', {
  auth: 'user',
  responses: {
    200: z.object({ items: z.array(z.object({ ...waitFields, carpool: carpoolReply })) }),
  },
  handler: async ({ viewer, context }) => {
    const waits = await readWaits(context, viewer)
    const items = waits.map((wait) => ({
      ...wait,
      carpool: carpoolOut(wait.carpool, context.language),
    }))
    return ok({ items })
  },
})

export const waitlistCalls = [wait, leave, own]
