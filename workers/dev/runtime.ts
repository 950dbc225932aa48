import type { EmailStandIn } from '../email/stand-in.ts'
import type { Env } from '../env.ts'
import type { Runtime } from '../runtime.ts'
import type { SmsStandIn } from '../sms/stand-in.ts'
import type { StripeStandIn } from '../stripe/stand-in.ts'
import { type ClockEnv, devClock } from './clock.ts'

export type DevEnv = Env &
  ClockEnv & {
    STRIPE_STAND_IN: DurableObjectNamespace<StripeStandIn>
    SMS_STAND_IN: DurableObjectNamespace<SmsStandIn>
    EMAIL_STAND_IN: DurableObjectNamespace<EmailStandIn>
    STRIPE_SECRET_KEY: string
    TWILIO_ACCOUNT_SID: string
    RESEND_API_KEY: string
    /** `on`: the per-address shields count in development too. */
    DEV_LIMITS?: string
  }

/** Keys made by `npm start` carry this mark; any other key talks to the real service. */
export const STAND_IN_MARK = 'standin'

export const stripeStandIn = (env: DevEnv) => env.STRIPE_STAND_IN.getByName('stripe')
export const smsStandIn = (env: DevEnv) => env.SMS_STAND_IN.getByName('sms')
export const emailStandIn = (env: DevEnv) => env.EMAIL_STAND_IN.getByName('email')

/** Outbound calls of development: Stripe's, Twilio's and Resend's hosts are played by the stand-ins, unless real keys are set. */
export const devRuntime = (env: DevEnv): Runtime => ({
  clock: devClock,
  shields: env.DEV_LIMITS === 'on',
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
    return fetch(request)
  },
})
