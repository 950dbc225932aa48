import * as z from 'zod'
import { defineCall, noContent, reply } from '#app/api/define.server.ts'
import type { CarpoolId } from '#app/domain/id.ts'
import { idField } from '#app/schemas/common.server.ts'
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

export const carpoolLifeCalls = [exit, convertToPrivate, cancelFailed]
