import { createHash, randomBytes } from 'node:crypto'
import type { D1Like } from '#tests/load/product.ts'

/** A student with a session: what a client sends, and what is stored for it. */
export type Account = { id: string; token: string; tokenHash: string }

/** Rows per statement. */
const CHUNK = 250
const DAY_MS = 86_400_000

/** That many students, each with their own session. */
export const makeAccounts = (count: number): Account[] =>
  Array.from({ length: count }, () => {
    const token = randomBytes(32).toString('base64url')
    const tokenHash = createHash('sha256').update(token).digest('base64url')
    return { id: `usr_${randomBytes(10).toString('hex')}`, token, tokenHash }
  })

/**
 * SQL that stores accounts, for the product's database and its peers': the columns have the same
 * names everywhere.
 */
export function accountStatements(accounts: Account[], now: number): string[] {
  const statements: string[] = []
  for (let at = 0; at < accounts.length; at += CHUNK) {
    const some = accounts.slice(at, at + CHUNK)
    const users = some.map(({ id }) => {
      const digits = String(Number.parseInt(id.slice(4, 15), 16))
      return `('${id}', '0${digits}', '${id}@example.org', '${id}@example.org', '王明', 'wang_ming', 'none', 'NORMAL', ${now}, ${now})`
    })
    const sessions = some.map(
      ({ id, tokenHash }) => `('${tokenHash}', '${id}', ${now}, ${now}, ${now + 20 * DAY_MS})`,
    )
    statements.push(
      `INSERT INTO users (id, phone, email, email_key, name, wechat, password_hash, account_type, created_at, updated_at) VALUES ${users.join(', ')}`,
      `INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at) VALUES ${sessions.join(', ')}`,
    )
  }
  return statements
}

/** Stores accounts in a D1 database. */
export async function storeAccounts(db: D1Like, accounts: Account[]): Promise<void> {
  await db.batch(accountStatements(accounts, Date.now()).map((sql) => db.prepare(sql)))
}
