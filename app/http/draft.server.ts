import { data } from '@remix-run/cloudflare'
import type { z } from 'zod'
import { type ErrorCode, errorCatalogue } from '#app/domain/error.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import { issueText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { Change } from '#app/ui/admin/kit.tsx'

/** What is typed, by the names of controls. */
export type Texts = Record<string, string>

/**
 * A whole table that is being changed on a page without scripts: what is typed (`rows`, each by the
 * names of its fields), what is wrong with it (by the names of controls, `items.2.kg`; '' for the
 * whole), and once that is nothing what it would change.
 */
export type Draft = {
  step: 'edit' | 'preview'
  rows: Texts[]
  /** The version that was seen; of a stale draft the one that stands now. */
  version: number
  /** Somebody else has saved since this was begun. */
  stale: boolean
  errors: Texts
  changes: Change[]
}

/** Before anything is typed, and while nothing is to be said about it. */
export const editing = (rows: Texts[], version: number): Draft => ({
  step: 'edit',
  rows,
  version,
  stale: false,
  errors: {},
  changes: [],
})

const ITEM = /^items\.(\d{1,3})\.(.+)$/

/** The rows of a form whose controls are called `items.<at>.<field>`, in their order. */
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

/** The version that a form was made from. */
export const readVersion = (form: FormData): number => Number(form.get('version') ?? Number.NaN)

/** `remove:3` as what is to be done and to which row; -1 where none is named. */
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

/**
 * What a call of the API would be sent, checked by its schema; or what is wrong, by the names of
 * controls.
 */
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

/** The page again, with the status that the API would give: of a refusal, or 200. */
export const answerDraft = <D extends Draft>(draft: D, code?: ErrorCode) =>
  data(draft, { status: code ? errorCatalogue[code] : 200 })
