import type { CarpoolNamespace } from '#app/services/groups/carpool-objects.server.ts'
import type { TripNamespace } from '#app/services/groups/trip-objects.server.ts'

/** Bindings of wrangler.toml. Variables and secrets are read through `readConfig` only. */
export type Env = {
  ASSETS: Fetcher
  DB: D1Database
  CARPOOL: CarpoolNamespace
  TRIP: TripNamespace
  LIMIT_LOGIN: RateLimit
  LIMIT_REGISTER: RateLimit
  LIMIT_CODE_SEND: RateLimit
  LIMIT_CODE_CHECK: RateLimit
  LIMIT_JOIN: RateLimit
  LIMIT_PAYMENT: RateLimit
  LIMIT_ADMIN: RateLimit
}
