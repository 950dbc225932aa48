import { createHash, createHmac, randomBytes } from 'node:crypto'
import {
  ADMIN_CONFIRMED_MS,
  ADMIN_IDLE_MS,
  ADMIN_SEEN_EVERY_MS,
  ADMIN_SESSION_MS,
  type AdminScope,
} from '#app/domain/admin.ts'
import type { AdminId } from '#app/domain/id.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import type { Clock, Instant } from '#app/domain/time.ts'
import { hostCookie, writeCookie } from '#app/http/cookies.server.ts'
import { createDevices, type Visit } from '#app/services/accounts/devices.server.ts'
import { createPasswords } from '#app/services/accounts/passwords.server.ts'
import type { Config } from '#app/services/platform/config.server.ts'
import { createLimits } from '#app/services/platform/limits.server.ts'
import type { Log } from '#app/services/platform/log.server.ts'
import type { Db } from '#db/db.ts'
import {
  confirmAdminSession,
  deleteAdminSession,
  deleteAdminSessionsBefore,
  findAdminCredentials,
  findAdminHash,
  findAdminSession,
  insertAdminSession,
  touchAdminSession,
} from '#db/queries/admins.ts'
import { auditEntry } from '#db/queries/audit.ts'

const TOKEN_BYTES = 32

export type Admin = { id: AdminId; phone: string; scopes: AdminScope[] }
export type AdminSession = {
  admin: Admin
  expiresAt: Instant
  /** When the password was last given. */
  confirmedAt: Instant
}

/** `device`: what the device cookie of the browser holds from now on. */
type AdminLogin = { token: string; expiresAt: Instant; device: string }
export type AdminAccounts = ReturnType<typeof createAdminAccounts>

/** A name of its own: a student's cookie never opens the console, nor the other way round. */
export const adminCookieName = (secure: boolean): string => hostCookie('asid', secure)

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

type Deps = { db: Db; clock: Clock; config: Pick<Config, 'pepper'>; log: Log }

/**
 * Who runs the service: accounts made by `npm run admin:create` alone, with sessions of 12 hours
 * that do not slide and end after 60 idle minutes.
 */
export function createAdminAccounts({ db, clock, config, log }: Deps) {
  const keyed = (label: string, value: string) =>
    createHmac('sha256', config.pepper).update(`${label}:${value}`).digest('base64url')
  const passwords = createPasswords(config.pepper)
  const limits = createLimits({ db, clock, log, keyed })
  const devices = createDevices({ clock, keyed })
  /** Tries are counted apart from those of a student with the same phone. */
  const subject = (phone: string) => `admin:${phone}`
  const cookie = (value: string, secure: boolean, maxAgeSeconds: number) =>
    writeCookie(adminCookieName(secure), value, { httpOnly: true, secure, maxAgeSeconds })

  const find = (tokenHash: string, now: Instant) =>
    findAdminSession(db, tokenHash, now, now - ADMIN_IDLE_MS)
  const deleteOver = (now: Instant) => deleteAdminSessionsBefore(db, now, now - ADMIN_IDLE_MS)

  const record = (
    adminId: AdminId,
    action: 'loggedIn' | 'loginFailed',
    after: Record<string, string>,
  ) => auditEntry(db, { at: clock.now(), adminId, action, subject: adminId, before: null, after })

  return {
    /**
     * Starts a session; its token is shown to its owner and never stored. Fails with loginFailed,
     * whichever of the two is wrong, or rateLimited.
     */
    async login(
      phone: string,
      password: string,
      { address, device }: Visit,
    ): Promise<Result<AdminLogin>> {
      const who = subject(phone)
      const knownDevice = devices.read(who, device)
      const allowed = await limits.takeLogin(who, { address, device: knownDevice })
      if (!allowed.ok) return allowed
      const known = await findAdminCredentials(db, phone)
      const { matches } = passwords.verify(password, known?.passwordHash ?? null)
      if (!known || !matches) {
        // The limits bound how often this is written; a phone of no administrator goes to the log
        // alone.
        if (known) await record(known.id, 'loginFailed', { step: 'login' })
        log.warn('administrator login failed', {
          phone: keyed('log', phone),
          known: known !== undefined,
        })
        return fail('loginFailed', { context: 'admin' })
      }
      await allowed.value.right()
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
        lastSeenAt: now,
      })
      // A password changed while this was under way has ended all sessions; this one must not
      // outlive it.
      const session = await find(tokenHash, now)
      if (!session || (await findAdminHash(db, known.id)) !== known.passwordHash) {
        await deleteAdminSession(db, tokenHash)
        return fail('loginFailed', { context: 'admin' })
      }
      await record(known.id, 'loggedIn', { browser: knownDevice ? 'known' : 'new' })
      log.info('administrator logged in', { adminId: known.id })
      return ok({ token, expiresAt, device: devices.remember(who, device) })
    },

    /** Whose token it is, or null when it is unknown, ended or too old. */
    async read(token: string): Promise<AdminSession | null> {
      const now = clock.now()
      const session = await find(hashOf(token), now)
      if (!session) return null
      const { lastSeenAt, ...known } = session
      if (lastSeenAt === null || now - lastSeenAt >= ADMIN_SEEN_EVERY_MS)
        await touchAdminSession(db, hashOf(token), now)
      return known
    },

    /**
     * The password given again, for what moves money. Fails with loginFailed, rateLimited, or
     * loginExpired.
     */
    async confirm(token: string, password: string): Promise<Result<{ confirmedUntil: Instant }>> {
      const session = await find(hashOf(token), clock.now())
      if (!session) return fail('loginExpired')
      const allowed = await limits.takeProof(session.admin.id)
      if (!allowed.ok) return allowed
      const hash = await findAdminHash(db, session.admin.id)
      if (!passwords.verify(password, hash).matches) {
        await record(session.admin.id, 'loginFailed', { step: 'confirm' })
        return fail('loginFailed', { context: 'confirm' })
      }
      await allowed.value.right()
      const confirmedAt = clock.now()
      await confirmAdminSession(db, hashOf(token), confirmedAt)
      return ok({ confirmedUntil: confirmedAt + ADMIN_CONFIRMED_MS })
    },

    end: async (token: string): Promise<void> => void (await deleteAdminSession(db, hashOf(token))),
    /**
     * The Set-Cookie value that keeps a token in the browser, and the one that takes it out again.
     */
    cookie: (token: string, secure: boolean) => cookie(token, secure, ADMIN_SESSION_MS / 1000),
    clearCookie: (secure: boolean) => cookie('', secure, 0),
    /** Forgets sessions that are over. */
    purge: async () => void (await deleteOver(clock.now())),
  }
}
