import { CarpoolObject } from '#app/carpool/object/carpool.ts'
import type { Env } from '#app/platform/env.ts'
import { productionRuntime } from '#app/platform/runtime.ts'
import { TripObject } from '#app/trip/object/trip.ts'
import { createWorker } from './app.server.ts'
import { handlePage } from './remix.ts'

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
