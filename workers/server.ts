import { createWorker } from './app.server.ts'
import { CarpoolObject } from './carpool/carpool.ts'
import type { Env } from './env.ts'
import { handlePage } from './remix.ts'
import { productionRuntime } from './runtime.ts'
import { TripObject } from './trip/trip.ts'

/** The production worker: system clock, real Stripe, real SMS, nothing from development. */
export default createWorker(productionRuntime, handlePage) satisfies ExportedHandler<Env>

export class Carpool extends CarpoolObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, productionRuntime(env))
  }
}

export class Trip extends TripObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, productionRuntime(env))
  }
}
