import { AsyncLocalStorage } from 'node:async_hooks'

export type LogFields = Record<string, string | number | boolean | null | undefined>

const requests = new AsyncLocalStorage<{ fields: LogFields; kept: Map<unknown, unknown> }>()

/**
 * Runs `work` as one request (or one run of the sweep). Services live as long as the isolate; their
 * per-request values end with it, and every log line written during it has `fields`.
 */
export const asOneRequest = <T>(fields: LogFields, work: () => T): T =>
  requests.run({ fields, kept: new Map() }, work)

export const requestFields = (): LogFields => requests.getStore()?.fields ?? {}

export const isInRequest = (): boolean => requests.getStore() !== undefined

/** A value that is created once per request. Outside requests, one value is shared. */
export function perRequest<T>(make: () => T): () => T {
  const outside = new Map<unknown, unknown>()
  return () => {
    const kept = requests.getStore()?.kept ?? outside
    if (!kept.has(make)) kept.set(make, make())
    return kept.get(make) as T
  }
}
