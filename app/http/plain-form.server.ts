import { readText } from '#app/api/body.server.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import { seenText } from '#app/domain/text.ts'

const TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i
/** Every price of 200 airports, with room to spare. */
const FIELDS_MAX = 2000

/**
 * A request to change something, with its body as every page may read it: a form of texts. Fails
 * with malformedBody for anything else, since `formData()` in a page throws for it, and with
 * bodyTooLarge for more than a form of ours can be.
 */
export async function asPlainForm(request: Request): Promise<Result<Request>> {
  const text = await readText(request)
  if (!text.ok) return text
  const type = request.headers.get('Content-Type') ?? ''
  if (!TYPES.test(type)) return fail('malformedBody')
  if (text.value.split('&', FIELDS_MAX + 1).length > FIELDS_MAX) return fail('bodyTooLarge')
  const form = await readTexts(type, text.value)
  if (form === null) return fail('malformedBody')
  const headers = new Headers(request.headers)
  headers.delete('Content-Length')
  headers.set('Content-Type', 'application/x-www-form-urlencoded')
  return ok(new Request(request, { headers, body: form }))
}

/** The texts of a form as they are stored, without its files. Null where it cannot be read. */
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
