import { randomBytes } from 'node:crypto'
import type { PointsEntry } from '#app/account/rows/points.server.ts'
import {
  agreeToTerms,
  findCredentials,
  findPassword,
  findTaken,
  findUser,
  insertUser,
  type NewUser,
  type Preferences,
  rehash,
  setPasswordByCode,
  setPreferences,
  type User,
  updateContact,
  updateFlat,
} from '#app/account/rows/users.server.ts'
import { deviceOf } from '#app/account/rules/device.ts'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { emailKey } from '#app/kernel/account.ts'
import type { UserId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import {
  forgetLogins,
  purgeAttempts,
  takeEmailChange,
  takeLogin,
  takeProof,
} from '#app/platform/limits.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import { keyed } from '#app/platform/seal.server.ts'
import { type CodeSent, checkCode, type NeedsToSend, purgeCodes, sendCode } from './codes.server.ts'
import { contactNotices } from './contact-notices.ts'
import { readKnownDevice, rememberDevice, type Visit } from './devices.server.ts'
import { hashPassword, verifyPassword } from './passwords.server.ts'
import { isPerson } from './person-check.server.ts'
import { readPoints } from './points.server.ts'
import { endSession, purgeSessions, startSession } from './sessions.server.ts'

const ID_BYTES = 12
/** How many of the newest points ledger entries the user info includes. */
const HISTORY_MAX = 100

/**
 * The API's user info. Instants are numbers, and points entries get their text only when a reply is
 * written.
 */
export type UserInfo = User & { points: number; pointsHistory: PointsEntry[] }

export type Registration = Pick<
  NewUser,
  'phone' | 'email' | 'name' | 'wechat' | 'accountType' | 'language'
> & {
  password: string
  flatName: string | null
  flatNumber: string | null
  verificationCode: string
}
/** `device`: the new value of the browser's device cookie. */
export type Login = { token: string; expiresAt: Instant; userInfo: UserInfo; device: string }
export type Flat = { flatName: string; flatNumber: string }
/**
 * Who requests a code: language for the message, address for the limits, and a proof of being a
 * person, if any.
 */
export type Caller = { address: string; language: Language; proof?: string | undefined }

export async function findAccount({ db }: Needs<'db'>, id: UserId): Promise<UserInfo | null> {
  const [user, points] = await Promise.all([
    findUser(db, id),
    readPoints(db, { id }, { type: 'all', after: null, limit: HISTORY_MAX }),
  ])
  return user && { ...user, points: points.balance, pointsHistory: points.entries }
}

async function findAgain(context: Needs<'db'>, id: UserId): Promise<UserInfo> {
  const user = await findAccount(context, id)
  if (!user) throw new Error('an account that was just written is gone')
  return user
}

type NeedsForCodes = NeedsToSend & Needs<'fetch' | 'addressLimits'>

async function sendCodeFor(
  context: NeedsForCodes,
  purpose: 'register' | 'password',
  phone: string,
  { address, language, proof }: Caller,
): Promise<Result<CodeSent>> {
  const { db, addressLimits } = context
  const t = getT(language)
  const isKnown = (await findCredentials(db, phone)) !== null
  return sendCode(context, {
    phone,
    purpose,
    address: addressLimits ? address : null,
    proven: proof !== undefined && (await isPerson(context, proof)),
    message: (code) =>
      code
        ? t(`account:sms.${purpose}`, { code })
        : t(isKnown ? 'account:sms.registered' : 'account:sms.unknown'),
    entitled: isKnown === (purpose === 'password'),
  })
}

/**
 * Sends a code to register with. A registered phone gets the same answer, but a message that
 * says it is registered.
 */
export const sendRegisterCode = (context: NeedsForCodes, phone: string, caller: Caller) =>
  sendCodeFor(context, 'register', phone, caller)

/**
 * Repeating the request with the same code and values returns the same answer. Fails with
 * verificationCodeInvalid, phoneTaken or emailTaken.
 */
export async function registerAccount(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  { verificationCode, password, ...person }: Registration,
): Promise<Result<UserInfo>> {
  const { db, clock, log } = context
  const { language: _, ...request } = { ...person, password }
  const proof = await checkCode(context, person.phone, 'register', verificationCode, request)
  if (!proof.ok) return proof
  if (!proof.value) {
    const made = await findCredentials(db, person.phone)
    return made ? ok(await findAgain(context, made.id)) : fail('verificationCodeInvalid')
  }
  const now = clock.now()
  const user = {
    ...person,
    id: `usr_${randomBytes(ID_BYTES).toString('base64url')}` as const,
    emailKey: emailKey(person.email),
    passwordHash: hashPassword(context.config.pepper, password),
    auth: person.accountType === 'MEMBER' ? ('PENDING' as const) : null,
    createdAt: now,
    updatedAt: now,
  }
  if (!(await insertUser(db, user, proof.value))) {
    const taken = await findTaken(db, user.phone, user.emailKey)
    // Only someone holding a code for a phone of their own can learn this, and each attempt
    // uses up a try.
    return fail(taken ? `${taken}Taken` : 'verificationCodeInvalid')
  }
  log.info('account registered', { userId: user.id, accountType: user.accountType })
  return ok(await findAgain(context, user.id))
}

/**
 * Fails with loginFailed (without saying which of the two is wrong), rateLimited, or
 * accountSuspended (only if the password was right).
 */
export async function logInByPassword(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  phone: string,
  password: string,
  { address, device, userAgent = null }: Visit,
): Promise<Result<Login>> {
  const { log, db, clock } = context
  const allowed = await takeLogin(context, phone, {
    address,
    device: readKnownDevice(context, phone, device),
  })
  if (!allowed.ok) {
    log.warn('login has to wait', { phone: keyed(context, 'log', phone) })
    return allowed
  }
  const known = await findCredentials(db, phone)
  const verdict = verifyPassword(context.config.pepper, password, known?.passwordHash ?? null)
  if (!known || !verdict.matches) {
    log.warn('login failed', { phone: keyed(context, 'log', phone) })
    return fail('loginFailed')
  }
  if (known.suspendedAt !== null)
    return fail('accountSuspended', { contact: (await readContact(context)).name })
  const hash = verdict.stale ? hashPassword(context.config.pepper, password) : known.passwordHash
  if (verdict.stale) await rehash(db, known.id, known.passwordHash, hash, clock.now())
  const session = await startSession(context, known.id, deviceOf(userAgent))
  const [userInfo, now] = await Promise.all([
    findAccount(context, known.id),
    findCredentials(db, phone),
    allowed.value.right(),
  ])
  // A password change or suspension during this login has ended all sessions; this new one must
  // not survive it.
  if (!userInfo || now?.passwordHash !== hash || now.suspendedAt !== null) {
    await endSession(context, session.token)
    return fail('loginFailed')
  }
  return ok({ ...session, userInfo, device: rememberDevice(context, phone, device) })
}

/**
 * Sends a code to set a new password with. An unknown phone gets the same answer, but a message
 * that says it is unknown.
 */
export const sendPasswordCode = (context: NeedsForCodes, phone: string, caller: Caller) =>
  sendCodeFor(context, 'password', phone, caller)

/** Sets the password and ends every session of the user. Fails with verificationCodeInvalid. */
export async function resetPassword(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  phone: string,
  verificationCode: string,
  newPassword: string,
): Promise<Result<Pick<Login, 'device'>>> {
  const { db, log } = context
  const proof = await checkCode(context, phone, 'password', verificationCode, newPassword)
  if (!proof.ok) return proof
  if (proof.value) {
    const known = await findCredentials(db, phone)
    if (!known) return fail('verificationCodeInvalid')
    const told = noticeAbout('passwordChanged', crypto.randomUUID(), known.id, { byCode: 1 })
    const notice = { ...told, createdAt: proof.value.now }
    const hash = hashPassword(context.config.pepper, newPassword)
    if (!(await setPasswordByCode(db, hash, proof.value, notice)))
      return fail('verificationCodeInvalid')
    await forgetLogins(context, phone)
    log.info('password changed')
  }
  return ok({ device: rememberDevice(context, phone, null) })
}

/** Checks the account's password. Fails with loginFailed or rateLimited, like a login. */
export async function provePassword(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  id: UserId,
  password: string,
): Promise<Result<null>> {
  const { db, log } = context
  const known = await findPassword(db, id)
  if (!known) return fail('loginFailed')
  const allowed = await takeProof(context, id)
  if (!allowed.ok) return allowed
  if (!verifyPassword(context.config.pepper, password, known.passwordHash).matches) {
    log.warn('password again: wrong', { userId: id })
    return fail('loginFailed')
  }
  await allowed.value.right()
  return ok(null)
}

/**
 * Changes only the fields that are given. If the account has a confirmed email, a new one takes
 * effect only when its link is opened (email-links). Fails with emailTaken, changing nothing,
 * or rateLimited.
 */
export async function changeContact(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  id: UserId,
  { email, wechat }: { email?: string; wechat?: string },
): Promise<Result<UserInfo>> {
  const { clock, db, log } = context
  if (email !== undefined) {
    const allowed = await takeEmailChange(context, id)
    if (!allowed.ok) return allowed
  }
  const now = clock.now()
  const contact = {
    wechat,
    email: email === undefined ? undefined : { text: email, key: emailKey(email) },
  }
  const notices = contactNotices(await findUser(db, id), contact, now)
  if (!(await updateContact(db, id, contact, now, notices))) return fail('emailTaken')
  log.info('contact changed', {
    userId: id,
    email: email !== undefined,
    wechat: wechat !== undefined,
  })
  return ok(await findAgain(context, id))
}

/**
 * Sets a member's new flat; moving to another building needs a new approval. Fails with
 * memberOnly.
 */
export async function changeFlat(
  context: Needs<'db' | 'clock' | 'log'>,
  id: UserId,
  flat: Flat,
): Promise<Result<UserInfo>> {
  const { db, clock, log } = context
  if (!(await updateFlat(db, id, flat, clock.now()))) return fail('memberOnly')
  const user = await findAgain(context, id)
  log.info('flat changed', { userId: id, auth: user.auth })
  return ok(user)
}

/** Saves the user's language and whether notices are also emailed. */
export const savePreferences = ({ db }: Needs<'db'>, id: UserId, wish: Preferences) =>
  setPreferences(db, id, wish)

/**
 * Records that a user agreed to a version of the terms, in the round trip that reads their session.
 */
export const recordAgreement = async (
  { db, clock }: Needs<'db' | 'clock'>,
  viewer: ViewerRef,
  service: 'carpool' | 'trip',
  version: string,
) => void (await batchRead(db, agreeToTerms(db, viewer, service, version, clock.now())))

/** Deletes expired codes, sessions and attempt counts. */
export const purgeAccounts = async (context: Needs<'db' | 'clock'>) =>
  void (await Promise.all([purgeCodes(context), purgeSessions(context), purgeAttempts(context)]))
