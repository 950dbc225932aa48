import { bringOnto, type SpecialPeriod, sortPeriods } from '#app/domain/offer/periods.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { periodsSchema } from '#app/schemas/admin-offer.server.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import { issueText } from '#app/schemas/issue.ts'

/**
 * What a form holds: its rows as typed, and the list and its version as they were when the form was
 * opened.
 */
export type Rows = { rows: SpecialPeriod[]; was: SpecialPeriod[]; version: number }
/** Errors by row and field, such as `2.from`. */
export type RowErrors = Record<string, string>

export const blankRow: SpecialPeriod = { from: '', to: '', label: '' }
const isBlank = ({ from, to, label }: SpecialPeriod): boolean =>
  `${from}${to}${label}`.trim() === ''

/** A form that shows the list as it stands, with an empty line to add one. */
export const rowsOf = (periods: readonly SpecialPeriod[], version: number): Rows => ({
  rows: [...periods, blankRow],
  was: [...periods],
  version,
})

export function readRows(form: FormData): Rows {
  const list = (prefix: string): SpecialPeriod[] => {
    const [from, to, label] = ['from', 'to', 'label'].map((name) =>
      form.getAll(prefix + name).map(String),
    )
    return (from ?? []).map((first, at) => ({
      from: first,
      to: to?.[at] ?? '',
      label: label?.[at] ?? '',
    }))
  }
  return { rows: list(''), was: list('was.'), version: Number(form.get('version')) }
}

/** The rows merged onto a list that another administrator has saved meanwhile. */
export function bringRowsOnto(
  { rows, was }: Rows,
  now: readonly SpecialPeriod[],
  version: number,
): Rows {
  const typed = rows.filter((row) => !isBlank(row))
  return { rows: [...sortPeriods(bringOnto(was, typed, now)), blankRow], was: [...now], version }
}

/** The list described by the form's rows, or what is wrong with which; empty rows are ignored. */
export function checkRows(
  t: Translate,
  { rows }: Rows,
): { ok: true; periods: SpecialPeriod[] } | { ok: false; errors: RowErrors } {
  const filled = rows.flatMap((row, at) => (isBlank(row) ? [] : [{ ...row, at }]))
  const items = filled.map(({ from, to, label }) => ({ from, to, label }))
  const parsed = periodsSchema.safeParse({ items }, { error: fieldError })
  if (parsed.success) return { ok: true, periods: sortPeriods(parsed.data.items) }
  const errors: RowErrors = {}
  for (const { path, message } of parsed.error.issues) {
    const [, at, field = 'from'] = path
    const row = filled[Number(at ?? 0)]?.at ?? 0
    errors[`${row}.${String(field)}`] ??= issueText(t, message)
  }
  return { ok: false, errors }
}
