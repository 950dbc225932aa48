import * as z from 'zod'
import { loginSchema } from '#app/account/schema.server.ts'
import { defineCall } from '#app/api/define.server.ts'
import { confirmAdmin, endAdminSession, logInAdmin } from '#app/console/service/accounts.server.ts'
import { ok } from '#app/kernel/result.ts'
import { timeOut } from '#app/schemas/common.server.ts'
import { tokenOut, visitOf } from './user.server.ts'

const loginReply = z
  .object({ token: tokenOut, expiresAt: timeOut('2026-12-04T21:30:00Z') })
  .meta({ id: 'AdminLogin' })
const confirmReply = z
  .object({ confirmedUntil: timeOut('2026-12-04T09:40:00Z') })
  .meta({ id: 'AdminConfirmed' })

const login = defineCall('POST /admin/account/login', {
  auth: 'none',
  body: loginSchema,
  bodyOrQuery: true,
  responses: { 200: loginReply },
  errors: ['loginFailed', 'rateLimited'],
  handler: async ({ body, context }) => {
    const login = await logInAdmin(context, body.phone, body.password, visitOf(context))
    if (!login.ok) return login
    const { token, expiresAt } = login.value
    return ok({ token, expiresAt: expiresAt })
  },
})

const logout = defineCall('POST /admin/account/logout', {
  auth: 'admin',
  responses: { 204: null },
  handler: async ({ token, context }) => {
    await endAdminSession(context, token)
    return ok(null)
  },
})

const confirm = defineCall('POST /admin/account/confirm', {
  auth: 'admin',
  body: z.object({ password: loginSchema.shape.password }),
  strict: true,
  responses: { 200: confirmReply },
  errors: ['loginFailed', 'rateLimited'],
  handler: async ({ token, body, context }) => {
    const confirmed = await confirmAdmin(context, token, body.password)
    return confirmed.ok ? ok({ confirmedUntil: confirmed.value.confirmedUntil }) : confirmed
  },
})

export const adminAccountCalls = [login, logout, confirm]
