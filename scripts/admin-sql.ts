import { randomUUID } from 'node:crypto'
import type { AdminScope } from '../app/domain/admin.ts'

/**
 * The statements of `admin:create` and `admin:remove`. A phone is 11 digits and a hash base64 and
 * $: neither can leave its quotes.
 */

type NewAdmin = { phone: string; passwordHash: string; scopes: AdminScope[] }

const endSessions = (phone: string) =>
  `DELETE FROM admin_sessions WHERE admin_id = (SELECT id FROM admins WHERE phone = '${phone}')`

/**
 * Makes an administrator, or gives one a new password and new scopes; whoever was removed is back.
 */
export const createSql = ({ phone, passwordHash, scopes }: NewAdmin, now: number): string[] => [
  `INSERT INTO admins (id, phone, password_hash, scopes, created_at) VALUES ('adm_${randomUUID()}', '${phone}', '${passwordHash}', '${JSON.stringify(scopes)}', ${now}) ON CONFLICT (phone) DO UPDATE SET password_hash = excluded.password_hash, scopes = excluded.scopes, removed_at = NULL`,
  endSessions(phone),
]

/**
 * Removes an administrator, unless it is the last one, and ends every session. The row stays
 * without its password, so that the audit log can name whose id it holds. The last statement says
 * how it stands: no row where nobody has the phone.
 */
export const removeSql = (phone: string, now: number): string[] => [
  `UPDATE admins SET removed_at = ${now}, password_hash = '', scopes = '[]' WHERE phone = '${phone}' AND removed_at IS NULL AND (SELECT count(*) FROM admins WHERE removed_at IS NULL) > 1`,
  `${endSessions(phone)} AND (SELECT removed_at FROM admins WHERE phone = '${phone}') IS NOT NULL`,
  `SELECT removed_at FROM admins WHERE phone = '${phone}'`,
]
