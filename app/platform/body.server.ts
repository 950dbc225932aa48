import { fail, ok, type Result } from '#app/kernel/result.ts'
import { seenText } from '#app/kernel/text.ts'

const LIMIT_BYTES = 64 * 1024
/**
 * The limit of a signed event: each event of a dispute has all its evidence, up to 150,000
 * characters.
 */
export const EVENT_LIMIT_BYTES = 512 * 1024

/**
 * Reads a request's body as text. Counts the bytes that arrive, since a sender may omit or misstate
 * the length.
 */
export async function readText(request: Request, limit = LIMIT_BYTES): Promise<Result<string>> {
  if (!request.body) return ok('')
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) return fail('bodyTooLarge')
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limit) return fail('bodyTooLarge')
    text += decoder.decode(chunk, { stream: true })
  }
  return ok(text + decoder.decode())
}

export type JsonObject = Record<string, unknown>

/** Parses a body as a JSON object, with its strings cleaned for storage. */
export function parseJson(request: Request, text: string): Result<JsonObject> {
  const type =
    (request.headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type))
    return fail('unsupportedMediaType')
  try {
    const value: unknown = JSON.parse(text, (name, held) =>
      typeof held === 'string' ? seenText(name, held) : held,
    )
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return ok(value as JsonObject)
  } catch {
    // Invalid JSON gets the same answer as JSON that is not an object.
  }
  return fail('malformedBody')
}
