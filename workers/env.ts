import type { CarpoolObject } from './carpool/carpool.ts'
import type { TripObject } from './trip/trip.ts'

/** Bindings of wrangler.toml. Variables and secrets are read through `readConfig` only. */
export type Env = {
  ASSETS: Fetcher
  DB: D1Database
  CARPOOL: DurableObjectNamespace<CarpoolObject>
  TRIP: DurableObjectNamespace<TripObject>
  LIMIT_LOGIN: RateLimit
  LIMIT_REGISTER: RateLimit
  LIMIT_CODE_SEND: RateLimit
  LIMIT_CODE_CHECK: RateLimit
  LIMIT_JOIN: RateLimit
  LIMIT_PAYMENT: RateLimit
  LIMIT_ADMIN: RateLimit
}
