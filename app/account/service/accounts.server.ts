import { createHmac, randomBytes } from 'node:crypto'
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
import type { SiteTextsService } from '#app/catalog/service/site-texts.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { emailKey } from '#app/kernel/account.ts'
import type { UserId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Clock, Instant } from '#app/kernel/time.ts'
import { noticeAbout } from '#app/notices/rules/notices.ts'
import type { Alert } from '#app/platform/alerts.server.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Config } from '#app/platform/config.server.ts'
import { createLimits } from '#app/platform/limits.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import { createSms } from '#app/platform/sms.server.ts'
import type { Db } from '#db/db.ts'
import { type CodeSent, createCodes } from './codes.server.ts'
import { contactNotices } from './contact-notices.ts'
import { createDevices, type Visit } from './devices.server.ts'
import { createPasswords } from './passwords.server.ts'
import { createPersonCheck } from './person-check.server.ts'
import { readPoints } from './points.server.ts'
import { createSessions } from './sessions.server.ts'

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
 * Who requests a code: their language, for the message; their address, for the limits; and what
 * shows that a person asks, if anything does.
 */
export type Caller = { address: string; language: Language; proof?: string | undefined }

export type Accounts = ReturnType<typeof createAccounts>

type Deps = {
  db: Db
  clock: Clock
  config: Pick<Config, 'pepper' | 'twilio' | 'turnstile'>
  alert: Alert
  fetch: typeof fetch
  log: Log
  /** The contact that a suspended student is referred to. */
  site: Pick<SiteTextsService, 'contact'>
  /** Whether limits also count by address (off in development unless DEV_LIMITS=on). */
  addressLimits: boolean
}

