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

/** Stores accounts in the product's database. */
export async function storeAccounts(db: D1Like, accounts: Account[]): Promise<void> {
  const now = Date.now()
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
  await db.batch(statements.map((sql) => db.prepare(sql)))
}

/** A new student with a session, as the value of a Cookie header: language and session. */
export async function signIn(db: D1Like): Promise<string> {
  const accounts = makeAccounts(1)
  await storeAccounts(db, accounts)
  return `language=zh; sid=${accounts[0]?.token}`
}
