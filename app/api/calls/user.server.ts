import * as z from 'zod'
import {
  codeSchema,
  emailSchema,
  emailTokenSchema,
  flatSchema,
  loginSchema,
  registerSchema,
  resetSchema,
  wechatSchema,
} from '#app/account/schema.server.ts'
import {
  type Caller,
  changeContact,
  changeFlat,
  findAccount,
  logInByPassword,
  registerAccount,
  resetPassword,
  savePreferences,
  sendPasswordCode,
  sendRegisterCode,
  type UserInfo,
} from '#app/account/service/accounts.server.ts'
import type { Visit } from '#app/account/service/devices.server.ts'
import {
  confirmEmail,
  sendEmailLinkAgain,
  sendFirstEmailLink,
} from '#app/account/service/email-links.server.ts'
import {
  describePoints,
  type PointsEntry,
  readPointsHistory,
} from '#app/account/service/points.server.ts'
import { endSession, type User } from '#app/account/service/sessions.server.ts'
import { defineCall } from '#app/api/define.server.ts'
import { pageOut, pageReply } from '#app/api/page.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { fail, ok } from '#app/kernel/result.ts'
import { idField, intLike, pageQuery, textLike, timeOut } from '#app/schemas/common.server.ts'
import { sample } from '#app/schemas/sample.ts'
import type { AppContext } from '#app/server/context.server.ts'

/**
 * One change of a member's points: positive for points received, negative for points spent or taken
 * back.
 */
const pointsEntryReply = z
  .object({
    id: textLike('pts_2b6f0c11-51c4-4a8e-9d1f-0f5e7a3c9b10'),
    points: intLike(-500),
    description: textLike(sample.pointsUsed),
    createdAt: timeOut(),
  })
  .meta({ id: 'PointsEntry' })

const pointsOut = (entry: PointsEntry, language: Language) => ({
  ...entry,
  description: describePoints(language, entry),
})

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

/** Converts an account to an answer. */
export const accountOut = (user: UserInfo, language: Language) => ({
  ...user,
  emailConfirmed: user.emailConfirmedAt !== null && user.emailStop === null,
  pointsHistory: user.pointsHistory.map((entry) => pointsOut(entry, language)),
})

/**
 * Converts a user to an answer for that user: only members have points (docs/rules.md#points),
 * whatever the ledger says.
 */
