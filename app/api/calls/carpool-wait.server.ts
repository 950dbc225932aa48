import * as z from 'zod'
import { defineCall, noContent, reply } from '#app/api/define.server.ts'
import type { CarpoolId } from '#app/domain/id.ts'
import { MAX_PASSENGERS } from '#app/domain/limits.ts'
import { luggageOf } from '#app/domain/luggage.ts'
import { isoTime } from '#app/domain/time.ts'
import { carpoolWaitSchema } from '#app/schemas/carpool.server.ts'
import { idField, intLike, timeOut } from '#app/schemas/common.server.ts'
import {
  joinWaitlist,
  leaveWaitlist,
  type OwnWait,
  readWaits,
} from '#app/services/groups/waitlist.server.ts'
import { carpoolOut, carpoolReply } from './carpool-replies.server.ts'
import { luggageReply } from './luggage-reply.server.ts'

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

const waitOut = (wait: OwnWait): z.output<typeof waitReply> => ({
  people: wait.people,
  ...luggageOf(wait),
  ahead: wait.ahead,
  offeredUntil: isoTime(wait.offeredUntil),
})

const wait = defineCall({
  method: 'POST',
  path: '/carpool/:id/waitlist',
  tag: 'carpool',
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
  handler: async ({ params, body, viewer, context }) => {
    const joined = await joinWaitlist(context, { viewer, carpoolId: params.id, ...body })
    return joined.ok ? reply(201, waitOut(joined.value)) : joined
  },
})

const leave = defineCall({
  method: 'DELETE',
  path: '/carpool/:id/waitlist',
  tag: 'carpool',
  auth: 'user',
  params,
  responses: { 204: null },
  errors: ['notFound', 'unavailable'],
  handler: async ({ params, viewer, context }) => {
    const left = await leaveWaitlist(context, { viewer, carpoolId: params.id })
    return left.ok ? noContent : left
  },
})

const own = defineCall({
  method: 'GET',
  path: '/user/my/waitlists',
  tag: 'user',
  auth: 'user',
  responses: {
    200: z.object({ items: z.array(z.object({ ...waitFields, carpool: carpoolReply })) }),
  },
  handler: async ({ viewer, context }) => {
    const waits = await readWaits(context, viewer)
    const items = waits.map(({ carpool, ...wait }) => ({
      ...waitOut(wait),
      carpool: carpoolOut(carpool, context.language, true),
    }))
    return reply(200, { items })
  },
})

export const waitlistCalls = [wait, leave, own]
