import type { Change } from '#app/console/ui/kit.tsx'
import {
  controlName,
  type Draft,
  type Section,
  type TableField,
} from '#app/console/ui/table-editor.tsx'
import { formatOf } from '#app/i18n/format.ts'
import { amountText, minorUnitsOf } from '#app/kernel/money.ts'
import { countOf } from '#app/kernel/number.ts'
import { gramsOf } from '#app/orders/rules/postage.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** A row's field texts as typed. */
export type Texts = Record<string, string>
/** Fields that belong together; the row's name is the legend if there is none. */
type Group = { legend?: string; hint?: string; fields: TableField[] }
/** A row, its index, and the stored table. */
export type TableRow<T> = { row: Texts; at: number; table: T }

/** The definition of a table's rows. */
export type TableRows<T> = {
  rows: Draft<unknown>['rows']
  /** The field that identifies a row. */
  id?: 'id' | 'airportId' | 'from'
  /** The table as its schema reads it. */
  itemsOf: (table: T) => object[]
  /** A row's name; none where there is only one row. */
  nameOf?: (context: AppContext, of: TableRow<T>) => string
  groups: (context: AppContext, of: TableRow<T>) => Group[]
  /** An amount's name in the table's changes. */
  amountName?: (row: Texts, field: string) => string
}

const CONTROL = /^items\.(\d{1,3})\.(.+)$/

/** The rows of a form, in order. */
export function readRows(form: FormData): Texts[] {
  const rows = new Map<number, Texts>()
  for (const [name, value] of form) {
    const [, at = '', field = ''] = CONTROL.exec(name) ?? []
    if (at === '') continue
    const row = rows.get(Number(at)) ?? {}
    row[field] = String(value)
    rows.set(Number(at), row)
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row)
}

/** The value of a field's text. Unreadable numbers become NaN, which the schemas refuse. */
export function meaningOf({ kind, empty }: TableField, text: string): unknown {
  if (kind === 'switch') return text === '1' ? 1 : 0
  const isText = kind === 'text' || kind === 'url' || kind === 'long' || kind === 'day'
  if (isText) return text
  if (text.trim() === '') return empty === undefined ? undefined : null
  if (kind === 'count') return countOf(text) ?? Number.NaN
  if (kind === 'kg') return (gramsOf(text) ?? Number.NaN) / 1000
  return minorUnitsOf(text) ?? Number.NaN
}

const textOf = ({ kind, name }: TableField, item: object): string => {
  const value = name
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], item)
  if (value === null || value === undefined) return ''
  return kind === 'gbp' || kind === 'cny' ? amountText(Number(value)) : String(value)
}

/** Every row of a table as form texts. */
export const textsOf = <T>(context: AppContext, of: TableRows<T>, table: T): Texts[] =>
  of.itemsOf(table).map((item, at) => {
    const id = of.id && { [of.id]: String((item as Texts)[of.id]) }
    const fields = fieldsOf(context, of, { row: { ...id }, at, table })
    return {
      ...id,
      ...Object.fromEntries(fields.map((field) => [field.name, textOf(field, item)])),
    }
  })

export const fieldsOf = <T>(context: AppContext, { groups }: TableRows<T>, of: TableRow<T>) =>
  groups(context, of).flatMap(({ fields }) => fields)

/** A row as the API would receive it: `zh.title` is the title in `zh`. */
export function itemOf(fields: TableField[], row: Texts, id: string | undefined): object {
  const item: Record<string, unknown> = id && row[id] ? { [id]: row[id] } : {}
  for (const field of fields) {
    const [first = '', second] = field.name.split('.')
    const value = meaningOf(field, row[field.name] ?? '')
    item[first] = second ? { ...(item[first] as object), [second]: value } : value
  }
  return item
}

