import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { z } from 'zod'
import type { AdminScope } from '#app/domain/admin.ts'
import { type ErrorCode, errorCatalogue } from '#app/domain/error.ts'
import { minorUnitsOf } from '#app/domain/money.ts'
import { countIn } from '#app/domain/number.ts'
import type { Failure, Result } from '#app/domain/result.ts'
import type { TKey } from '#app/i18n/keys.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import { failureText, issueText } from '#app/schemas/issue.ts'
import type { AdminTable, Versioned, Weight } from '#app/services/admin/admin-table.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { Change } from '#app/ui/admin/kit.tsx'
import type { Draft, Texts } from '#app/ui/admin/table-editor.tsx'
import { confirmByForm, isConfirmed, requireAdmin } from './admin-guard.server.ts'
import { redirectWithFlash } from './flash.server.ts'

/** What a form asks for; or what is wrong, by control name ('' for the whole table). */
export type Checked<Wanted> = { ok: true; value: Wanted } | { ok: false; errors: Texts }

/**
 * How one table is edited on its page. `T`: the table. `Wanted`: as it is sent to be saved.
 * `Shown`: what the preview shows besides the changes.
 */
export type TableEditor<T, Wanted, Shown = null> = {
  scope: AdminScope
  table: (context: AppContext, request: Request) => AdminTable<T, Wanted>
  rowsOf: (table: T) => Texts[]
  readRows: (form: FormData, table: T) => Texts[]
  /** A new row. Left out where rows are neither added nor removed. */
  blank?: Texts
  /** The rows to check, without those that are left blank. */
  filled?: (rows: Texts[]) => Texts[]
  check: (context: AppContext, rows: Texts[], table: T) => Checked<Wanted>
  preview: (context: AppContext, before: T, after: T) => Preview<Shown> | Promise<Preview<Shown>>
  /** An amount as it is typed again, where it is not money. */
  amountOf?: (name: string, typed: string) => number | null
  /** Where a save leads, and what is said there. */
  saved: (request: Request) => { to: string; key: TKey }
}

type Preview<Shown> = { changes: Change[]; shown?: Shown }

const ITEM = /^items\.(\d{1,3})\.(.+)$/

