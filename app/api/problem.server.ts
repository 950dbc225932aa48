import type { z } from 'zod'
import type { TKey, Translate } from '#app/i18n/keys.ts'
import { type ErrorCode, errorCatalogue } from '#app/kernel/error.ts'
import { RETRY_AFTER_S } from '#app/kernel/limits.ts'
import type { Failure } from '#app/kernel/result.ts'
import { failureText, fieldOfFailure, issueText, readIssue } from '#app/schemas/issue.ts'

export type FieldErrors = Record<string, { code: string; detail: string }[]>
/** A failure of a call; for a refused body or query, with errors by field. */
export type Refusal = Failure & { errors?: FieldErrors }

/** Seconds until a caller may retry, if the failure has none. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = {
  rateLimited: 60,
  codeJustSent: 60,
  unavailable: RETRY_AFTER_S,
}

/** Problem details (RFC 9457). `type` links to the code on the docs page. */
export function problem(refusal: Refusal, t: Translate, requestId: string): Response {
  const { code } = refusal
  const errors = refusal.errors ?? errorsOfField(refusal, t)
  const status = errorCatalogue[code]
  const headers = new Headers({ 'Content-Type': 'application/problem+json; charset=utf-8' })
  const retryAfter = refusal.params?.retryAfterSeconds ?? RETRY_AFTER[code]
  if (retryAfter !== undefined) headers.set('Retry-After', String(retryAfter))
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer')
  const body = {
    type: `/api/docs#${code}`,
    title: t(`errors:title.${code}` satisfies TKey),
    status,
    code,
    detail: failureText(t, refusal),
    ...(errors && { errors }),
    requestId,
  }
  return new Response(JSON.stringify(body), { status, headers })
}

function errorsOfField(failure: Failure, t: Translate): FieldErrors | undefined {
  const found = fieldOfFailure(failure)
  return found ? { [found.field]: [describe(found.message, t)] } : undefined
}

const describe = (message: string, t: Translate) => ({
  code: readIssue(message).code,
  detail: issueText(t, message),
})

const isCatalogued = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code)

/**
 * Turns schema issues into a refusal. If they all have the same catalogued code (`flightTimeOrder`,
 * `invalidLocalTime`, …), the answer carries it, else `validationFailed`.
 */
export function refusalOf(issues: readonly z.core.$ZodIssue[], t: Translate): Refusal {
  // No prototype: a field may be called `constructor`.
  const errors: FieldErrors = Object.create(null)
  const add = (path: string, message: string) => {
    errors[path] = [...(errors[path] ?? []), describe(message, t)]
  }
  for (const found of issues) {
    const path = found.path.join('.')
    if (found.code === 'unrecognized_keys')
      for (const key of found.keys) add([...found.path, key].join('.'), found.message)
    else add(path, found.message)
  }
  const codes = [...new Set(Object.values(errors).flatMap((list) => list.map(({ code }) => code)))]
  const [only] = codes
  const code =
    codes.length === 1 && only !== undefined && isCatalogued(only) ? only : 'validationFailed'
  return { code, errors }
}
