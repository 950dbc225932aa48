import type { Clock } from '#app/kernel/time.ts'
import type { Call } from './call.ts'
import type { Deliveries } from './deliveries.ts'
import type { Fault, Faults } from './faults.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { Store } from './store.ts'

/** The path under which the development worker serves the stand-in to browsers. */
export const MOUNT = '/__dev/stripe'

/** Shared by the parts of the stand-in. */
export type World = {
  store: Store
  deliveries: Deliveries
  faults: Faults
  keys: IdempotencyKeys
  readonly clock: Clock
  call(asked: { publishable: boolean; key: string | null; requestId: string | null }): Call
  /** Keeps a call waiting until the fault's time is over or the faults are switched off. */
  hang(fault: Fault): Promise<void>
  /** Releases every waiting call. */
  releaseHung(): void
  /** Call it after anything that may have created events or holds. */
  afterCall(): void
}
