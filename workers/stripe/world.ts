import type { Clock } from '#app/domain/time.ts'
import type { Call } from './call.ts'
import type { Deliveries } from './deliveries.ts'
import type { Fault, Faults } from './faults.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { Store } from './store.ts'

/** Where the development worker shows the stand-in to browsers. */
export const MOUNT = '/__dev/stripe'

/** All that the stand-in's parts share. */
export type World = {
  store: Store
  deliveries: Deliveries
  faults: Faults
  keys: IdempotencyKeys
  readonly clock: Clock
  call(asked: { publishable: boolean; key: string | null; requestId: string | null }): Call
  /** Keeps a call waiting until its time is over or the faults are switched off. */
  hang(fault: Fault): Promise<void>
  /** Lets every waiting call go on. */
  releaseHung(): void
  /** To be called after anything that may have made events or holds. */
  afterCall(): void
}
