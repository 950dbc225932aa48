import * as z from 'zod'
import { defineCall, noContent, reply } from '#app/api/define.server.ts'
import { ok, type Result } from '#app/domain/result.ts'
import { isoTime } from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import {
  codeSchema,
  emailSchema,
  emailTokenSchema,
  flatSchema,
  loginSchema,
  registerSchema,
  resetSchema,
  wechatSchema,
} from '#app/schemas/account.server.ts'
import { idField, intLike, textLike, timeOut } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import type { Caller, UserInfo } from '#app/services/accounts/accounts.server.ts'
import type { CodeSent } from '#app/services/accounts/codes.server.ts'
import type { Visit } from '#app/services/accounts/devices.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { pointsEntryReply, pointsOut } from './points.server.ts'

export const userInfoReply = z
  .object({
    id: idField('usr'),
    email: textLike(sample.email).meta({ description: 'In use once it is confirmed' }),
    emailConfirmed: z.boolean(),
    pendingEmail: z
      .string()
      .nullable()
      .meta({
        description: 'Takes the place of email once its own link is opened',
        examples: [null],
      }),
    name: textLike(sample.name),
    phone: textLike(sample.phone),
    wechat: textLike(sample.wechat),
    accountType: z.enum(['MEMBER', 'NORMAL']),
    auth: z
      .enum(['PENDING', 'APPROVED', 'REJECTED'])
      .nullable()
      .meta({ examples: ['APPROVED'] }),
    membershipLevel: intLike(1),
    points: intLike(1200)
      .nullable()
      .meta({ description: 'Null for a NORMAL account, which has none' }),
    flatName: textLike(sample.flatName).nullable(),
    flatNumber: textLike(sample.flatNumber).nullable(),
    pointsHistory: z.array(pointsEntryReply),
    createdAt: timeOut('2026-09-20T08:00:00Z'),
  })
  .meta({ id: 'UserInfo' })

export const codeSentReply = z.object({ resendAfterSeconds: intLike(60) }).meta({ id: 'CodeSent' })
/** A session's token. */
export const tokenOut = textLike('q3Jx0a7Lw9sK2vB4nM6tY8uI1oP5eR7zC0dF3gH2jKs')
const loginReply = z
  .object({ token: tokenOut, expiresAt: timeOut('2026-12-31T09:30:00Z'), userInfo: userInfoReply })
  .meta({ id: 'Login' })

/**
 * Converts an account to an answer. Listed field by field, so that a new column never shows by
 * accident.
 */
export const accountOut = (user: UserInfo, language: Language): z.output<typeof userInfoReply> => ({
  id: user.id,
  email: user.email,
  emailConfirmed: user.emailConfirmedAt !== null && user.emailStop === null,
  pendingEmail: user.pendingEmail,
  name: user.name,
  phone: user.phone,
  wechat: user.wechat,
  accountType: user.accountType,
  auth: user.auth,
  membershipLevel: user.membershipLevel,
  points: user.points,
  flatName: user.flatName,
  flatNumber: user.flatNumber,
  pointsHistory: user.pointsHistory.map((entry) => pointsOut(entry, language)),
  createdAt: isoTime(user.createdAt),
})

/**
 * Converts a user to an answer for that user: only members have points (docs/rules.md#points),
 * whatever the ledger says.
 */
export const userOut = (user: UserInfo, language: Language): z.output<typeof userInfoReply> => {
  const account = accountOut(user, language)
  return user.accountType === 'MEMBER' ? account : { ...account, points: null, pointsHistory: [] }
}

export const callerOf = ({ address, language }: AppContext, proof?: string): Caller => ({
  address,
  language,
  proof,
})

/** The origin of a login through the API; it has no device, since no cookie is read here. */
export const visitOf = ({ address }: AppContext): Visit => ({ address, device: null })

export const codeAnswer = (sent: Result<CodeSent>) =>
  sent.ok
    ? ok({ status: 200 as const, body: { resendAfterSeconds: sent.value.resendAfterSeconds } })
    : sent

async function answerWithUser({ viewer, context }: { viewer: User; context: AppContext }) {
  const user = await context.accounts.find(viewer.id)
  if (!user) throw new Error('the user of a live session is gone')
  return ok({ status: 200 as const, body: userOut(user, context.language) })
}

const sendRegisterCode = defineCall({
  method: 'POST',
  path: '/user/send-verification-code',
  tag: 'user',
  auth: 'none',
  body: codeSchema,
  responses: { 200: codeSentReply },
  errors: ['codeJustSent', 'rateLimited', 'proofRequired', 'smsFailed'],
  handler: async ({ body, context }) =>
    codeAnswer(await context.accounts.sendRegisterCode(body.phone, callerOf(context, body.proof))),
})

const register = defineCall({
  method: 'POST',
  path: '/user/register',
  tag: 'user',
  auth: 'none',
  body: registerSchema,
  responses: { 201: userInfoReply },
  errors: ['verificationCodeInvalid', 'phoneTaken', 'emailTaken'],
  async handler({ body, context }) {
    const { user, verificationCode } = body
    const { language } = context
    const made = await context.accounts.register({ ...user, language, verificationCode })
    if (made.ok) context.waitUntil(context.emailLinks.sendFirst(made.value.id))
    return made.ok ? reply(201, userOut(made.value, context.language)) : made
  },
})

