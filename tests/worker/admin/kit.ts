import { env } from 'cloudflare:workers'
import { desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { ADMIN_SCOPES, type AdminScope } from '#app/domain/admin.ts'
import type { AdminId } from '#app/domain/id.ts'
import { readConfig } from '#app/services/config.server.ts'
import { createPasswords } from '#app/services/passwords.server.ts'
import { admins, auditLog } from '#db/schema.ts'
import { devClock } from '#workers/dev/clock.ts'
import { Visitor } from '../accounts/visitor.ts'
import { api, db } from '../api/world.ts'

export const PASSWORD = 'a long admin password'
const passwordHash = createPasswords(readConfig(env).pepper).hash(PASSWORD)

export type Admin = { id: AdminId; phone: string; token: string }

const newPhone = () =>
  `07${String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(9, '0')
    .slice(-9)}`

/** An administrator as the script makes one, who may do what `scopes` names (all, unless told). */
export async function newAdminAccount(scopes: AdminScope[] = [...ADMIN_SCOPES]) {
  const id: AdminId = `adm_${crypto.randomUUID()}`
  const phone = newPhone()
  await db.insert(admins).values({ id, phone, passwordHash, scopes, createdAt: devClock.now() })
  return { id, phone }
}

/** The same, logged in: her password is as good as just given. */
export async function newAdmin(scopes?: AdminScope[]): Promise<Admin> {
  const account = await newAdminAccount(scopes)
  return { ...account, token: await login(account.phone) }
}

/** A browser without scripts in which she is logged in. */
export function visitorOf({ token }: Admin, lang: 'zh' | 'en' = 'en'): Visitor {
  const visitor = new Visitor({ lang })
  visitor.cookies.set('asid', token)
  return visitor
}
/** What a form carries along unseen. */
export const hidden = (html: string, name: string): string =>
  html.match(new RegExp(`name="${name}" value="([^"]*)"`))?.[1] ?? ''

export async function login(phone: string): Promise<string> {
  const { status, body } = await api('POST', '/admin/account/login', { json: { phone, password: PASSWORD } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.token
}

/** What the audit log says of a subject, the newest first. */
export const auditOf = (subject: string) =>
  db
    .select({
      adminId: auditLog.adminId,
      action: auditLog.action,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(eq(auditLog.subject, subject))
    .orderBy(desc(auditLog.at))
