import type * as z from 'zod'
import { askedIn } from './search-params.server.ts'

/**
 * The filters of a list, read from the URL: `fixed` overrides them, `defaults` fills gaps. Invalid
 * values are ignored, so that old links still work.
 */
export function readFilters<Schema extends z.ZodType>(
  schema: Schema,
  { href }: URL,
  fixed: Record<string, unknown>,
  defaults: Record<string, unknown> = {},
): z.output<Schema> {
  const given = [...askedIn({ url: href })].filter(([, value]) => value.trim() !== '')
  const raw: Record<string, unknown> = { ...Object.fromEntries(given), ...fixed }
  const parsed = schema.safeParse({ ...defaults, ...raw })
  if (parsed.success) return parsed.data
  for (const { path } of parsed.error.issues) delete raw[String(path[0])]
  return schema.parse({ ...defaults, ...raw })
}
