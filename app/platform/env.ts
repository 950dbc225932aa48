import type { Namespaces } from '#app/group/service/group-objects.server.ts'

/** Bindings of wrangler.toml. Variables and secrets are read through `readConfig` only. */
export type Env = Namespaces & {
  ASSETS: Fetcher
  DB: D1Database
  LIMIT_LOGIN: RateLimit
  LIMIT_REGISTER: RateLimit
  LIMIT_CODE_SEND: RateLimit
  LIMIT_CODE_CHECK: RateLimit
  LIMIT_JOIN: RateLimit
  LIMIT_PAYMENT: RateLimit
  LIMIT_ADMIN: RateLimit
  LIMIT_DRIVE: RateLimit
  LIMIT_FILE: RateLimit
}
