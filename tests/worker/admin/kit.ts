import { env, exports } from 'cloudflare:workers'
import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, notInArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { hashPassword } from '#app/account/service/passwords.server.ts'
import { insertAdminSession } from '#app/audit/rows/admins.server.ts'
import { ADMIN_SCOPES, ADMIN_SESSION_MS, type AdminScope, VIEW_ACTIONS } from '#app/kernel/admin.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { admins, auditLog } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { Visitor } from '#tests/worker/accounts/visitor.ts'
import { api } from '#tests/worker/world/api.ts'
import { db, ORIGIN } from '#tests/worker/world/services.ts'
import { devClock } from '#workers/dev/clock.ts'

export const PASSWORD = 'a long admin password'
export const passwordHash = hashPassword(readConfig(env).pepper, PASSWORD)

export type Admin = { id: AdminId; phone: string; token: string }

/** An administrator made the way the script does, limited to `scopes` (default: all). */
export async function newAdminAccount(scopes: AdminScope[] = [...ADMIN_SCOPES]) {
  const id: AdminId = `adm_${crypto.randomUUID()}`
  const phone = newPhone()
  await db.insert(admins).values({ id, phone, passwordHash, scopes, createdAt: devClock.now() })
  return { id, phone }
}

/**
 * The same with a session, as if the password had just been entered: checking one takes longer than
 * most tests.
 */
export async function newAdmin(scopes?: AdminScope[]): Promise<Admin> {
  const account = await newAdminAccount(scopes)
  const token = randomBytes(32).toString('base64url')
  const now = devClock.now()
  await insertAdminSession(db, {
    tokenHash: createHash('sha256').update(token).digest('base64url'),
    adminId: account.id,
    createdAt: now,
    expiresAt: now + ADMIN_SESSION_MS,
    confirmedAt: now,
    lastSeenAt: now,
  })
  return { ...account, token }
}

/** A browser without scripts where the administrator is logged in. */
export function visitorOf({ token }: Admin, lang: 'zh' | 'en' = 'en'): Visitor {
  const visitor = new Visitor({ lang })
  visitor.cookies.set('asid', token)
  return visitor
}

/** A file of the console's exports, bytes as they are sent. */
export const fileOf = ({ token }: Pick<Admin, 'token'>, path: string, lang: 'zh' | 'en' = 'en') =>
  exports.default.fetch(`${ORIGIN}/neighbourhelp/admin/exports/${path}`, {
    headers: { Cookie: `asid=${token}; language=${lang}` },
    redirect: 'manual',
  })

/** The value of a hidden form field. */
export const hidden = (html: string, name: string): string =>
  html.match(new RegExp(`name="${name}" value="([^"]*)"`))?.[1] ?? ''

/** Logs an administrator in again: an hour without a request has ended the session. */
export async function backAtWork(admin: Admin): Promise<void> {
  admin.token = await login(admin.phone)
}

export async function login(phone: string): Promise<string> {
  const { status, body } = await api('POST', '/admin/account/login', {
    json: { phone, password: PASSWORD },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.token
}

/** What the audit log says was done to a subject, newest first; views are left out. */
export const auditOf = (subject: string) =>
  db
    .select({
      adminId: auditLog.adminId,
      action: auditLog.action,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), notInArray(auditLog.action, [...VIEW_ACTIONS])))
    .orderBy(desc(auditLog.at))