/**
 * Phone and password come in the query (docs/api.md#callers), or in the body, which keeps them out
 * of logs.
 */
const login = defineCall({
  method: 'POST',
  path: '/user/login',
  tag: 'user',
  auth: 'none',
  body: loginSchema,
  bodyOrQuery: true,
  responses: { 200: loginReply },
  errors: ['loginFailed', 'accountSuspended', 'rateLimited'],
  async handler({ body, context }) {
    const session = await context.accounts.login(body.phone, body.password, visitOf(context))
    if (!session.ok) return session
    const { token, expiresAt, userInfo } = session.value
    if (context.languageChosen)
      await context.accounts.setPreferences(userInfo.id, { language: context.language })
    const user = userOut(userInfo, context.language)
    return reply(200, { token, expiresAt: isoTime(expiresAt), userInfo: user })
  },
})

const logout = defineCall({
  method: 'POST',
  path: '/user/logout',
  tag: 'user',
  auth: 'user',
  responses: { 204: null },
  async handler({ token, context }) {
    await context.accounts.logout(token)
    return ok({ status: 204 })
  },
})

const current = defineCall({
  method: 'GET',
  path: '/user/current',
  tag: 'user',
  auth: 'user',
  responses: { 200: userInfoReply },
  handler: answerWithUser,
})

const info = defineCall({
  method: 'GET',
  path: '/user/info',
  tag: 'user',
  auth: 'user',
  responses: { 200: userInfoReply },
  handler: answerWithUser,
})

const answerWithChanged = (changed: Result<UserInfo>, { language }: AppContext) =>
  changed.ok ? reply(200, userOut(changed.value, language)) : changed

const changeWechat = defineCall({
  method: 'PUT',
  path: '/user/wechat',
  tag: 'user',
  auth: 'user',
  body: wechatSchema,
  responses: { 200: userInfoReply },
  handler: async ({ body, viewer, context }) =>
    answerWithChanged(await context.accounts.updateContact(viewer.id, body), context),
})

const changeEmail = defineCall({
  method: 'PUT',
  path: '/user/email',
  tag: 'user',
  auth: 'user',
  body: emailSchema,
  responses: { 200: userInfoReply },
  errors: ['emailTaken', 'rateLimited'],
  async handler({ body, viewer, context }) {
    const changed = await context.accounts.updateContact(viewer.id, body)
    if (changed.ok) context.waitUntil(context.emailLinks.sendFirst(viewer.id))
    return answerWithChanged(changed, context)
  },
})

const sendEmailLink = defineCall({
  method: 'POST',
  path: '/user/send-email-link',
  tag: 'user',
  auth: 'user',
  responses: { 200: codeSentReply },
  errors: ['operationExpired', 'rateLimited', 'emailFailed', 'unavailable'],
  async handler({ viewer, context }) {
    const sent = await context.emailLinks.sendAgain(viewer.id)
    return sent.ok ? reply(200, sent.value) : sent
  },
})

const confirmEmail = defineCall({
  method: 'POST',
  path: '/user/confirm-email',
  tag: 'user',
  auth: 'none',
  body: emailTokenSchema,
  responses: { 204: null },
  errors: ['emailLinkInvalid', 'emailTaken'],
  async handler({ body, context }) {
    const confirmed = await context.emailLinks.confirm(body.token)
    return confirmed.ok ? noContent : confirmed
  },
})

const changeFlat = defineCall({
  method: 'PUT',
  path: '/user/flat-info',
  tag: 'user',
  auth: 'user',
  body: flatSchema,
  responses: { 200: userInfoReply },
  errors: ['memberOnly'],
  handler: async ({ body, viewer, context }) =>
    answerWithChanged(await context.accounts.updateFlat(viewer.id, body), context),
})

const sendPasswordCode = defineCall({
  method: 'POST',
  path: '/user/send-verification-code-password',
  tag: 'user',
  auth: 'none',
  body: codeSchema,
  responses: { 200: codeSentReply },
  errors: ['codeJustSent', 'rateLimited', 'proofRequired', 'smsFailed'],
  handler: async ({ body, context }) =>
    codeAnswer(await context.accounts.sendPasswordCode(body.phone, callerOf(context, body.proof))),
})

const changePassword = defineCall({
  method: 'POST',
  path: '/user/change-password',
  tag: 'user',
  auth: 'none',
  body: resetSchema,
  responses: { 204: null },
  errors: ['verificationCodeInvalid'],
  async handler({ body, context }) {
    const changed = await context.accounts.changePassword(
      body.phone,
      body.verificationCode,
      body.newPassword,
    )
    return changed.ok ? ok({ status: 204 }) : changed
  },
})

export const userCalls = [
  sendRegisterCode,
  register,
  login,
  logout,
  current,
  info,
  changeWechat,
  changeEmail,
  sendEmailLink,
  confirmEmail,
  changeFlat,
  sendPasswordCode,
  changePassword,
]
