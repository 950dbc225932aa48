import fc, { type Arbitrary } from 'fast-check'
import type { Schema } from '#app/api/document.ts'
import { inheritedName, oddValue } from './junk.ts'

type Parts = Record<string, Schema>
/** The parts of a JSON schema that are read here. */
type Read = Schema & {
  anyOf?: Schema[]
  const?: unknown
  items?: Schema
  properties?: Parts
  required?: string[]
  examples?: unknown[]
  pattern?: string
} & Partial<
    Record<'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems', number>
  >

const LONGEST = 200

/** Values that a schema of the document allows. They need not satisfy rules beyond the schema. */
export function allowed(schema: Schema, parts: Parts): Arbitrary<unknown> {
  const { $ref, anyOf, type, ...rest } = schema as Read
  if ($ref) return allowed(parts[$ref.split('/').at(-1) ?? ''] ?? {}, parts)
  if (rest.enum) return fc.constantFrom(...rest.enum)
  if ('const' in rest) return fc.constant(rest.const)
  if (anyOf) return fc.oneof(...anyOf.map((one) => allowed(one, parts)))
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => ofType(one, rest, parts)))
  return ofType(type, rest, parts)
}

function ofType(type: string | undefined, schema: Read, parts: Parts): Arbitrary<unknown> {
  const {
    minimum: min = -10,
    maximum: max = 1_000,
    minLength,
    maxLength = LONGEST,
    items = {},
  } = schema
  if (type === 'object') return objects(schema, parts)
  if (type === 'array')
    return fc.array(allowed(items, parts), {
      minLength: schema.minItems,
      maxLength: schema.minItems ?? 3,
    })
  if (type === 'integer') return fc.integer({ min, max })
  if (type === 'number') return fc.double({ min, max, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type !== 'string') return fc.jsonValue()
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
  if (schema.format === 'date')
    return fc.integer({ min: 10, max: 31 }).map((day) => `2026-12-${day}`)
  const texts = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, LONGEST) })
  // A schema does not express every rule for a text; its examples satisfy them all.
  return schema.examples ? fc.oneof(texts, fc.constantFrom(...schema.examples)) : texts
}

function objects({ properties = {}, required = [] }: Read, parts: Parts): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, allowed(schema, parts)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true })
}

type Holder = Record<string, unknown>
const MUTATIONS = ['drop', 'replace', 'add', 'wrap', 'empty', 'duplicate'] as const
type Mutation = { kind: (typeof MUTATIONS)[number]; at: number; name: string; value: unknown }
const mutation: Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(...MUTATIONS),
  at: fc.nat(),
  name: inheritedName,
  value: oddValue,
})

/** A value, and the same value broken in up to three places, at any depth. */
export const broken = (values: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc
    .tuple(values, fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([value, mutations]) => mutations.reduce(mutate, structuredClone(value)))

function mutate(value: unknown, { kind, at, name, value: given }: Mutation): unknown {
  // The inserted value may be broken next, and it is shared with others.
  const odd = structuredClone(given)
  const places = placesIn(value)
  const place = places[at % places.length]
  if (!place) return odd
  const { holder, key } = place
  const held = holder[key]
  if (kind === 'drop') delete holder[key]
  else if (kind === 'replace') holder[key] = odd
  else if (kind === 'add')
    Object.defineProperty(holder, name, {
      value: odd,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  else if (kind === 'wrap') holder[key] = [held]
  else if (kind === 'empty')
    holder[key] = Array.isArray(held) ? [] : typeof held === 'string' ? '' : {}
  else if (Array.isArray(held)) holder[key] = [...held, ...held]
  return value
}

/** The value with one of its lists empty, for each list in it. */
export const eachEmptied = (value: unknown): unknown[] =>
  placesIn(value).flatMap(({ holder, key }, at) => {
    if (!Array.isArray(holder[key])) return []
    const copy = structuredClone(value)
    const place = placesIn(copy)[at]
    if (place) place.holder[place.key] = []
    return [copy]
  })

/** Every field of a value, including nested ones. */
function placesIn(value: unknown): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])])
}
