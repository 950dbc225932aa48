import * as z from 'zod'
import type { Translate } from '#app/i18n/keys.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { seenText } from '#app/kernel/text.ts'
import type { Instant } from '#app/kernel/time.ts'
import { type JsonObject, parseJson } from '#app/platform/body.server.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import type { Call } from './define.server.ts'
import { type Refusal, refusalOf } from './problem.server.ts'

export type Checked<T> = { ok: true; value: T } | { ok: false; error: Refusal }
export type Fields = { params: unknown; query: unknown; body: unknown }

type FieldSources = {
  path: Record<string, string>
  request: Request
  text: string
  now: Instant
  t: Translate
}

/**
 * Checks path, query and body of a request against the call's schemas. Returns the parsed values,
 * or why they are refused. `users`: every userId in them, which must be the caller's own. Does not
 * need the caller, so it can run while the caller is being identified.
 */
export function checkFields(
  call: Call,
  { path, request, text, now, t }: FieldSources,
): { fields: Checked<Fields>; users: unknown[] } {
  const { lang: _, ...asked }: JsonObject = Object.fromEntries(
    [...new URL(request.url).searchParams].map(([name, text]) => [name, seenText(name, text)]),
  )
  const sent = readBody(call, request, text, asked)
  if (!sent.ok) return { fields: sent, users: [] }
  const schema = bodySchema(call, now)
  const users = [asked.userId, sent.value.userId].filter((id) => id !== undefined)
  const isUsers = call.auth !== 'none' && call.auth !== 'admin'
  if (isUsers) {
    delete asked.userId
    if (!namesUser(schema)) delete sent.value.userId
  }
  const fields = parseFields(call, schema, { path, asked, body: sent.value, t })
  return { fields, users: isUsers ? users : [] }
}

type Raw = { path: JsonObject; asked: JsonObject; body: JsonObject; t: Translate }

function parseFields(call: Call, schema: z.ZodType | undefined, sent: Raw): Checked<Fields> {
  const params = parse(call.params, sent.path, sent.t)
  if (!params.ok) return fail('notFound')
  const query = parse(call.query, sent.asked, sent.t)
  if (!query.ok) return query
  const body = parse(schema, sent.body, sent.t)
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
 * Whether a call declares a `userId`, which must be the caller's own (docs/api.md#callers). It adds
 * nothing, so only calls that declare it receive it.
 */
const namesUser = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodObject && Object.hasOwn(schema.shape, 'userId')

/** The schema of a call's body as of `now`; a strict call refuses unknown fields. */
export function bodySchema(call: Call, now: Instant): z.ZodType | undefined {
  const schema = typeof call.body === 'function' ? call.body(now) : call.body
  return call.strict && schema instanceof z.ZodObject ? strictOf(schema) : schema
}

/** A cache: making a schema strict takes as long as checking a body with it. */
const stricts = new WeakMap<z.ZodObject, z.ZodObject>()

function strictOf(schema: z.ZodObject): z.ZodObject {
  const strict = stricts.get(schema) ?? schema.strict()
  stricts.set(schema, strict)
  return strict
}

function parse(schema: z.ZodType | undefined, value: JsonObject, t: Translate): Checked<unknown> {
  if (!schema) return ok(undefined)
  const parsed = schema.safeParse(value, { error: fieldError })
  return parsed.success ? ok(parsed.data) : { ok: false, error: refusalOf(parsed.error.issues, t) }
}
