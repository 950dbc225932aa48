import type { Clock } from '#app/domain/time.ts'
import type { Env } from './env.ts'

/**
 * What a worker takes from the outside world. Production gives the system clock and the global
 * fetch; development a clock that can be moved and a fetch that reaches the stand-ins.
 */
export type Runtime = {
  clock: Clock
  /** Every outbound call (Stripe, Twilio) goes through this. */
  fetch: typeof fetch
  /** Whether the per-address shields count (off in development unless DEV_LIMITS=on). */
  shields: boolean
  /**
   * For how long a page that all visitors see alike is given to the next of them, in ms (0 in
   * development).
   */
  visitorPagesMs: number
}

export type MakeRuntime = (env: Env) => Runtime

const systemClock: Clock = { now: () => Date.now(), systemTime: (instant) => instant }

/** One for all requests of an isolate: what is made for a fetch, as Stripe's client, can stay. */
const production: Runtime = {
  clock: systemClock,
  fetch: (input, init) => fetch(input, init),
  shields: true,
  visitorPagesMs: 1000,
}
export const productionRuntime: MakeRuntime = () => production