/** The account use cases (docs/rules.md#account-details). */
export function createAccounts({
  db,
  clock,
  config,
  fetch,
  log,
  alert,
  site,
  addressLimits,
}: Deps) {
  const keyed = (label: string, value: string) =>
    createHmac('sha256', config.pepper).update(`${label}:${value}`).digest('base64url')
  const passwords = createPasswords(config.pepper)
  const sessions = createSessions({ db, clock })
  const limits = createLimits({ db, clock, log, keyed })
  const devices = createDevices({ clock, keyed })
  const sms = createSms({ twilio: config.twilio, fetch, log })
  const isPerson = createPersonCheck({ turnstile: config.turnstile, fetch, log })
  const codes = createCodes({ db, clock, limits, sms, alert, log, keyed })

  async function find(id: UserId): Promise<UserInfo | null> {
    const [user, points] = await Promise.all([
      findUser(db, id),
      readPoints(db, { id }, { type: 'all', after: null, limit: HISTORY_MAX }),
    ])
    return user && { ...user, points: points.balance, pointsHistory: points.entries }
  }
  async function findAgain(id: UserId): Promise<UserInfo> {
    const user = await find(id)
    if (!user) throw new Error('an account that was just written is gone')
    return user
  }

  async function sendCode(
    purpose: 'register' | 'password',
    phone: string,
    { address, language, proof }: Caller,
  ): Promise<Result<CodeSent>> {
    const t = getT(language)
    const isKnown = (await findCredentials(db, phone)) !== null
    return codes.send({
      phone,
      purpose,
      address: addressLimits ? address : null,
      proven: proof !== undefined && (await isPerson(proof)),
      message: (code) =>
        code
          ? t(`account:sms.${purpose}`, { code })
          : t(isKnown ? 'account:sms.registered' : 'account:sms.unknown'),
      entitled: isKnown === (purpose === 'password'),
    })
  }

  return {
    find,

    /**
     * Sends a code to register with. A registered phone gets the same answer, but a message that
     * says it is registered.
     */
    sendRegisterCode: (phone: string, caller: Caller) => sendCode('register', phone, caller),

    /**
     * Repeating the request with the same code and values returns the same answer. Fails with
     * verificationCodeInvalid, phoneTaken or emailTaken.
     */
    async register({
      verificationCode,
      password,
      ...person
    }: Registration): Promise<Result<UserInfo>> {
      const { language: _, ...request } = { ...person, password }
      const proof = await codes.check(person.phone, 'register', verificationCode, request)
      if (!proof.ok) return proof
      if (!proof.value) {
        const made = await findCredentials(db, person.phone)
        return made ? ok(await findAgain(made.id)) : fail('verificationCodeInvalid')
      }
      const now = clock.now()
      const user = {
        ...person,
        id: `usr_${randomBytes(ID_BYTES).toString('base64url')}` as const,
        emailKey: emailKey(person.email),
        passwordHash: passwords.hash(password),
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
      return ok(await findAgain(user.id))
    },

    /**
     * Fails with loginFailed (without saying which of the two is wrong), rateLimited, or
     * accountSuspended (only if the password was right).
     */
    async login(
      phone: string,
      password: string,
      { address, device, userAgent = null }: Visit,
    ): Promise<Result<Login>> {
      const allowed = await limits.takeLogin(phone, {
        address,
        device: devices.read(phone, device),
      })
      if (!allowed.ok) {
        log.warn('login has to wait', { phone: keyed('log', phone) })
        return allowed
      }
      const known = await findCredentials(db, phone)
      const verdict = passwords.verify(password, known?.passwordHash ?? null)
      if (!known || !verdict.matches) {
        log.warn('login failed', { phone: keyed('log', phone) })
        return fail('loginFailed')
      }
      if (known.suspendedAt !== null)
        return fail('accountSuspended', { contact: (await site.contact()).name })
      const hash = verdict.stale ? passwords.hash(password) : known.passwordHash
      if (verdict.stale) await rehash(db, known.id, known.passwordHash, hash, clock.now())
      const session = await sessions.create(known.id, deviceOf(userAgent))
      const [userInfo, now] = await Promise.all([
        find(known.id),
        findCredentials(db, phone),
        allowed.value.right(),
      ])
      // A password change or suspension during this login has ended all sessions; this new one must
      // not survive it.
      if (!userInfo || now?.passwordHash !== hash || now.suspendedAt !== null) {
        await sessions.end(session.token)
        return fail('loginFailed')
      }
      return ok({ ...session, userInfo, device: devices.remember(phone, device) })
    },

    /**
     * Sends a code to set a new password with. An unknown phone gets the same answer, but a message
     * that says it is unknown.
     */
    sendPasswordCode: (phone: string, caller: Caller) => sendCode('password', phone, caller),

    /** Sets the password and ends every session of the user. Fails with verificationCodeInvalid. */
    async changePassword(
      phone: string,
      verificationCode: string,
      newPassword: string,
    ): Promise<Result<Pick<Login, 'device'>>> {
      const proof = await codes.check(phone, 'password', verificationCode, newPassword)
      if (!proof.ok) return proof
      if (proof.value) {
        const known = await findCredentials(db, phone)
        if (!known) return fail('verificationCodeInvalid')
        const told = noticeAbout('passwordChanged', crypto.randomUUID(), known.id, { byCode: 1 })
        const notice = { ...told, createdAt: proof.value.now }
        const hash = passwords.hash(newPassword)
        if (!(await setPasswordByCode(db, hash, proof.value, notice)))
          return fail('verificationCodeInvalid')
        await limits.forgetLogins(phone)
        log.info('password changed')
      }
      return ok({ device: devices.remember(phone, null) })
    },

    /** Checks the account's password. Fails with loginFailed or rateLimited, like a login. */
    async prove(id: UserId, password: string): Promise<Result<null>> {
      const known = await findPassword(db, id)
      if (!known) return fail('loginFailed')
      const allowed = await limits.takeProof(id)
      if (!allowed.ok) return allowed
      if (!passwords.verify(password, known.passwordHash).matches) {
        log.warn('password again: wrong', { userId: id })
        return fail('loginFailed')
      }
      await allowed.value.right()
      return ok(null)
    },

    /**
     * Changes only the fields that are given. If the account has a confirmed email, a new one takes
     * effect only when its link is opened (email-links). Fails with emailTaken, changing nothing,
     * or rateLimited.
     */
    async updateContact(
      id: UserId,
      { email, wechat }: { email?: string; wechat?: string },
    ): Promise<Result<UserInfo>> {
      if (email !== undefined) {
        const allowed = await limits.takeEmailChange(id)
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
      return ok(await findAgain(id))
    },

    /**
     * Sets a member's new flat; moving to another building needs a new approval. Fails with
     * memberOnly.
     */
    async updateFlat(id: UserId, flat: Flat): Promise<Result<UserInfo>> {
      if (!(await updateFlat(db, id, flat, clock.now()))) return fail('memberOnly')
      const user = await findAgain(id)
      log.info('flat changed', { userId: id, auth: user.auth })
      return ok(user)
    },

    /** The language to write to the user in, and whether notices are also emailed. */
    setPreferences: (id: UserId, wish: Preferences) => setPreferences(db, id, wish),
    /** Notes that a user agreed to a version of the terms, in the round trip of their session. */
    agreeToTerms: async (viewer: ViewerRef, service: 'carpool' | 'trip', version: string) =>
      void (await batchRead(db, agreeToTerms(db, viewer, service, version, clock.now()))),
    /** Ends one session. */
    logout: (token: string) => sessions.end(token),
    /** Deletes expired codes, sessions and attempt counts. */
    purge: async () => void (await Promise.all([codes.purge(), sessions.purge(), limits.purge()])),
  }
}
