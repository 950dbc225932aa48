import { fail, ok, type Result } from '#app/kernel/result.ts'
import { seenText } from '#app/kernel/text.ts'
import { readText } from '#app/platform/body.server.ts'

const TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i
/** Enough for every price of 200 airports. */
const FIELDS_MAX = 2000

/**
 * Converts a changing request to one with only text fields, which every page can read. Fails with
 * malformedBody for anything else, since `formData()` would throw in the page, and with
 * bodyTooLarge for more than our forms can send. `anyOrigin`: removes the origin, so that the
 * framework does not compare it.
 */
export async function asPlainForm(request: Request, anyOrigin = false): Promise<Result<Request>> {
  const text = await readText(request)
  if (!text.ok) return text
  const type = request.headers.get('Content-Type') ?? ''
  if (!TYPES.test(type)) return fail('malformedBody')
  if (text.value.split('&', FIELDS_MAX + 1).length > FIELDS_MAX) return fail('bodyTooLarge')
  const form = await readTexts(type, text.value)
  if (form === null) return fail('malformedBody')
  const headers = new Headers(request.headers)
  headers.delete('Content-Length')
  if (anyOrigin) headers.delete('Origin')
  headers.set('Content-Type', 'application/x-www-form-urlencoded')
  return ok(new Request(request, { headers, body: form }))
}

/** A form's text fields, urlencoded, without its files. Null if it cannot be parsed. */
async function readTexts(type: string, text: string): Promise<string | null> {
  const texts = new URLSearchParams()
  try {
    const form = await new Response(text, { headers: { 'Content-Type': type } }).formData()
    for (const [name, value] of form)
      if (typeof value === 'string') texts.append(name, seenText(name, value))
  } catch {
    return null
  }
  return texts.toString()
}
