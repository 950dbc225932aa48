import { createHmac, randomBytes } from 'node:crypto'
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
import { type AccountType, emailKey } from '../domain/account.ts'
import type { UserId } from '../domain/id.ts'
import { fail, ok, type Result } from '../domain/result.ts'
import type { Clock, Instant } from '../domain/time.ts'
import type { Language } from '../i18n/languages.ts'
import { getT } from '../i18n/server.ts'
import { type CodeSent, createCodes } from './codes.server.ts'
import type { Config } from './config.server.ts'
import { createLimits } from './limits.server.ts'
import type { Log } from './log.server.ts'
import { createPasswords } from './passwords.server.ts'
import { createSessions } from './sessions.server.ts'
import { createSms } from './sms.server.ts'

const ID_BYTES = 12
/** The newest entries of the points ledger that the user info carries. */
const HISTORY_MAX = 100

/** The user info of API.md; instants are numbers and points have no words until a reply is written. */
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
export type Flat = { flatName: string; flatNumber: string }
/** Who asks for a code: the language its message is written in, and the address limits count. */
export type Caller = { address: string; language: Language }

export type Accounts = {
  /** A code to register with. A registered phone gets the same answer, and a message that says so. */
  sendRegisterCode(phone: string, caller: Caller): Promise<Result<CodeSent>>
  /** Fails with verificationCodeInvalid, phoneTaken or emailTaken. */
  register(registration: Registration): Promise<Result<UserInfo>>
  /** Fails with loginFailed, whichever of the two is wrong, or rateLimited. */
  login(
    phone: string,
    password: string,
  ): Promise<Result<{ token: string; expiresAt: Instant; userInfo: UserInfo }>>
  /** A code to set a new password with. An unknown phone gets the same answer, and a message that says so. */
  sendPasswordCode(phone: string, caller: Caller): Promise<Result<CodeSent>>
  /** Sets the password and ends every session of the user. Fails with verificationCodeInvalid. */
  changePassword(phone: string, verificationCode: string, newPassword: string): Promise<Result<null>>
  /** Whether the password is this account's. Fails with loginFailed or rateLimited, as a login does. */
  prove(id: UserId, password: string): Promise<Result<null>>
  /** Ends one session. */
  logout(token: string): Promise<void>
  find(id: UserId): Promise<UserInfo | null>
  /** Changes what is given and nothing else. Fails with emailTaken, changing nothing, or rateLimited. */
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
  /** Whether limits count addresses too (off in development unless DEV_LIMITS=on). */
  addressLimits: boolean
}

/** The account use cases (SPEC section 5, DESIGN section 6). */
export function createAccounts({ db, clock, config, fetch, log, addressLimits }: Deps): Accounts {
  const keyed = (label: string, value: string) =>
    createHmac('sha256', config.pepper).update(`${label}:${value}`).digest('base64url')
  const passwords = createPasswords(config.pepper)
  const sessions = createSessions({ db, clock })
  const limits = createLimits({ db, clock, keyed })
  const sms = createSms({ twilio: config.twilio, fetch, log })
  const codes = createCodes({ db, clock, limits, sms, keyed })
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
      return codes.send({ phone, purpose: 'register', address: limited(address), message, entitled })
    },

    async register({ verificationCode, password, ...person }) {
      const proof = await codes.check(person.phone, 'register', verificationCode)
      if (!proof.ok) return proof
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
        // Only somebody who holds a code for a phone of his own hears this, and each time costs a try.
        return fail(
          taken === 'phone' ? 'phoneTaken' : taken === 'email' ? 'emailTaken' : 'verificationCodeInvalid',
        )
      }
      log.info('account registered', { userId: user.id, accountType: user.accountType })
      return ok(await findAgain(user.id))
    },

    async login(phone, password) {
      const allowed = await limits.takeLogin(phone)
      if (!allowed.ok) return allowed
      const known = await findCredentials(db, phone)
      const verdict = passwords.verify(password, known?.passwordHash ?? null)
      if (!known || !verdict.matches) return fail('loginFailed')
      const hash = verdict.stale ? passwords.hash(password) : known.passwordHash
      if (verdict.stale) await rehash(db, known.id, known.passwordHash, hash, clock.now())
      const session = await sessions.create(known.id)
      const [userInfo, now] = await Promise.all([
        find(known.id),
        findCredentials(db, phone),
        limits.clearLogin(phone),
      ])
      // A password changed while this was under way has ended all sessions; this one must not outlive it.
      if (!userInfo || now?.passwordHash !== hash) {
        await sessions.end(session.token)
        return fail('loginFailed')
      }
      return ok({ ...session, userInfo })
    },

    async sendPasswordCode(phone, { address, language }) {
      const t = getT(language)
      const entitled = (await findCredentials(db, phone)) !== null
      const message = (code: string | null) =>
        code ? t('account:sms.password', { code }) : t('account:sms.unknown')
      return codes.send({ phone, purpose: 'password', address: limited(address), message, entitled })
    },

    async changePassword(phone, verificationCode, newPassword) {
      const proof = await codes.check(phone, 'password', verificationCode)
      if (!proof.ok) return proof
      const changed = await setPasswordByCode(db, passwords.hash(newPassword), proof.value)
      if (!changed) return fail('verificationCodeInvalid')
      await limits.clearLogin(phone)
      log.info('password changed')
      return ok(null)
    },

    async prove(id, password) {
      const known = await findPassword(db, id)
      if (!known) return fail('loginFailed')
      const allowed = await limits.takeLogin(known.phone)
      if (!allowed.ok) return allowed
      if (!passwords.verify(password, known.passwordHash).matches) return fail('loginFailed')
      await limits.clearLogin(known.phone)
      return ok(null)
    },

    async updateContact(id, { email, wechat }) {
      if (email !== undefined) {
        const allowed = await limits.takeEmailChange(id)
        if (!allowed.ok) return allowed
      }
      const contact = {
        wechat,
        email: email === undefined ? undefined : { text: email, key: emailKey(email) },
      }
      if (!(await updateContact(db, id, contact, clock.now()))) return fail('emailTaken')
      log.info('contact changed', { userId: id, email: email !== undefined, wechat: wechat !== undefined })
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
