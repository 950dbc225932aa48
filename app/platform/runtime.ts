import { PATIENCE_MS, READ_GAP_MS } from '#app/kernel/limits.ts'
import type { Clock } from '#app/kernel/time.ts'
import type { Env } from './env.ts'

/**
 * A worker's connections to the outside world. Production uses the system clock and the global
 * fetch; development uses an adjustable clock and a fetch that reaches the stand-ins.
 */
export type Runtime = {
  clock: Clock
  /** Every outbound call (Stripe, Twilio) goes through this. */
  fetch: typeof fetch
  /** Whether the per-address rate limits are active (off in development unless DEV_LIMITS=on). */
  rateLimits: boolean
  /** How long D1 and objects may take to answer, in ms. */
  patienceMs: number
  /** Minimum time between reads of a payment for users who say that they have paid, in ms. */
  readGapMs: number
  /** How long a page that is the same for all visitors may be reused, in ms (0 in development). */
  visitorPagesMs: number
}

export type MakeRuntime = (env: Env) => Runtime

const systemClock: Clock = { now: () => Date.now(), systemTime: (instant) => instant }

/**
 * Shared by all requests of an isolate, so that anything created for a fetch, such as Stripe's
 * client, can be reused.
 */
const production: Runtime = {
  clock: systemClock,
  fetch: (input, init) => fetch(input, init),
  rateLimits: true,
  patienceMs: PATIENCE_MS,
  readGapMs: READ_GAP_MS,
  visitorPagesMs: 1000,
}
export const productionRuntime: MakeRuntime = () => production
