import type { Deliveries } from './deliveries.ts'
import { newId } from './id.ts'
import type { Store, StoredEvent } from './store.ts'

export const API_VERSION = '2026-10-28.endive'

/** One call to the stand-in: its objects, the time, and the caller. */
export type Call = {
  store: Store
  deliveries: Deliveries
  /** Epoch ms on development's clock. */
  now: number
  requestId: string | null
  idempotencyKey: string | null
  /** Called with a publishable key: limited to what a browser may do and see. */
  publishable: boolean
}

/** Stripe counts in whole seconds. */
export const seconds = (ms: number): number => Math.floor(ms / 1000)

/** Records an event about an object (in its current state) and queues its delivery. */
export function emit(call: Call, type: string, object: unknown): void {
  const event: StoredEvent = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(call.now),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  }
  call.deliveries.enqueue(event, call.now)
  call.store.put(event)
}
