import { randomUUID } from 'node:crypto'
import type { AdminScope } from '../app/domain/admin.ts'

/**
 * The statements of `admin:create` and `admin:remove`. A phone is 11 digits and a hash is base64
 * and $, so neither can break out of its quotes.
 */

type NewAdmin = { phone: string; passwordHash: string; scopes: AdminScope[] }

const endSessions = (phone: string) =>
  `DELETE FROM admin_sessions WHERE admin_id = (SELECT id FROM admins WHERE phone = '${phone}')`

/**
 * Creates an administrator, or sets a new password and new scopes; a removed administrator is
 * restored.
 */
export const createSql = ({ phone, passwordHash, scopes }: NewAdmin, now: number): string[] => [
  `INSERT INTO admins (id, phone, password_hash, scopes, created_at) VALUES ('adm_${randomUUID()}', '${phone}', '${passwordHash}', '${JSON.stringify(scopes)}', ${now}) ON CONFLICT (phone) DO UPDATE SET password_hash = excluded.password_hash, scopes = excluded.scopes, removed_at = NULL`,
  endSessions(phone),
]

/**
 * Removes an administrator, unless it is the last one, and ends all their sessions. The row stays
 * without its password, so that the audit log can still name them. The last statement returns the
 * result: no row if nobody has the phone.
 */
export const removeSql = (phone: string, now: number): string[] => [
  `UPDATE admins SET removed_at = ${now}, password_hash = '', scopes = '[]' WHERE phone = '${phone}' AND removed_at IS NULL AND (SELECT count(*) FROM admins WHERE removed_at IS NULL) > 1`,
  `${endSessions(phone)} AND (SELECT removed_at FROM admins WHERE phone = '${phone}') IS NOT NULL`,
  `SELECT removed_at FROM admins WHERE phone = '${phone}'`,
]
