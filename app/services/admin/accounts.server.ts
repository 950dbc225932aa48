import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#db/db.ts'
import {
  confirmAdminSession,
  deleteAdminSession,
  deleteAdminSessionsBefore,
  findAdminCredentials,
  findAdminHash,
  findAdminSession,
  insertAdminSession,
} from '#db/queries/admins.ts'
import { ADMIN_CONFIRMED_MS, ADMIN_SESSION_MS, type AdminScope } from '../../domain/admin.ts'
import type { AdminId } from '../../domain/id.ts'
import { fail, ok, type Result } from '../../domain/result.ts'
import type { Clock, Instant } from '../../domain/time.ts'
import { writeCookie } from '../../http/cookies.server.ts'
import type { Config } from '../config.server.ts'
import { createLimits } from '../limits.server.ts'
import type { Log } from '../log.server.ts'
import { createPasswords } from '../passwords.server.ts'

const TOKEN_BYTES = 32

export type Admin = { id: AdminId; phone: string; scopes: AdminScope[] }
export type AdminSession = {
  admin: Admin
  expiresAt: Instant
  /** When the password was last given. */
  confirmedAt: Instant
}

export type AdminAccounts = ReturnType<typeof createAdminAccounts>

/** A name of its own: a student's cookie never opens the console, nor the other way round. */
export const adminCookieName = (secure: boolean): string => (secure ? '__Host-asid' : 'asid')

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

type Deps = { db: Db; clock: Clock; config: Pick<Config, 'pepper'>; log: Log }

/** Who runs the service: accounts made by `npm run admin:create` alone, with sessions of 12 hours that do not slide. */
export function createAdminAccounts({ db, clock, config, log }: Deps) {
  const keyed = (label: string, value: string) =>
    createHmac('sha256', config.pepper).update(`${label}:${value}`).digest('base64url')
  const passwords = createPasswords(config.pepper)
  const limits = createLimits({ db, clock, keyed })
  /** Tries are counted apart from those of a student with the same phone. */
  const subject = (phone: string) => `admin:${phone}`
  const cookie = (value: string, secure: boolean, maxAgeSeconds: number) =>
    writeCookie(adminCookieName(secure), value, { httpOnly: true, secure, maxAgeSeconds })

  return {
    /** Starts a session; its token is shown to its owner and never stored. Fails with loginFailed, whichever of the two is wrong, or rateLimited. */
    async login(
      phone: string,
      password: string,
    ): Promise<Result<{ token: string; expiresAt: Instant; admin: Admin }>> {
      const allowed = await limits.takeLogin(subject(phone))
      if (!allowed.ok) return allowed
      const known = await findAdminCredentials(db, phone)
      const { matches } = passwords.verify(password, known?.passwordHash ?? null)
      if (!known || !matches) return fail('loginFailed')
      await limits.clearLogin(subject(phone))
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const now = clock.now()
      const expiresAt = now + ADMIN_SESSION_MS
      const tokenHash = hashOf(token)
      await insertAdminSession(db, {
        tokenHash,
        adminId: known.id,
        createdAt: now,
        expiresAt,
        confirmedAt: now,
      })
      // A password changed while this was under way has ended all sessions; this one must not outlive it.
      const session = await findAdminSession(db, tokenHash, now)
      if (!session || (await findAdminHash(db, known.id)) !== known.passwordHash) {
        await deleteAdminSession(db, tokenHash)
        return fail('loginFailed')
      }
      log.info('administrator logged in', { adminId: known.id })
      return ok({ token, expiresAt, admin: session.admin })
    },

    /** Whose token it is, or null when it is unknown, ended or too old. */
    async read(token: string): Promise<AdminSession | null> {
      return (await findAdminSession(db, hashOf(token), clock.now())) ?? null
    },

    /** The password given again, for what moves money. Fails with loginFailed, rateLimited, or loginExpired. */
    async confirm(token: string, password: string): Promise<Result<{ confirmedUntil: Instant }>> {
      const session = await findAdminSession(db, hashOf(token), clock.now())
      if (!session) return fail('loginExpired')
      const allowed = await limits.takeLogin(subject(session.admin.phone))
      if (!allowed.ok) return allowed
      const hash = await findAdminHash(db, session.admin.id)
      if (!passwords.verify(password, hash).matches) return fail('loginFailed', { context: 'confirm' })
      await limits.clearLogin(subject(session.admin.phone))
      const confirmedAt = clock.now()
      await confirmAdminSession(db, hashOf(token), confirmedAt)
      return ok({ confirmedUntil: confirmedAt + ADMIN_CONFIRMED_MS })
    },

    end: async (token: string): Promise<void> => void (await deleteAdminSession(db, hashOf(token))),
    /** The Set-Cookie value that keeps a token in the browser, and the one that takes it out again. */
    cookie: (token: string, secure: boolean) => cookie(token, secure, ADMIN_SESSION_MS / 1000),
    clearCookie: (secure: boolean) => cookie('', secure, 0),
    /** Forgets sessions that are over. */
    purge: async () => void (await deleteAdminSessionsBefore(db, clock.now())),
  }
}