/** The rows of a form whose controls are named `items.<at>.<field>`, in order. */
export function readItems(form: FormData): Texts[] {
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

export const isBlank = ({ id: _, ...typed }: Texts): boolean =>
  Object.values(typed).every((text) => text.trim() === '')
export const withoutBlanks = (rows: Texts[]): Texts[] => rows.filter((row) => !isBlank(row))

/** The body the API would receive, checked by its schema; or the errors, by control name. */
export function checkBody<Body>(
  { t }: AppContext,
  schema: z.ZodType<Body>,
  body: unknown,
): Checked<Body> {
  const parsed = schema.safeParse(body, { error: fieldError })
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors: Texts = {}
  for (const { path, message } of parsed.error.issues)
    errors[path.join('.')] ??= issueText(t, message)
  return { ok: false, errors }
}

/** The same for a body that is a list. */
export function checkItems<Items>(
  context: AppContext,
  schema: z.ZodType<{ items: Items }>,
  items: unknown[],
): Checked<Items> {
  const checked = checkBody(context, schema, { items })
  return checked.ok ? { ok: true, value: checked.value.items } : checked
}

const begun = <Shown>(rows: Texts[], version: number): Draft<Shown> => ({
  step: 'edit',
  rows,
  version,
  stale: false,
  errors: {},
  changes: [],
  again: [],
  asksPassword: false,
  shown: null,
})

/** A table as it stands, and a draft of it before anything is entered. */
export async function openTable<T, Wanted, Shown>(
  { request, context }: LoaderFunctionArgs,
  { scope, table: source, rowsOf }: TableEditor<T, Wanted, Shown>,
) {
  await requireAdmin(context, request, { scope })
  const { table, version } = await source(context, request).read()
  return { table, draft: begun<Shown>(rowsOf(table), version) }
}

/** The typed rows after any button except preview and save; null for those two. */
function afterButton(form: FormData, rows: Texts[], blank: Texts | undefined): Texts[] | null {
  const [intent, named] = String(form.get('intent') ?? '').split(':')
  const at = named === undefined ? -1 : Number(named)
  if (intent === 'edit') return rows
  if (!blank) return null
  if (intent === 'add') return [...rows, blank]
  if (intent === 'remove') return rows.toSpliced(at, 1)
  if (intent === 'up') return moved(rows, at, -1)
  return intent === 'down' ? moved(rows, at, 1) : null
}

function moved(rows: Texts[], at: number, by: number): Texts[] {
  const row = rows[at]
  const to = at + by
  if (row === undefined || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(at, 1).toSpliced(to, 0, row)
}

/** Returns the page again with the status the API would use: that of the error, or 200. */
const answer = <Shown>(draft: Draft<Shown>, code?: ErrorCode) =>
  data(draft, { status: code ? errorCatalogue[code] : 200 })

/** Changes what is typed, previews what saving it would change, or saves it. */
export async function answerTable<T, Wanted, Shown>(
  { request, context }: ActionFunctionArgs,
  editor: TableEditor<T, Wanted, Shown>,
) {
  const { id } = await requireAdmin(context, request, { scope: editor.scope })
  const source = editor.table(context, request)
  const form = await request.formData()
  const stored = await source.read()
  const seen = countIn(form, 'version')
  const typed = editor.readRows(form, stored.table)
  const draft = begun<Shown>(typed, seen)
  const stale = stored.version !== seen

  const next = afterButton(form, typed, editor.blank)
  if (next) return answer({ ...draft, rows: next })
  const rows = editor.filled?.(typed) ?? typed
  const checked = editor.check(context, rows, stored.table)
  if (!checked.ok)
    return answer({ ...draft, rows, stale, errors: checked.errors }, 'validationFailed')
  const preview = async (now: Versioned<T>, errors: Texts = {}) => {
    const after = source.next(checked.value, now.table)
    const weight = after.ok ? source.weigh(now.table, after.value) : NO_WEIGHT
    return previewed(context, { ...draft, rows, errors }, editor, now, { after, weight, form })
  }
  if (form.get('intent') !== 'save' || stale) return preview(stored)
  const after = source.next(checked.value, stored.table)
  if (!after.ok) return preview(stored)
  const errors = await unproved(context, form, editor, source.weigh(stored.table, after.value))
  if (Object.keys(errors).length > 0) return preview(stored, errors)
  const saved = await source.replace(id, seen, checked.value)
  if (!saved.ok) return preview(await source.read())
  const { to, key } = editor.saved(request)
  return redirectWithFlash(context, to, { kind: 'success', key })
}

const NO_WEIGHT: Weight = { asksPassword: false, leaps: [] }

/**
 * What is missing before a change may be saved, by control name: the password, and amounts that
 * are not typed again as they will be.
 */
async function unproved<T, Wanted, Shown>(
  context: AppContext,
  form: FormData,
  { amountOf = (_, typed) => minorUnitsOf(typed) }: TableEditor<T, Wanted, Shown>,
  { asksPassword, leaps }: Weight,
): Promise<Texts> {
  const { t } = context
  const errors: Texts = {}
  for (const { name, after } of leaps) {
    const typed = String(form.get(againName(name)) ?? '')
    if (amountOf(name, typed) !== after) errors[againName(name)] = t('admin:draft.notAgain')
  }
  if (!asksPassword || Object.keys(errors).length > 0) return errors
  const proved = await confirmByForm(context, form)
  return proved.ok ? {} : { password: failureText(t, proved.error) }
}

type Weighed<T> = { after: Result<T>; weight: Weight; form: FormData }

/**
 * What saving would change now, and what it needs; if the draft is stale, that is also why it was
 * not saved.
 */
async function previewed<T, Wanted, Shown>(
  context: AppContext,
  draft: Draft<Shown>,
  editor: TableEditor<T, Wanted, Shown>,
  { table, version }: Versioned<T>,
  { after, weight, form }: Weighed<T>,
) {
  if (!after.ok) {
    const errors = errorsOf(context, after.error)
    return answer({ ...draft, errors }, after.error.code)
  }
  const preview = await editor.preview(context, table, after.value)
  const stale = version !== draft.version
  const again = weight.leaps.map(({ name }) => ({
    name: againName(name),
    what: preview.changes.find((change) => change.name === name)?.what ?? name,
    typed: String(form.get(againName(name)) ?? ''),
  }))
  const asksPassword = weight.asksPassword && !(await isConfirmed(context))
  const code = Object.keys(draft.errors).length > 0 ? 'validationFailed' : undefined
  return answer<Shown>(
    { ...draft, step: 'preview', version, stale, again, asksPassword, ...preview },
    stale ? 'versionConflict' : code,
  )
}

const againName = (name: string): string => `again.${name}`

const errorsOf = ({ t }: AppContext, failure: Failure): Texts => ({
  [String(failure.params?.field ?? '')]: failureText(t, failure),
})