export const userOut = (user: UserInfo, language: Language): z.input<typeof userInfoReply> => {
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

export async function findSelf({ viewer, context }: { viewer: User; context: AppContext }) {
  const user = await findAccount(context, viewer.id)
  if (!user) throw new Error('the user of a live session is gone')
  return ok(user)
}

const sendRegisterCodeCall = defineCall('POST /user/send-verification-code', {
  auth: 'none',
  body: codeSchema,
  responses: { 200: codeSentReply },
  errors: ['codeJustSent', 'rateLimited', 'proofRequired', 'smsFailed'],
  handler: ({ body, context }) =>
    sendRegisterCode(context, body.phone, callerOf(context, body.proof)),
})

const register = defineCall('POST /user/register', {
  auth: 'none',
  body: registerSchema,
  responses: { 201: userInfoReply },
  errors: ['verificationCodeInvalid', 'phoneTaken', 'emailTaken'],
  async handler({ body, context }) {
    const { user, verificationCode } = body
    const { language } = context
    const made = await registerAccount(context, { ...user, language, verificationCode })
    if (made.ok) context.waitUntil(sendFirstEmailLink(context, made.value.id))
    return made
  },
  out: userOut,
})

/**
 * Phone and password come in the query (docs/api.md#callers), or in the body, which keeps them out
 * of logs.
 */
const login = defineCall('POST /user/login', {
  auth: 'none',
  body: loginSchema,
  bodyOrQuery: true,
  responses: { 200: loginReply },
  errors: ['loginFailed', 'accountSuspended', 'rateLimited'],
  async handler({ body, context }) {
    const session = await logInByPassword(context, body.phone, body.password, visitOf(context))
    if (session.ok && context.languageChosen) {
      const { language } = context
      await savePreferences(context, session.value.userInfo.id, { language })
    }
    return session
  },
  out: (login, language) => ({ ...login, userInfo: userOut(login.userInfo, language) }),
})

const logout = defineCall('POST /user/logout', {
  auth: 'user',
  responses: { 204: null },
  handler: async ({ token, context }) => ok(await endSession(context, token)),
})

const current = defineCall('GET /user/current', {
  auth: 'user',
  responses: { 200: userInfoReply },
  handler: findSelf,
  out: userOut,
})

const info = defineCall('GET /user/info', {
  auth: 'user',
  responses: { 200: userInfoReply },
  handler: findSelf,
  out: userOut,
})

const changeWechat = defineCall('PUT /user/wechat', {
  auth: 'user',
  body: wechatSchema,
  responses: { 200: userInfoReply },
  handler: ({ body, viewer, context }) => changeContact(context, viewer.id, body),
  out: userOut,
})

const changeEmail = defineCall('PUT /user/email', {
  auth: 'user',
  body: emailSchema,
  responses: { 200: userInfoReply },
  errors: ['emailTaken', 'rateLimited'],
  async handler({ body, viewer, context }) {
    const changed = await changeContact(context, viewer.id, body)
    if (changed.ok) context.waitUntil(sendFirstEmailLink(context, viewer.id))
    return changed
  },
  out: userOut,
})

const sendEmailLink = defineCall('POST /user/send-email-link', {
  auth: 'user',
  responses: { 200: codeSentReply },
  errors: ['operationExpired', 'rateLimited', 'emailFailed', 'unavailable'],
  handler: ({ viewer, context }) => sendEmailLinkAgain(context, viewer.id),
})

const confirmEmailCall = defineCall('POST /user/confirm-email', {
  auth: 'none',
  body: emailTokenSchema,
  responses: { 204: null },
  errors: ['emailLinkInvalid', 'emailTaken'],
  handler: ({ body, context }) => confirmEmail(context, body.token),
})

const changeFlatCall = defineCall('PUT /user/flat-info', {
  auth: 'user',
  body: flatSchema,
  responses: { 200: userInfoReply },
  errors: ['memberOnly'],
  handler: ({ body, viewer, context }) => changeFlat(context, viewer.id, body),
  out: userOut,
})

const sendPasswordCodeCall = defineCall('POST /user/send-verification-code-password', {
  auth: 'none',
  body: codeSchema,
  responses: { 200: codeSentReply },
  errors: ['codeJustSent', 'rateLimited', 'proofRequired', 'smsFailed'],
  handler: ({ body, context }) =>
    sendPasswordCode(context, body.phone, callerOf(context, body.proof)),
})

const changePassword = defineCall('POST /user/change-password', {
  auth: 'none',
  body: resetSchema,
  responses: { 204: null },
  errors: ['verificationCodeInvalid'],
  handler: ({ body: { phone, verificationCode, newPassword }, context }) =>
    resetPassword(context, phone, verificationCode, newPassword),
})

const pointsHistory = defineCall('GET /user/my/:type/points', {
  auth: 'user',
  params: z.object({ type: z.enum(['all', 'earned', 'spent']) }),
  query: z.object(pageQuery),
  responses: {
    200: pageReply(pointsEntryReply)
      .extend({ balance: intLike(1200) })
      .meta({ id: 'PointsPage' }),
  },
  errors: ['memberOnly'],
  handler: async ({ params, query, viewer, context }) => {
    if (viewer.accountType !== 'MEMBER') return fail('memberOnly')
    const { balance, ...page } = await readPointsHistory(context, viewer, params.type, query)
    return ok({ ...pageOut(page, pointsOut, context.language), balance })
  },
})

export const userCalls = [
  sendRegisterCodeCall,
  register,
  login,
  logout,
  current,
  info,
  changeWechat,
  changeEmail,
  sendEmailLink,
  confirmEmailCall,
  changeFlatCall,
  sendPasswordCodeCall,
  changePassword,
  pointsHistory,
]
