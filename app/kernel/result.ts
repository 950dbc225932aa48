import type { ErrorCode } from './error.ts'

/** An expected failure as a value: a stable code, and the parameters its message needs. */
export type Failure = { code: ErrorCode; params?: Record<string, string | number> }
export type Result<T> = { ok: true; value: T } | { ok: false; error: Failure }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const fail = (code: ErrorCode, params?: Failure['params']): Result<never> => ({
  ok: false,
  error: params ? { code, params } : { code },
})
