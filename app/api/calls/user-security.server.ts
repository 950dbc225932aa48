import * as z from 'zod'
import { defineCall, noContent, reply } from '#app/api/define.server.ts'
import { fail } from '#app/domain/result.ts'
import { isoTime } from '#app/domain/time.ts'
import { codeSchema, passwordSchema, phoneSchema } from '#app/schemas/account.server.ts'
import { idField, textLike, timeOut } from '#app/schemas/common.server.ts'
import { callerOf, codeAnswer, codeSentReply, userInfoReply, userOut } from './user.server.ts'

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

const listSessions = defineCall({
  ...shared,
  method: 'GET',
  path: '/user/sessions',
  responses: { 200: z.object({ items: z.array(sessionReply) }).meta({ id: 'Sessions' }) },
  async handler({ viewer, token, context }) {
    const sessions = await context.sessions.list(viewer.id, token)
    const items = sessions.map(({ createdAt, lastSeenAt, expiresAt, ...session }) => ({
      ...session,
      createdAt: isoTime(createdAt),
      lastSeenAt: isoTime(lastSeenAt),
      expiresAt: isoTime(expiresAt),
    }))
    return reply(200, { items })
  },
})

const endSessions = defineCall({
  ...shared,
  method: 'DELETE',
  path: '/user/sessions',
  query: z.object({ others: z.enum(['true', 'false']).default('false') }),
  responses: { 204: null },
  async handler({ viewer, token, query, context }) {
    await context.sessions.endAll(viewer.id, query.others === 'true' ? token : null)
    return noContent
  },
})

const endSession = defineCall({
  ...shared,
  method: 'DELETE',
  path: '/user/sessions/:id',
  params: z.object({ id: idField('ses') }),
  responses: { 204: null },
  handler: async ({ viewer, params, context }) =>
    (await context.sessions.endOne(viewer.id, params.id)) ? noContent : fail('notFound'),
})

const changePassword = defineCall({
  ...shared,
  method: 'PUT',
  path: '/user/password',
  body: passwordSchema,
  responses: { 204: null },
  errors: ['loginFailed', 'rateLimited'],
  async handler({ viewer, token, body, context }) {
    const { currentPassword, newPassword } = body
    const changed = await context.credentials.changePassword(
      viewer,
      currentPassword,
      newPassword,
      token,
    )
    return changed.ok ? noContent : changed
  },
})

const sendPhoneCode = defineCall({
  ...shared,
  method: 'POST',
  path: '/user/send-verification-code-phone',
  body: codeSchema,
  responses: { 200: codeSentReply },
  errors: ['codeJustSent', 'rateLimited', 'smsFailed'],
  handler: async ({ viewer, body, context }) =>
    codeAnswer(await context.credentials.sendPhoneCode(viewer.id, body.phone, callerOf(context))),
})

const changePhone = defineCall({
  ...shared,
  method: 'PUT',
  path: '/user/phone',
  body: phoneSchema,
  responses: { 200: userInfoReply },
  errors: ['loginFailed', 'verificationCodeInvalid', 'phoneTaken'],
  async handler({ viewer, token, body, context }) {
    const changed = await context.credentials.changePhone(viewer.id, body, token)
    if (!changed.ok) return changed
    const user = await context.accounts.find(viewer.id)
    if (!user) throw new Error('the user of a live session is gone')
    return reply(200, userOut(user, context.language))
  },
})

export const userSecurityCalls = [
  listSessions,
  endSessions,
  endSession,
  changePassword,
  sendPhoneCode,
  changePhone,
]
