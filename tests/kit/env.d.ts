import type { D1Migration } from 'cloudflare:test'
import type { DevEnv } from '#workers/dev/runtime.ts'

declare global {
  namespace Cloudflare {
    interface Env extends Omit<DevEnv, 'CARPOOL' | 'TRIP'> {
      CARPOOL: DurableObjectNamespace<import('#app/carpool/object/carpool.ts').CarpoolObject>
      TRIP: DurableObjectNamespace<import('#app/trip/object/trip.ts').TripObject>
      STRIPE_WEBHOOK_SECRET: string
      TEST_MIGRATIONS: D1Migration[]
    }
    interface GlobalProps {
      mainModule: typeof import('#workers/dev/server.ts')
    }
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** How many hours the clock is ahead of the system's when a file begins. */
    hoursAhead: number
    /** What the fuzz test should ask (tests/worker/fuzz). */
    fuzz: { seed: number; runs: number; path: string }
  }
}
