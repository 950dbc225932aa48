import { expect, test } from 'vitest'
import type * as z from 'zod'
import type { Call } from '#app/api/define.server.ts'
import { bodySchema } from '#app/api/fields.server.ts'
import { openApiDocument } from '#app/api/openapi.server.ts'
import { calls } from '#app/api/table.server.ts'
import { getT } from '#app/i18n/server.ts'

/**
 * No text that a call takes can be as long as a caller likes: in a body that is fine otherwise,
 * each text is replaced by longer ones, and refused.
 */

const NOW = Date.UTC(2026, 10, 22)
const document = openApiDocument(calls, getT('en'), 'test')
const LONG = 5000
const longer = (text: string) =>
  ['a', '7', '王', '😀'].map((one) => one.repeat(LONG)).concat(text + '0'.repeat(LONG))

type Path = (string | number)[]
/** Where the texts are in a value. */
function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, [...path, name]))
}
const at = (value: unknown, path: Path): string =>
  path.reduce<never>((one, name) => one[name] as never, value as never)
function replaced(value: unknown, path: Path, text: string): unknown {
  const copy = structuredClone(value) as never
  const last = path.at(-1) as never
  const parent = path.slice(0, -1).reduce<never>((one, name) => one[name] as never, copy)
  Object.assign(parent, { [last]: text })
  return copy
}

const bodies = calls.flatMap((one) => {
  const call = one as Call
  const schema = call.raw ? undefined : bodySchema(call, NOW)
  const operation =
    document.paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]
  const example = operation?.requestBody?.content['application/json'].example
  return schema && example ? [{ name: `${call.method} ${call.path}`, schema, example }] : []
})

/** Checked by the join form's schema, once the trip is known (app/api/calls/trip.server.ts). */
const LATER = /^POST \/trip\/pay-base (?:terminal|flightNumber|flightTime|nLocation)$/

test('there is an example of nearly every body', () => {
  expect(bodies.length).toBeGreaterThan(50)
})

test('every text of every body has a longest length', () => {
  const endless = bodies.flatMap(({ name, schema, example }) =>
    textsIn(example).flatMap((path) => {
      const field = path.join('.')
      // Whether this text is why it is refused: an example may be of another day.
      const refuses = (text: string) => {
        const parsed = (schema as z.ZodType).safeParse(replaced(example, path, text))
        return (
          !parsed.success &&
          parsed.error.issues.some(
            (found) =>
              field.startsWith(found.path.join('.')) || found.path.join('.').startsWith(field),
          )
        )
      }
      return longer(at(example, path)).every(refuses) ? [] : [`${name} ${field}`]
    }),
  )
  expect(endless.filter((one) => !LATER.test(one))).toEqual([])
})
