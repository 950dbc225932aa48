import { setOwnPassword, setPhone } from '#app/account/rows/credentials.server.ts'
import { findCredentials } from '#app/account/rows/users.server.ts'
import { getT } from '#app/i18n/server.ts'
import type { UserId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import { takePasswordChange, takePhoneCode } from '#app/platform/limits.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { type Caller, provePassword } from './accounts.server.ts'
import { type CodeSent, checkCode, sendCode } from './codes.server.ts'
import { hashPassword } from './passwords.server.ts'
import { sessionHash, type User } from './sessions.server.ts'

// Changes to login credentials while logged in. They always require the password and are
// reported by email, and every session except the current one (`token`) ends.

async function proveAgain(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  id: UserId,
  password: string,
): Promise<Result<null>> {
  const proved = await provePassword(context, id, password)
  return proved.ok || proved.error.code !== 'loginFailed'
    ? proved
    : fail('loginFailed', { context: 'confirm' })
}

const changeOf = (
  { clock }: Needs<'clock'>,
  id: UserId,
  code: 'passwordChanged' | 'phoneChanged',
  token: string,
) => {
  const now = clock.now()
  const notice = { ...noticeAbout(code, crypto.randomUUID(), id, {}), createdAt: now }
  return { id, keepHash: sessionHash(token), notice, now }
}

/**
 * Fails with loginFailed (the current password is wrong), rateLimited, or validationFailed (the
 * new password is the phone or the email).
 */
export async function changePassword(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  user: User,
  present: string,
  next: string,
  token: string,
): Promise<Result<null>> {
  const { db, log } = context
  if (next === user.phone || next === user.email)
    return fail('validationFailed', { field: 'newPassword', issue: issue('passwordCommon') })
  const counted = await takePasswordChange(context, user.id)
  if (!counted.ok) return counted
  const proved = await proveAgain(context, user.id, present)
  if (!proved.ok) {
    await counted.value.giveBack()
    return proved
  }
  const set = await setOwnPassword(
    db,
    hashPassword(context.config.pepper, next),
    changeOf(context, user.id, 'passwordChanged', token),
  )
  if (!set) return fail('loginExpired')
  log.info('password changed', { userId: user.id })
  return ok(null)
}

/**
 * Sends a code to the new phone. As with registration, a registered phone gets the same answer,
 * but a message that says it is registered. Fails with codeJustSent, rateLimited or smsFailed.
 */
export async function sendPhoneCode(
  context: Needs<'db' | 'clock' | 'log' | 'config' | 'sms' | 'alert' | 'addressLimits'>,
  id: UserId,
  phone: string,
  { address, language }: Caller,
): Promise<Result<CodeSent>> {
  const { db, addressLimits } = context
  const t = getT(language)
  const allowed = await takePhoneCode(context, id)
  if (!allowed.ok) return allowed
  const entitled = (await findCredentials(db, phone)) === null
  const message = (code: string | null) =>
    code ? t('account:sms.phone', { code }) : t('account:sms.registered')
  return sendCode(context, {
    phone,
    purpose: 'phone',
    address: addressLimits ? address : null,
    // Codes for a new phone are limited per account instead.
    proven: true,
    message,
    entitled,
  })
}

/**
 * Fails with loginFailed (the password is wrong), rateLimited, verificationCodeInvalid or
 * phoneTaken.
 */
export async function changePhone(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  id: UserId,
  {
    phone,
    verificationCode,
    currentPassword,
  }: Record<'phone' | 'verificationCode' | 'currentPassword', string>,
  token: string,
): Promise<Result<null>> {
  const { db, log } = context
  const proved = await proveAgain(context, id, currentPassword)
  if (!proved.ok) return proved
  const proof = await checkCode(context, phone, 'phone', verificationCode, { id })
  if (!proof.ok) return proof
  // A repeat of a change whose answer was lost.
  if (!proof.value) return ok(null)
  // Only someone holding a code for the phone can learn that it was taken meanwhile.
  if (!(await setPhone(db, proof.value, changeOf(context, id, 'phoneChanged', token))))
    return fail((await findCredentials(db, phone)) ? 'phoneTaken' : 'verificationCodeInvalid')
  log.info('phone changed', { userId: id })
  return ok(null)
}
