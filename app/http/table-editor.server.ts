import { data } from '@remix-run/cloudflare'
import type { z } from 'zod'
import { type ErrorCode, errorCatalogue } from '#app/domain/error.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import { issueText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { Change } from '#app/ui/admin/kit.tsx'

/** Entered text, by control name. */
export type Texts = Record<string, string>

/**
 * A whole table being edited on a page without scripts: the entered text (`rows`, each by field
 * name), the errors (by control name, `items.2.kg`; '' for the whole table), and, once there are
 * none, what saving would change.
 */
export type Draft = {
  step: 'edit' | 'preview'
  rows: Texts[]
  /** The version that was edited; if the draft is stale, the current version. */
  version: number
  /** Someone else has saved since this draft was begun. */
  stale: boolean
  errors: Texts
  changes: Change[]
}

/** A draft before anything is entered, without errors. */
export const editing = (rows: Texts[], version: number): Draft => ({
  step: 'edit',
  rows,
  version,
  stale: false,
  errors: {},
  changes: [],
})

const ITEM = /^items\.(\d{1,3})\.(.+)$/

/** The rows of a form whose controls are named `items.<at>.<field>`, in order. */
export function readRows(form: FormData): Texts[] {
  const rows = new Map<number, Texts>()
  for (const [name, value] of form) {
    const [, at = '', field = ''] = ITEM.exec(name) ?? []
    if (at === '') continue
    const row = rows.get(Number(at)) ?? {}
    row[field] = String(value)
    rows.set(Number(at), row)
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row)
}

/** The table version a form was rendered from. */
export const readVersion = (form: FormData): number => Number(form.get('version') ?? Number.NaN)

/** Splits `remove:3` into the intent and the row; the row is -1 if none is named. */
export function readIntent(form: FormData): { intent: string; at: number } {
  const [intent = '', at] = String(form.get('intent') ?? '').split(':')
  return { intent, at: at === undefined ? -1 : Number(at) }
}

export function moved<Row>(rows: Row[], at: number, by: number): Row[] {
  const row = rows[at]
  const to = at + by
  if (row === undefined || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(at, 1).toSpliced(to, 0, row)
}

/** The body the API would receive, checked by its schema; or the errors, by control name. */
export function checkDraft<S extends z.ZodType>(
  { t }: AppContext,
  schema: S,
  body: unknown,
): { ok: true; value: z.output<S> } | { ok: false; errors: Texts } {
  const parsed = schema.safeParse(body, { error: fieldError })
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors: Texts = {}
  for (const { path, message } of parsed.error.issues)
    errors[path.join('.')] ??= issueText(t, message)
  return { ok: false, errors }
}

/** Returns the page again with the status the API would use: that of the error, or 200. */
export const answerDraft = <D extends Draft>(draft: D, code?: ErrorCode) =>
  data(draft, { status: code ? errorCatalogue[code] : 200 })
