import * as z from 'zod'
import { defineCall, noContent, reply } from '#app/api/define.server.ts'
import { isoTime } from '#app/domain/time.ts'
import { loginSchema } from '#app/schemas/account.server.ts'
import { timeOut } from '#app/schemas/common.server.ts'
import { tokenOut, visitOf } from './user.server.ts'

const loginReply = z
  .object({ token: tokenOut, expiresAt: timeOut('2026-12-04T21:30:00Z') })
  .meta({ id: 'AdminLogin' })
const confirmReply = z
  .object({ confirmedUntil: timeOut('2026-12-04T09:40:00Z') })
  .meta({ id: 'AdminConfirmed' })

const login = defineCall({
  method: 'POST',
  path: '/admin/account/login',
  tag: 'admin',
  auth: 'none',
  body: loginSchema,
  bodyOrQuery: true,
  responses: { 200: loginReply },
  errors: ['loginFailed', 'rateLimited'],
  handler: async ({ body, context }) => {
    const login = await context.admin.accounts.login(body.phone, body.password, visitOf(context))
    if (!login.ok) return login
    const { token, expiresAt } = login.value
    return reply(200, { token, expiresAt: isoTime(expiresAt) })
  },
})

const logout = defineCall({
  method: 'POST',
  path: '/admin/account/logout',
  tag: 'admin',
  auth: 'admin',
  responses: { 204: null },
  handler: async ({ token, context }) => {
    await context.admin.accounts.end(token)
    return noContent
  },
})

const confirm = defineCall({
  method: 'POST',
  path: '/admin/account/confirm',
  tag: 'admin',
  auth: 'admin',
  body: z.object({ password: loginSchema.shape.password }),
  strict: true,
  responses: { 200: confirmReply },
  errors: ['loginFailed', 'rateLimited'],
  handler: async ({ token, body, context }) => {
    const confirmed = await context.admin.accounts.confirm(token, body.password)
    return confirmed.ok
      ? reply(200, { confirmedUntil: isoTime(confirmed.value.confirmedUntil) })
      : confirmed
  },
})

export const adminAccountCalls = [login, logout, confirm]
