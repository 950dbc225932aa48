import type { ApiDocument, Media, Operation, Parameter, Schema } from './document.ts'

const JSON_MEDIA = 'application/json'

type Read = Schema & {
  anyOf?: Schema[]
  default?: unknown
  examples?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
}

/**
 * An example of a schema: its own first one, or else one built from its parts' examples. Undefined
 * if it has none and its type implies none; a cursor, for instance, only comes from a response.
 */
export function exampleOf(schema: Schema, parts: Record<string, Schema>): unknown {
  const { $ref, anyOf, examples, enum: choices, items, properties, ...rest } = schema as Read
  if (examples) return examples[0]
  if ($ref) return exampleOf(parts[$ref.split('/').at(-1) ?? ''] ?? {}, parts)
  if ('const' in rest) return rest.const
  if (choices) return choices[0]
  if ('default' in rest) return rest.default
  if (anyOf?.[0]) return exampleOf(anyOf[0], parts)
  if ([rest.type].flat().includes('boolean')) return true
  if (items) return [exampleOf(items, parts)]
  if (!properties) return undefined
  const fields = Object.entries(properties).map(
    ([name, part]) => [name, exampleOf(part, parts)] as const,
  )
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined))
}

/** Adds an example to every body, every success answer and every required parameter. */
export function addExamples({ paths, components: { schemas } }: ApiDocument): void {
  const add = (described: Media | Parameter | undefined) => {
    if (described) described.example ??= exampleOf(described.schema, schemas)
  }
  for (const { parameters, requestBody, responses } of Object.values(paths).flatMap(
    Object.values<Operation>,
  )) {
    for (const parameter of parameters) if (parameter.required) add(parameter)
    add(requestBody?.content[JSON_MEDIA])
    for (const [status, { content }] of Object.entries(responses))
      if (status < '300') add(content?.[JSON_MEDIA])
  }
}
