import { PATIENCE_MS, READ_GAP_MS } from '#app/kernel/limits.ts'
import type { Env } from '#app/platform/env.ts'
import type { Runtime } from '#app/platform/runtime.ts'
import type { EmailStandIn } from '#workers/email/stand-in.ts'
import type { FlightStandIn } from '#workers/flights/stand-in.ts'
import type { SmsStandIn } from '#workers/sms/stand-in.ts'
import type { StripeStandIn } from '#workers/stripe/stand-in.ts'
import { checkProof } from '#workers/turnstile/stand-in.ts'
import { type ClockEnv, devClock } from './clock.ts'

export type DevEnv = Env &
  ClockEnv & {
    STRIPE_STAND_IN: DurableObjectNamespace<StripeStandIn>
    SMS_STAND_IN: DurableObjectNamespace<SmsStandIn>
    EMAIL_STAND_IN: DurableObjectNamespace<EmailStandIn>
    FLIGHT_STAND_IN: DurableObjectNamespace<FlightStandIn>
    STRIPE_SECRET_KEY: string
    TWILIO_ACCOUNT_SID: string
    RESEND_API_KEY: string
    FLIGHT_STATUS_KEY?: string
    TURNSTILE_SECRET_KEY: string
    /** `on`: the per-address rate limits are active in development too. */
    DEV_LIMITS?: string
  }

/** Keys made by `npm start` contain this mark; any other key talks to the real service. */
export const STAND_IN_MARK = 'standin'

const FLIGHT_HOST = 'aerodatabox.p.rapidapi.com'

export const stripeStandIn = (env: DevEnv) => env.STRIPE_STAND_IN.getByName('stripe')
export const smsStandIn = (env: DevEnv) => env.SMS_STAND_IN.getByName('sms')
export const emailStandIn = (env: DevEnv) => env.EMAIL_STAND_IN.getByName('email')
export const flightStandIn = (env: DevEnv) => env.FLIGHT_STAND_IN.getByName('flights')

/** Shared by all requests, as in production. */
const runtimes = new WeakMap<DevEnv, Runtime>()

export function devRuntime(env: DevEnv): Runtime {
  const runtime = runtimes.get(env) ?? makeRuntime(env)
  runtimes.set(env, runtime)
  return runtime
}

/**
 * Development's outbound calls: stand-ins take the place of Stripe, Twilio, Resend and AeroDataBox,
 * unless real keys are set.
 */
const makeRuntime = (env: DevEnv): Runtime => ({
  clock: devClock,
  rateLimits: env.DEV_LIMITS === 'on',
  patienceMs: PATIENCE_MS,
  readGapMs: env.DEV_LIMITS === 'on' ? READ_GAP_MS : 0,
  visitorPagesMs: 0,
  fetch: async (input, init) => {
    const request = new Request(input, init)
    const { hostname } = new URL(request.url)
    if (hostname === 'api.stripe.com' && env.STRIPE_SECRET_KEY.includes(STAND_IN_MARK))
      return stripeStandIn(env).fetch(request)
    if (hostname === 'api.twilio.com' && env.TWILIO_ACCOUNT_SID.includes(STAND_IN_MARK))
      return smsStandIn(env).fetch(request)
    if (hostname === 'api.resend.com' && env.RESEND_API_KEY.includes(STAND_IN_MARK))
      return emailStandIn(env).fetch(request)
    if (hostname === FLIGHT_HOST && env.FLIGHT_STATUS_KEY?.includes(STAND_IN_MARK))
      return flightStandIn(env).fetch(request)
    if (
      hostname === 'challenges.cloudflare.com' &&
      env.TURNSTILE_SECRET_KEY.includes(STAND_IN_MARK)
    )
      return checkProof(request)
    return fetch(request)
  },
})