/** The rows as a form shows them. */
export function sectionsOf<T>(
  context: AppContext,
  of: TableRows<T>,
  { rows, table }: { rows: Texts[]; table: T },
): Section[] {
  const id = of.id === 'from' ? undefined : of.id
  return rows.flatMap((row, at) =>
    of.groups(context, { row, at, table }).map(({ legend, fields, ...group }) => ({
      ...group,
      at,
      legend: legend ?? of.nameOf?.(context, { row, at, table }) ?? '',
      fields: fields.map((field) => ({ ...field, value: row[field.name] ?? '' })),
      id: id ? { name: controlName(at, id), value: row[id] ?? '' } : null,
    })),
  )
}

/** A value in the preview; `amount` is its name in the table's changes. */
type Cell = { label: string; shown: string; field?: TableField; amount?: string }
export type Line = { key: string; name: string; cells: Cell[] }

/** Every row of a table, for the preview. */
export function linesOf<T>(context: AppContext, of: TableRows<T>, table: T): Line[] {
  const { t } = context
  return textsOf(context, of, table).map((row, at) => {
    const cells = fieldsOf(context, of, { row, at, table }).map((field) => ({
      label: field.label,
      shown: shownOf(context, field, row[field.name] ?? ''),
      field,
      amount: of.amountName?.(row, field.name),
    }))
    const place = { label: t('admin:draft.order'), shown: String(at + 1) }
    return {
      key: (of.id && row[of.id]) ?? '',
      name: of.nameOf?.(context, { row, at, table }) ?? '',
      cells: of.rows === 'ordered' ? [place, ...cells] : cells,
    }
  })
}

function shownOf({ t }: AppContext, { kind, empty }: TableField, text: string): string {
  const { money, longDay } = formatOf(t)
  if (text === '') return empty ?? t('admin:draft.nothing')
  if (kind === 'gbp' || kind === 'cny') return money(minorUnitsOf(text) ?? 0, kind)
  if (kind === 'switch') return t(text === '1' ? 'admin:draft.on' : 'admin:draft.off')
  return kind === 'day' ? longDay(text) : text
}

export const cellName = ({ name }: Line, { label }: Cell): string =>
  [name, label].filter(Boolean).join(' · ')

/** The changes a save would make: one line per value, or per row added or removed. */
export function changesIn({ t }: AppContext, was: Line[], will: Line[]): Change[] {
  const nothing = t('admin:draft.nothing')
  const whole = ({ cells }: Line) =>
    cells
      .filter(({ field }) => field && field.kind !== 'long')
      .map(({ label, shown }) => `${label} ${shown}`)
      .join(t('admin:draft.and'))
  const inBoth = will.flatMap((line) => {
    const old = was.find(({ key }) => key === line.key)
    if (!old)
      return [
        { what: t('admin:draft.newRow', { row: line.name }), before: nothing, after: whole(line) },
      ]
    return line.cells.flatMap((cell, at) => {
      const before = old.cells[at]?.shown ?? ''
      if (before === cell.shown) return []
      const [from, to] = aroundChange(before, cell.shown)
      return [{ what: cellName(old, cell), before: from, after: to }]
    })
  })
  const gone = was.filter(({ key }) => !will.some((line) => line.key === key))
  return [
    ...inBoth,
    ...gone.map((line) => ({
      what: t('admin:draft.goneRow', { row: line.name }),
      before: whole(line),
      after: nothing,
    })),
  ]
}

/** Texts up to this length are shown whole; of longer ones, this much around a change. */
const SHORT_CHARACTERS = 60
const CONTEXT_CHARACTERS = 12

/**
 * Cuts two texts down to where they differ, so that a one-word change in a long text is easy to
 * see.
 */
export function aroundChange(before: string, after: string): [string, string] {
  const shorter = Math.min(before.length, after.length)
  if (Math.max(before.length, after.length) <= SHORT_CHARACTERS) return [before, after]
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const from = Math.max(0, start - CONTEXT_CHARACTERS)
  const keep = Math.max(0, end - CONTEXT_CHARACTERS)
  const cut = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, text.length - keep)}${keep > 0 ? '…' : ''}`
  return [cut(before), cut(after)]
}
