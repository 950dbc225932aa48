import * as z from 'zod'
import { fail, ok, type Result } from '#app/domain/result.ts'
import { seenText } from '#app/domain/text.ts'
import type { Instant } from '#app/domain/time.ts'
import { type JsonObject, parseJson } from '#app/http/body.server.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import type { Call } from './define.server.ts'
import { type Refusal, refusalOf } from './problem.server.ts'

export type Checked<T> = { ok: true; value: T } | { ok: false; error: Refusal }
export type Fields = { params: unknown; query: unknown; body: unknown }

type Sent = {
  path: Record<string, string>
  request: Request
  text: string
  viewer: { id: string } | null
  now: Instant
  t: Translate
}

/**
 * Checks path, query and body of a request against the call's schemas. Returns the parsed values,
 * or why they are refused.
 */
export function checkFields(
  call: Call,
  { path, request, text, viewer, now, t }: Sent,
): Checked<Fields> {
  const { lang: _, ...asked }: JsonObject = Object.fromEntries(
    [...new URL(request.url).searchParams].map(([name, text]) => [name, seenText(name, text)]),
  )
  const sent = readBody(call, request, text, asked)
  if (!sent.ok) return sent
  const schema = bodySchema(call, now)
  if (call.auth !== 'none' && call.auth !== 'admin') {
    if (!isOwn(asked, viewer) || !isOwn(sent.value, viewer)) return fail('forbidden')
    delete asked.userId
    if (!namesUser(schema)) delete sent.value.userId
  }
  const params = parse(call.params, path, t)
  if (!params.ok) return fail('notFound')
  const query = parse(call.query, asked, t)
  if (!query.ok) return query
  const body = parse(schema, sent.value, t)
  if (!body.ok) return body
  return ok({ params: params.value, query: query.value, body: body.value })
}

function readBody(
  call: Call,
  request: Request,
  text: string,
  asked: JsonObject,
): Result<JsonObject> {
  if (!call.body) return ok({})
  return call.bodyOrQuery && text === '' ? ok(asked) : parseJson(request, text)
}

/**
 * Whether a sent `userId` is the caller's own (docs/api.md#callers). It adds nothing new, so only
 * calls that declare it receive it.
 */
const isOwn = ({ userId }: JsonObject, viewer: { id: string } | null): boolean =>
  userId === undefined || userId === viewer?.id
const namesUser = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodObject && Object.hasOwn(schema.shape, 'userId')

/** The schema of a call's body as of `now`; a strict call refuses unknown fields. */
export function bodySchema(call: Call, now: Instant): z.ZodType | undefined {
  const schema = typeof call.body === 'function' ? call.body(now) : call.body
  return call.strict && schema instanceof z.ZodObject ? schema.strict() : schema
}

function parse(schema: z.ZodType | undefined, value: JsonObject, t: Translate): Checked<unknown> {
  if (!schema) return ok(undefined)
  const parsed = schema.safeParse(value, { error: fieldError })
  return parsed.success ? ok(parsed.data) : { ok: false, error: refusalOf(parsed.error.issues, t) }
}
