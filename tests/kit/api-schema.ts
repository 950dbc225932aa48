import { z } from 'zod'
import type { Schema } from '#app/api/document.ts'

type Described = {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
  >
  components: { schemas: Record<string, Schema> }
}

/**
 * The document's schema for one response, read back as a zod schema: what a caller who trusts the
 * document would check. Undefined if that response is not described or has no body.
 */
export function describedReply(document: Described, method: string, path: string, status: number) {
  const answer = document.paths[path]?.[method.toLowerCase()]?.responses[status]
  const [content] = Object.values(answer?.content ?? {})
  return content && readSchema(document, content.schema)
}

/** A schema of the document, with its references, as a zod schema. */
export function readSchema(
  { components }: Pick<Described, 'components'>,
  schema: Schema,
): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: components.schemas })
  return z.fromJSONSchema(JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/')))
}
