import * as z from 'zod'
import { codeSchema, passwordSchema, phoneSchema } from '#app/account/schema.server.ts'
import {
  changePassword,
  changePhone,
  sendPhoneCode,
} from '#app/account/service/credentials.server.ts'
import { endOwnSession, endSessions, listSessions } from '#app/account/service/sessions.server.ts'
import { defineCall } from '#app/api/define.server.ts'
import { fail, ok } from '#app/kernel/result.ts'
import { idField, textLike, timeOut } from '#app/schemas/common.server.ts'
import { callerOf, codeSentReply, findSelf, userInfoReply, userOut } from './user.server.ts'

const shared = { tag: 'user', auth: 'user' } as const

const sessionReply = z
  .object({
    id: idField('ses'),
    device: textLike('iPhone · WeChat').nullable(),
    createdAt: timeOut(),
    lastSeenAt: timeOut('2026-12-04T00:00:00Z').meta({ description: 'To the day' }),
    expiresAt: timeOut('2026-12-31T09:30:00Z'),
    current: z.boolean(),
  })
  .meta({ id: 'Session' })

const listSessionsCall = defineCall('GET /user/sessions', {
  ...shared,
  responses: { 200: z.object({ items: z.array(sessionReply) }).meta({ id: 'Sessions' }) },
  handler: async ({ viewer, token, context }) =>
    ok({ items: await listSessions(context, viewer.id, token) }),
})

const endSessionsCall = defineCall('DELETE /user/sessions', {
  ...shared,
  query: z.object({ others: z.enum(['true', 'false']).default('false') }),
  responses: { 204: null },
  handler: async ({ viewer, token, query, context }) =>
    ok(await endSessions(context, viewer.id, query.others === 'true' ? token : null)),
})

const endSession = defineCall('DELETE /user/sessions/:id', {
  ...shared,
  params: z.object({ id: idField('ses') }),
  responses: { 204: null },
  handler: async ({ viewer, params, context }) =>
    (await endOwnSession(context, viewer.id, params.id)) ? ok(null) : fail('notFound'),
})

const changePasswordCall = defineCall('PUT /user/password', {
  ...shared,
  body: passwordSchema,
  responses: { 204: null },
  errors: ['loginFailed', 'rateLimited'],
  handler: ({ viewer, token, body: { currentPassword, newPassword }, context }) =>
    changePassword(context, viewer, currentPassword, newPassword, token),
})

const sendPhoneCodeCall = defineCall('POST /user/send-verification-code-phone', {
  ...shared,
  body: codeSchema,
  responses: { 200: codeSentReply },
  errors: ['codeJustSent', 'rateLimited', 'smsFailed'],
  handler: ({ viewer, body, context }) =>
    sendPhoneCode(context, viewer.id, body.phone, callerOf(context)),
})

const changePhoneCall = defineCall('PUT /user/phone', {
  ...shared,
  body: phoneSchema,
  responses: { 200: userInfoReply },
  errors: ['loginFailed', 'verificationCodeInvalid', 'phoneTaken'],
  async handler({ viewer, token, body, context }) {
    const changed = await changePhone(context, viewer.id, body, token)
    return changed.ok ? findSelf({ viewer, context }) : changed
  },
  out: userOut,
})

export const userSecurityCalls = [
  listSessionsCall,
  endSessionsCall,
  endSession,
  changePasswordCall,
  sendPhoneCodeCall,
  changePhoneCall,
]
