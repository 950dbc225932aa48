import { createHash, randomBytes } from 'node:crypto'
import type { D1Like } from './product.ts'

const DAY_MS = 86_400_000

/**
 * A new student with a session, as the value of a Cookie header: language and session. `name`:
 * lower-case letters.
 */
export async function signIn(db: D1Like, name = 'bench'): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64url')
  const phone = `07${randomBytes(4).readUInt32BE().toString().slice(0, 9).padStart(9, '0')}`
  const email = `${name}@example.org`
  const now = Date.now()
  await db.batch([
    db.prepare(
      `INSERT INTO users (id, phone, email, email_key, name, wechat, password_hash, account_type, created_at, updated_at)
       VALUES ('usr_${name}', '${phone}', '${email}', '${email}', '王明', 'wang_${name}', 'none', 'NORMAL', ${now}, ${now})`,
    ),
    db.prepare(
      `INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
       VALUES ('${hash}', 'usr_${name}', ${now}, ${now}, ${now + 20 * DAY_MS})`,
    ),
  ])
  return `language=zh; sid=${token}`
}
