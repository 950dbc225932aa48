import { createHmac, randomBytes } from 'node:crypto'
import { type AccountType, emailKey, hideMost } from '#app/domain/account.ts'
import { deviceOf } from '#app/domain/device.ts'
import type { UserId } from '#app/domain/id.ts'
import { noticeAbout } from '#app/domain/notice.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Clock, Instant } from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import type { SiteTextsService } from '#app/services/catalog/site-texts.server.ts'
import type { Config } from '#app/services/platform/config.server.ts'
import { createLimits } from '#app/services/platform/limits.server.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import type { Db } from '#db/db.ts'
import { findPoints, type PointsEntry } from '#db/queries/points.ts'
import {
  findCredentials,
  findPassword,
  findTaken,
  findUser,
  insertUser,
  type Preferences,
  rehash,
  setPasswordByCode,
  setPreferences,
  type User,
  updateContact,
  updateFlat,
} from '#db/queries/users.ts'
import { type CodeSent, createCodes } from './codes.server.ts'
import { createDevices, type Visit } from './devices.server.ts'
import { createPasswords } from './passwords.server.ts'
import { createSessions } from './sessions.server.ts'
import { createSms } from './sms.server.ts'

const ID_BYTES = 12
/** The newest entries of the points ledger that the user info carries. */
const HISTORY_MAX = 100

/**
 * The user info of the API; instants are numbers and points have no words until a reply is written.
 */
export type UserInfo = User & { points: number; pointsHistory: PointsEntry[] }

export type Registration = {
  phone: string
  email: string
  name: string
  password: string
  wechat: string
  accountType: AccountType
  flatName: string | null
  flatNumber: string | null
  /** What is written to her outside a page is written in it; Chinese unless given. */
  language?: Language
  verificationCode: string
}
/** `device`: what the device cookie of the browser holds from now on. */
export type Login = { token: string; expiresAt: Instant; userInfo: UserInfo; device: string }
export type Flat = { flatName: string; flatNumber: string }
/** Who asks for a code: the language its message is written in, and the address limits count. */
export type Caller = { address: string; language: Language }

export type Accounts = {
  /**
   * A code to register with. A registered phone gets the same answer, and a message that says so.
   */
  sendRegisterCode(phone: string, caller: Caller): Promise<Result<CodeSent>>
  /**
   * Said again with the same code and words it answers the same. Fails with
   * verificationCodeInvalid, phoneTaken or emailTaken.
   */
  register(registration: Registration): Promise<Result<UserInfo>>
  /**
   * Fails with loginFailed, whichever of the two is wrong, rateLimited, or (the password was right)
   * accountSuspended.
   */
  login(phone: string, password: string, from: Visit): Promise<Result<Login>>
  /**
   * A code to set a new password with. An unknown phone gets the same answer, and a message that
   * says so.
   */
  sendPasswordCode(phone: string, caller: Caller): Promise<Result<CodeSent>>
  /** Sets the password and ends every session of the user. Fails with verificationCodeInvalid. */
  changePassword(
    phone: string,
    verificationCode: string,
    newPassword: string,
  ): Promise<Result<Pick<Login, 'device'>>>
  /**
   * Whether the password is this account's. Fails with loginFailed or rateLimited, as a login does.
   */
  prove(id: UserId, password: string): Promise<Result<null>>
  /** Ends one session. */
  logout(token: string): Promise<void>
  find(id: UserId): Promise<UserInfo | null>
  /**
   * Changes what is given and nothing else; a new email only waits for its link (email-links) while
   * there is a confirmed one. Fails with emailTaken, changing nothing, or rateLimited.
   */
  updateContact(id: UserId, contact: { email?: string; wechat?: string }): Promise<Result<UserInfo>>
  /** A member's new flat; another building has to be approved anew. Fails with memberOnly. */
  updateFlat(id: UserId, flat: Flat): Promise<Result<UserInfo>>
  /** The language to write to her in, and whether notices also come by email. */
  setPreferences(id: UserId, wish: Preferences): Promise<void>
  /** Forgets codes, sessions and counted attempts that are over. */
  purge(): Promise<void>
}

type Deps = {
  db: Db
  clock: Clock
  config: Pick<Config, 'pepper' | 'twilio'>
  fetch: typeof fetch
  log: Log
  /** Whom a suspended student is told to ask. */
  site: Pick<SiteTextsService, 'contact'>
  /** Whether limits count addresses too (off in development unless DEV_LIMITS=on). */
  addressLimits: boolean
}

