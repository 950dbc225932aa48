import { createHash, createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

/** docs/rules.md#sessions: about 90 ms on a Worker and 16 MiB while it runs. */
const PARAMS = { ln: 14, r: 8, p: 5 } as const
const KEY_BYTES = 32
const SALT_BYTES = 16
const MAX_MEMORY_BYTES = 64 * 1024 * 1024
const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+),keyid=([\w-]+)\$([\w+/]+)\$([\w+/]+)$/

export type Verdict = {
  matches: boolean
  /** The stored hash was made with outdated parameters: hash the password again. */
  stale: boolean
}
type Params = { ln: number; r: number; p: number }

/**
 * Hashing is synchronous on purpose: the runtime's asynchronous scrypt blocks the same thread, and
 * a queue of promises across requests would hang when a visitor leaves midway. So an isolate runs
 * one hash at a time, and memory stays at 16 MiB. The pepper is mixed in by HMAC, so that a stolen
 * database alone cannot be brute-forced.
 */
const derive = (pepper: string, password: string, salt: Buffer, { ln, r, p }: Params): Buffer =>
  scryptSync(
    createHmac('sha256', pepper).update(password.normalize('NFKC')).digest(),
    salt,
    KEY_BYTES,
    { N: 2 ** ln, r, p, maxmem: MAX_MEMORY_BYTES },
  )

const keyIdOf = (pepper: string): string =>
  createHash('sha256').update(`password pepper:${pepper}`).digest('base64url').slice(0, 8)

/** Returns a PHC string with its own random salt. */
export function hashPassword(pepper: string, password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const { ln, r, p } = PARAMS
  const key = encode(derive(pepper, password, salt, PARAMS))
  return `$scrypt$ln=${ln},r=${r},p=${p},keyid=${keyIdOf(pepper)}$${encode(salt)}$${key}`
}

/**
 * Checks a password against a stored PHC string. Null (no account has that phone) takes the same
 * time and never matches.
 */
export function verifyPassword(pepper: string, password: string, stored: string | null): Verdict {
  if (stored === null) {
    const salt = Buffer.alloc(SALT_BYTES, keyIdOf(pepper))
    timingSafeEqual(derive(pepper, password, salt, PARAMS), Buffer.alloc(KEY_BYTES))
    return { matches: false, stale: false }
  }
  const { params, keyid, salt, key } = parse(stored)
  // Without this check, a lost pepper would look as if everyone had forgotten their password.
  if (keyid !== keyIdOf(pepper))
    throw new Error('PEPPER is not the one that passwords were hashed with')
  const matches = timingSafeEqual(derive(pepper, password, salt, params), key)
  return {
    matches,
    stale: params.ln !== PARAMS.ln || params.r !== PARAMS.r || params.p !== PARAMS.p,
  }
}

/** Base64 without padding, as used in PHC strings. */
const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function parse(stored: string): { params: Params; keyid: string; salt: Buffer; key: Buffer } {
  const [, ln, r, p, keyid, salt, key] = PHC.exec(stored) ?? []
  if (!keyid || !salt || !key) throw new Error('a stored password hash is not one of ours')
  return {
    params: { ln: Number(ln), r: Number(r), p: Number(p) },
    keyid,
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}
