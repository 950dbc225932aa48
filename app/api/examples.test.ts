import { describe, expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import { parseTime } from '#app/kernel/time.ts'
import { describedReply } from '#tests/kit/api-schema.ts'
import { received } from '#tests/kit/received.ts'
import { callKey } from './call-text.ts'
import type { Call } from './define.server.ts'
import type { Parameter } from './document.ts'
import { exampleOf } from './examples.server.ts'
import { bodySchema, checkFields } from './fields.server.ts'
import { openApiDocument } from './openapi.server.ts'
import { calls } from './table.server.ts'

/** A time at which the examples could have been sent. */
const now = (() => {
  const read = parseTime('2026-12-04T09:30')
  if (!read.ok) throw new Error('no such day')
  return read.value
})()

const document = openApiDocument(calls, getT('en'), 'test')
const { schemas } = document.components

/**
 * The examples of a call: those in the document, and for optional parameters the ones of their
 * schemas.
 */
function examplesOf({ path, method }: Pick<Call, 'path' | 'method'>) {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const said = (where: string) =>
    (operation?.parameters ?? [])
      .filter(({ in: at, name }: Parameter) => at === where && name !== 'lang')
      .map(({ name, schema, example = exampleOf(schema, schemas) }) => [name, example] as const)
      .filter(([, example]) => example !== undefined)
  const [success] = Object.values(operation?.responses ?? {})
  return {
    params: Object.fromEntries(said('path')),
    query: Object.fromEntries(said('query')),
    body: operation?.requestBody?.content['application/json'].example,
    answer: success?.content?.['application/json']?.example,
  }
}

/** Characters that a text can contain but that are invisible. */
const UNSEEN = '\u0000\u0007\u200B\u200D\u202E\u2066\uFEFF\uD800\u3164'
const soil = (sent: unknown): unknown =>
  JSON.parse(
    JSON.stringify(sent, (name, held) =>
      typeof held === 'string' && !/password/i.test(name)
        ? `${held.slice(0, 1)}${UNSEEN}${held.slice(1)}`
        : held,
    ),
  )

describe.each(
  calls.filter((call) => !call.raw).map((call) => ({ call: call as Call, name: callKey(call) })),
)('$name drops invisible characters', ({ call }) => {
  const { params, query, body = {} } = examplesOf(call)
  const read = (sentQuery: object, sentBody: unknown) => {
    const asked = new URLSearchParams(
      Object.entries(sentQuery).map(([name, value]) => [name, String(value)]),
    )
    const text = call.method === 'GET' ? '' : JSON.stringify(sentBody)
    const headers = { 'Content-Type': 'application/json' }
    const request = new Request(`https://help.example/api?${asked}`, {
      method: call.method,
      headers,
    })
    return checkFields(call, { path: params as never, request, text, now, t: getT('en') }).fields
  }
  test('from its input, and keeps everything else', () => {
    const clean = read(query, body)
    expect(clean.ok || clean).toBe(true)
    expect(read(query, soil(body))).toEqual(clean)
    // A URL cannot hold half a surrogate pair: it arrives as another, visible character.
    const asked = soil(query) as object
    expect(read(JSON.parse(JSON.stringify(asked).replaceAll('\\ud800', '')), body)).toEqual(clean)
  })
})

describe.each(calls.map((call) => ({ call, name: callKey(call) })))(
  'the example of $name',
  ({ call }) => {
    const { params, query, body, answer } = examplesOf(call)
    const { params: paramsSchema, query: querySchema } = call as Call
    const [success] = Object.entries(call.responses)

    if (paramsSchema)
      test('names its path', () => {
        expect(paramsSchema.safeParse(params).error).toBeUndefined()
      })
    if (querySchema)
      test('asks what the call understands', () => {
        expect(querySchema.strict().safeParse(query)).toMatchObject({ success: true })
      })
    if (!call.raw && (call as Call).body)
      test('sends what the call takes', () => {
        expect(bodySchema(call as Call, now)?.safeParse(received(body))).toMatchObject({
          success: true,
        })
      })
    test('matches what the call answers', () => {
      const path = call.path.replace(/:(\w+)/g, '{$1}')
      const schema = describedReply(document, call.method, path, Number(success?.[0]))
      const isJson = !(call.raw && call.produces)
      if (schema && isJson) expect(schema.safeParse(answer).error).toBeUndefined()
      else expect(answer).toBeUndefined()
    })
  },
)