/** The account use cases (docs/rules.md#account-details). */
export function createAccounts({
  db,
  clock,
  config,
  fetch,
  log,
  site,
  addressLimits,
}: Deps): Accounts {
  const keyed = (label: string, value: string) =>
    createHmac('sha256', config.pepper).update(`${label}:${value}`).digest('base64url')
  const passwords = createPasswords(config.pepper)
  const sessions = createSessions({ db, clock })
  const limits = createLimits({ db, clock, log, keyed })
  const devices = createDevices({ clock, keyed })
  const sms = createSms({ twilio: config.twilio, fetch, log })
  const codes = createCodes({ db, clock, limits, sms, log, keyed })
  const limited = (address: string) => (addressLimits ? address : null)

  async function find(id: UserId): Promise<UserInfo | null> {
    const [user, points] = await Promise.all([
      findUser(db, id),
      findPoints(db, id, { type: 'all', after: null, limit: HISTORY_MAX }),
    ])
    return user && { ...user, points: points.balance, pointsHistory: points.entries }
  }
  async function findAgain(id: UserId): Promise<UserInfo> {
    const user = await find(id)
    if (!user) throw new Error('an account that was just written is gone')
    return user
  }

  return {
    find,

    async sendRegisterCode(phone, { address, language }) {
      const t = getT(language)
      const entitled = (await findCredentials(db, phone)) === null
      const message = (code: string | null) =>
        code ? t('account:sms.register', { code }) : t('account:sms.registered')
      return codes.send({
        phone,
        purpose: 'register',
        address: limited(address),
        message,
        entitled,
      })
    },

    async register({ verificationCode, password, ...person }) {
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
        // Only somebody who holds a code for a phone of his own hears this, and each time costs a
        // try.
        return fail(
          taken === 'phone'
            ? 'phoneTaken'
            : taken === 'email'
              ? 'emailTaken'
              : 'verificationCodeInvalid',
        )
      }
      log.info('account registered', { userId: user.id, accountType: user.accountType })
      return ok(await findAgain(user.id))
    },

    async login(phone, password, { address, device, userAgent = null }) {
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
      // A new password or a suspension that came while this was under way has ended all sessions;
      // this one must not outlive it.
      if (!userInfo || now?.passwordHash !== hash || now.suspendedAt !== null) {
        await sessions.end(session.token)
        return fail('loginFailed')
      }
      return ok({ ...session, userInfo, device: devices.remember(phone, device) })
    },

    async sendPasswordCode(phone, { address, language }) {
      const t = getT(language)
      const entitled = (await findCredentials(db, phone)) !== null
      const message = (code: string | null) =>
        code ? t('account:sms.password', { code }) : t('account:sms.unknown')
      return codes.send({
        phone,
        purpose: 'password',
        address: limited(address),
        message,
        entitled,
      })
    },

    async changePassword(phone, verificationCode, newPassword) {
      const proof = await codes.check(phone, 'password', verificationCode, newPassword)
      if (!proof.ok) return proof
      if (proof.value) {
        const changed = await setPasswordByCode(db, passwords.hash(newPassword), proof.value)
        if (!changed) return fail('verificationCodeInvalid')
        await limits.forgetLogins(phone)
        log.info('password changed')
      }
      return ok({ device: devices.remember(phone, null) })
    },

    async prove(id, password) {
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

    async updateContact(id, { email, wechat }) {
      if (email !== undefined) {
        const allowed = await limits.takeEmailChange(id)
        if (!allowed.ok) return allowed
      }
      const now = clock.now()
      const contact = {
        wechat,
        email: email === undefined ? undefined : { text: email, key: emailKey(email) },
      }
      const before = contact.email ? await findUser(db, id) : null
      const waits =
        before && before.emailConfirmedAt !== null && emailKey(before.email) !== contact.email?.key
      const notice = waits
        ? {
            ...noticeAbout('emailChanging', crypto.randomUUID(), id, {
              email: hideMost(email ?? ''),
            }),
            createdAt: now,
            emailTo: before.email,
          }
        : null
      if (!(await updateContact(db, id, contact, now, notice))) return fail('emailTaken')
      log.info('contact changed', {
        userId: id,
        email: email !== undefined,
        wechat: wechat !== undefined,
      })
      return ok(await findAgain(id))
    },

    async updateFlat(id, flat) {
      if (!(await updateFlat(db, id, flat, clock.now()))) return fail('memberOnly')
      const user = await findAgain(id)
      log.info('flat changed', { userId: id, auth: user.auth })
      return ok(user)
    },

    setPreferences: (id, wish) => setPreferences(db, id, wish),
    logout: (token) => sessions.end(token),
    purge: async () => void (await Promise.all([codes.purge(), sessions.purge(), limits.purge()])),
  }
}
