import { createHash, randomBytes } from 'node:crypto'
import { readKnownDevice, rememberDevice, type Visit } from '#app/account/service/devices.server.ts'
import { verifyPassword } from '#app/account/service/passwords.server.ts'
import { entryOf } from '#app/audit/audit.server.ts'
import {
  confirmAdminSession,
  deleteAdminSession,
  deleteAdminSessionsBefore,
  findAdminCredentials,
  findAdminHash,
  findAdminSession,
  insertAdminSession,
  touchAdminSession,
} from '#app/audit/rows/admins.server.ts'
import { auditEntry } from '#app/audit/rows/audit.server.ts'
import {
  ADMIN_CONFIRMED_MS,
  ADMIN_IDLE_MS,
  ADMIN_SEEN_EVERY_MS,
  ADMIN_SESSION_MS,
  type AdminScope,
} from '#app/kernel/admin.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import { bestEffort } from '#app/platform/best-effort.server.ts'
import { hostCookie, writeCookie } from '#app/platform/cookies.server.ts'
import { takeLogin, takeProof } from '#app/platform/limits.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { keyed } from '#app/platform/seal.server.ts'

const TOKEN_BYTES = 32

export type Admin = { id: AdminId; phone: string; scopes: AdminScope[] }
export type AdminSession = {
  admin: Admin
  expiresAt: Instant
  /** When the password was last entered. */
  confirmedAt: Instant
}

/** `device`: the new value of the browser's device cookie. */
type AdminLogin = { token: string; expiresAt: Instant; device: string }

/** A separate name: a student's cookie never opens the console, and vice versa. */
export const adminCookieName = (secure: boolean): string => hostCookie('asid', secure)

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

// Administrator accounts. They are created only by `npm run admin:create`; their sessions last
// 12 hours, are not extended by use, and end after 60 idle minutes.

/** Attempts are counted separately from those of a student with the same phone. */
const subject = (phone: string) => `admin:${phone}`

const cookie = (value: string, secure: boolean, maxAgeSeconds: number) =>
  writeCookie(adminCookieName(secure), value, { httpOnly: true, secure, maxAgeSeconds })

const findSession = ({ db }: Needs<'db'>, tokenHash: string, now: Instant) =>
  findAdminSession(db, tokenHash, now, now - ADMIN_IDLE_MS)

const deleteOver = ({ db }: Needs<'db'>, now: Instant) =>
  deleteAdminSessionsBefore(db, now, now - ADMIN_IDLE_MS)

const record = (
  { db, clock }: Needs<'db' | 'clock'>,
  adminId: AdminId,
  action: 'loggedIn' | 'loginFailed',
  after: Record<string, string>,
) => auditEntry(db, entryOf(clock, adminId, action, adminId, { after }))

/**
 * Starts a session; its owner gets the token, which is never stored. Fails with loginFailed
 * (without saying which of the two is wrong) or rateLimited.
 */
export async function logInAdmin(
  context: Needs<'db' | 'clock' | 'log' | 'config'>,
  phone: string,
  password: string,
  { address, device }: Visit,
): Promise<Result<AdminLogin>> {
  const { db, log, clock } = context
  const who = subject(phone)
  const knownDevice = readKnownDevice(context, who, device)
  const allowed = await takeLogin(context, who, { address, device: knownDevice })
  if (!allowed.ok) return allowed
  const known = await findAdminCredentials(db, phone)
  const { matches } = verifyPassword(context.config.pepper, password, known?.passwordHash ?? null)
  if (!known || !matches) {
    // Rate limits bound these writes. A phone that belongs to no administrator is only logged.
    if (known) await record(context, known.id, 'loginFailed', { step: 'login' })
    log.warn('administrator login failed', {
      phone: keyed(context, 'log', phone),
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
  // A password change during this login has ended all sessions; this new one must not survive
  // it.
  const session = await findSession(context, tokenHash, now)
  if (!session || (await findAdminHash(db, known.id)) !== known.passwordHash) {
    await deleteAdminSession(db, tokenHash)
    return fail('loginFailed', { context: 'admin' })
  }
  await record(context, known.id, 'loggedIn', { browser: knownDevice ? 'known' : 'new' })
  log.info('administrator logged in', { adminId: known.id })
  return ok({ token, expiresAt, device: rememberDevice(context, who, device) })
}

/** The session a token belongs to, or null if it is unknown, ended or expired. */
export async function readAdminSession(
  context: Needs<'db' | 'clock'>,
  token: string,
): Promise<AdminSession | null> {
  const { clock, db } = context
  const now = clock.now()
  const session = await findSession(context, hashOf(token), now)
  if (!session) return null
  const { lastSeenAt, ...known } = session
  if (lastSeenAt === null || now - lastSeenAt >= ADMIN_SEEN_EVERY_MS)
    await bestEffort(
      'a console session’s use was not recorded',
      touchAdminSession(db, hashOf(token), now),
    )
  return known
}

/**
 * Confirms the password again, as required for moving money. Fails with loginFailed,
 * rateLimited, or loginExpired.
 */
export async function confirmAdmin(
  context: Needs<'db' | 'clock' | 'config'>,
  token: string,
  password: string,
): Promise<Result<{ confirmedUntil: Instant }>> {
  const { clock, db } = context
  const session = await findSession(context, hashOf(token), clock.now())
  if (!session) return fail('loginExpired')
  const allowed = await takeProof(context, session.admin.id)
  if (!allowed.ok) return allowed
  const hash = await findAdminHash(db, session.admin.id)
  if (!verifyPassword(context.config.pepper, password, hash).matches) {
    await record(context, session.admin.id, 'loginFailed', { step: 'confirm' })
    return fail('loginFailed', { context: 'confirm' })
  }
  await allowed.value.right()
  const confirmedAt = clock.now()
  await confirmAdminSession(db, hashOf(token), confirmedAt)
  return ok({ confirmedUntil: confirmedAt + ADMIN_CONFIRMED_MS })
}

export const endAdminSession = async ({ db }: Needs<'db'>, token: string): Promise<void> =>
  void (await deleteAdminSession(db, hashOf(token)))

/** The Set-Cookie values that store a token in the browser and that remove it. */
export const adminCookie = (token: string, secure: boolean) =>
  cookie(token, secure, ADMIN_SESSION_MS / 1000)

export const emptyAdminCookie = (secure: boolean) => cookie('', secure, 0)

/** Deletes expired sessions. */
export const purgeAdminSessions = async (context: Needs<'db' | 'clock'>) =>
  void (await deleteOver(context, context.clock.now()))
