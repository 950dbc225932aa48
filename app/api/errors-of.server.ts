import { type ErrorCode, errorCatalogue } from '#app/kernel/error.ts'
import { type AnyCall, needsVersion, rateLimitOf } from './define.server.ts'

/** Every code that a call can answer: the handler's own and those of the checks before it. */
export function errorsOf(call: AnyCall): ErrorCode[] {
  const codes = new Set<ErrorCode>(call.errors)
  const when = (applies: boolean, ...more: ErrorCode[]) => {
    if (applies) for (const code of more) codes.add(code)
  }
  const reads = 'body' in call && call.body !== undefined
  const asks = 'query' in call && call.query !== undefined
  when(call.auth !== 'none', 'loginExpired')
  when(call.auth !== 'none' && (reads || asks), 'forbidden')
  when(call.auth === 'admin', 'adminOnly')
  when(call.scope !== undefined, 'forbidden')
  when(call.confirmed !== undefined, 'passwordNeeded')
  when(needsVersion(call), 'versionConflict', 'versionRequired')
  when('params' in call && call.params !== undefined, 'notFound')
  when(reads || asks, 'validationFailed')
  when(reads, 'malformedBody', 'unsupportedMediaType')
  when(call.method !== 'GET', 'bodyTooLarge')
  when(rateLimitOf(call) !== null, 'rateLimited')
  when('idempotent' in call && call.idempotent === true, 'idempotencyKeyReused', 'validationFailed')
  when(true, 'internal', 'unavailable')
  const order = Object.keys(errorCatalogue)
  return [...codes].sort((a, b) => order.indexOf(a) - order.indexOf(b))
}
