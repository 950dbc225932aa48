import { CarpoolObject } from '#app/carpool/object/carpool.ts'
import { TripObject } from '#app/trip/object/trip.ts'
import { createWorker } from '#workers/app.server.ts'
import { EmailStandIn } from '#workers/email/stand-in.ts'
import { FlightStandIn } from '#workers/flights/stand-in.ts'
import { handlePage } from '#workers/remix.ts'
import { SmsStandIn } from '#workers/sms/stand-in.ts'
import { StripeStandIn } from '#workers/stripe/stand-in.ts'
import { DevClock, loadClock } from './clock.ts'
import { handleDev } from './routes.ts'
import { type DevEnv, devRuntime } from './runtime.ts'

/** The development worker: the same shell, pages, API and objects, with stand-ins and /__dev/. */
const app = createWorker((env) => devRuntime(env as DevEnv), handlePage)

export default {
  ...app,
  async fetch(request, env, execution) {
    await loadClock(env)
    if (new URL(request.url).pathname.startsWith('/__dev')) return handleDev(request, env)
    return app.fetch(request, env, execution)
  },
} satisfies ExportedHandler<DevEnv>

export class Carpool extends CarpoolObject {
  constructor(ctx: DurableObjectState, env: DevEnv) {
    super(ctx, env, devRuntime(env))
    ctx.blockConcurrencyWhile(() => loadClock(env))
  }
}

export class Trip extends TripObject {
  constructor(ctx: DurableObjectState, env: DevEnv) {
    super(ctx, env, devRuntime(env))
    ctx.blockConcurrencyWhile(() => loadClock(env))
  }
}

export { DevClock, EmailStandIn, FlightStandIn, SmsStandIn, StripeStandIn }
