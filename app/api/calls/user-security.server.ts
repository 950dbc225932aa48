import * as z from 'zod'
import { codeSchema, passwordSchema, phoneSchema } from '#app/account/schema.server.ts'
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

const listSessions = defineCall('GET /user/sessions', {
  ...shared,
  responses: { 200: z.object({ items: z.array(sessionReply) }).meta({ id: 'Sessions' }) },
  handler: async ({ viewer, token, context }) =>
    ok({ items: await context.sessions.list(viewer.id, token) }),
})

const endSessions = defineCall('DELETE /user/sessions', {
  ...shared,
  query: z.object({ others: z.enum(['true', 'false']).default('false') }),
  responses: { 204: null },
  handler: async ({ viewer, token, query, context }) =>
    ok(await context.sessions.endAll(viewer.id, query.others === 'true' ? token : null)),
})

const endSession = defineCall('DELETE /user/sessions/:id', {
  ...shared,
  params: z.object({ id: idField('ses') }),
  responses: { 204: null },
  handler: async ({ viewer, params, context }) =>
    (await context.sessions.endOne(viewer.id, params.id)) ? ok(null) : fail('notFound'),
})

const changePassword = defineCall('PUT /user/password', {
  ...shared,
  body: passwordSchema,
  responses: { 204: null },
  errors: ['loginFailed', 'rateLimited'],
  handler: ({ viewer, token, body: { currentPassword, newPassword }, context }) =>
    context.credentials.changePassword(viewer, currentPassword, newPassword, token),
})

const sendPhoneCode = defineCall('POST /user/send-verification-code-phone', {
  ...shared,
  body: codeSchema,
  responses: { 200: codeSentReply },
  errors: ['codeJustSent', 'rateLimited', 'smsFailed'],
  handler: ({ viewer, body, context }) =>
    context.credentials.sendPhoneCode(viewer.id, body.phone, callerOf(context)),
})

const changePhone = defineCall('PUT /user/phone', {
  ...shared,
  body: phoneSchema,
  responses: { 200: userInfoReply },
  errors: ['loginFailed', 'verificationCodeInvalid', 'phoneTaken'],
  async handler({ viewer, token, body, context }) {
    const changed = await context.credentials.changePhone(viewer.id, body, token)
    return changed.ok ? findSelf({ viewer, context }) : changed
  },
  out: userOut,
})

export const userSecurityCalls = [
  listSessions,
  endSessions,
  endSession,
  changePassword,
  sendPhoneCode,
  changePhone,
]
