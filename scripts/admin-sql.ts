import { randomUUID } from 'node:crypto'
import { type AdminScope, BY_TERMINAL } from '../app/kernel/admin.ts'

/**
 * The statements of `admin:create` and `admin:remove`. A phone is 11 digits and a hash is base64
 * and $, so neither can break out of its quotes; those of a name are doubled.
 */

type NewAdmin = { phone: string; passwordHash: string; scopes: AdminScope[]; name?: string }

const idOf = (phone: string) => `(SELECT id FROM admins WHERE phone = '${phone}')`
const endSessions = (phone: string) => `DELETE FROM admin_sessions WHERE admin_id = ${idOf(phone)}`
const scopesOf = (column: string) => `(SELECT group_concat(value, ', ') FROM json_each(${column}))`

/**
 * Creates an administrator, or sets a new password and new scopes; a removed administrator is
 * restored. Without a name the account keeps the one it has. The audit log says which, and never a
 * password.
 */
export function createSql(
  { phone, passwordHash, scopes, name = '' }: NewAdmin,
  now: number,
): string[] {
  const id = `adm_${randomUUID()}`
  const isNew = 'a.id IS NULL OR a.removed_at IS NOT NULL'
  const before = `iif(${isNew}, NULL, json_object('scopes', ${scopesOf('a.scopes')}))`
  const after = `json_object('phone', '${phone}', 'scopes', '${scopes.join(', ')}')`
  return [
    `INSERT INTO audit_log (id, at, admin_id, action, subject, before, after) SELECT 'aud_${randomUUID()}', ${now}, '${BY_TERMINAL}', iif(${isNew}, 'adminCreated', 'adminChanged'), coalesce(a.id, '${id}'), ${before}, ${after} FROM (SELECT 1) LEFT JOIN admins a ON a.phone = '${phone}'`,
    `INSERT INTO admins (id, phone, name, password_hash, scopes, created_at) VALUES ('${id}', '${phone}', '${name.replaceAll("'", "''")}', '${passwordHash}', '${JSON.stringify(scopes)}', ${now}) ON CONFLICT (phone) DO UPDATE SET password_hash = excluded.password_hash, name = coalesce(nullif(excluded.name, ''), name), scopes = excluded.scopes, removed_at = NULL`,
    endSessions(phone),
  ]
}

/**
 * Removes an administrator, unless it is the last one, and all their access. The row stays without
 * its password, so that the audit log can still name them. The last statement returns the result:
 * no row if nobody has the phone.
 */
export function removeSql(phone: string, now: number): string[] {
  const removable = `phone = '${phone}' AND removed_at IS NULL AND (SELECT count(*) FROM admins WHERE removed_at IS NULL) > 1`
  const isRemoved = `(SELECT removed_at FROM admins WHERE phone = '${phone}') IS NOT NULL`
  return [
    `INSERT INTO audit_log (id, at, admin_id, action, subject, before) SELECT 'aud_${randomUUID()}', ${now}, '${BY_TERMINAL}', 'adminRemoved', id, json_object('phone', phone, 'scopes', ${scopesOf('scopes')}) FROM admins WHERE ${removable}`,
    `UPDATE admins SET removed_at = ${now}, password_hash = '', scopes = '[]' WHERE ${removable}`,
    `${endSessions(phone)} AND ${isRemoved}`,
    `SELECT removed_at FROM admins WHERE phone = '${phone}'`,
  ]
}
