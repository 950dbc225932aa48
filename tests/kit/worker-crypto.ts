import { scryptSync as scrypt } from 'node:crypto'

/**
 * What `app/account/service/passwords.server.ts` imports in worker tests. A password's 90 ms
 * (docs/rules.md#sessions) have tests of their own beside that file, and browser tests pay them.
 */
export { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const ROUNDS = 2 ** 14

/** How many passwords have been hashed, for tests about what a request costs. */
export const hashed = { times: 0 }

export const scryptSync: typeof scrypt = (password, salt, bytes, options) => {
  hashed.times++
  return scrypt(password, salt, bytes, options?.N === ROUNDS ? { ...options, N: 2, p: 1 } : options)
}
