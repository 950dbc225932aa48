import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { z } from 'zod'
import type { AmountChange } from '#app/catalog/rules/pricing/leaps.ts'
import type { AdminTable, Versioned, Weight } from '#app/console/service/admin-table.server.ts'
import { controlName, type Draft } from '#app/console/ui/table-editor.tsx'
import type { TKey } from '#app/i18n/keys.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import { type ErrorCode, errorCatalogue } from '#app/kernel/error.ts'
import { countIn } from '#app/kernel/number.ts'
import { ok } from '#app/kernel/result.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import { failureText, issueText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { confirmByForm, isConfirmed, requireAdmin } from './admin-guard.server.ts'
import {
  cellName,
  changesIn,
  fieldsOf,
  itemOf,
  type Line,
  linesOf,
  meaningOf,
  readRows,
  sectionsOf,
  type TableRow,
  type TableRows,
  type Texts,
  textsOf,
} from './table-rows.server.ts'

/**
 * How a page edits one table. `T`: the table. `Items`: the parsed form. `Wanted`: the body of a
 * save. `Shown`: what the preview shows besides the changes.
 */
type TableEditor<T, Items, Wanted, Shown = null> = TableRows<T> & {
  scope: AdminScope
  table: (context: AppContext, request: Request) => AdminTable<T, Wanted>
  schema: z.ZodType<{ items: Items }>
  wanted: (items: Items) => Wanted
  /** Whether a blank row is dropped. */
  mayBeBlank?: (of: TableRow<T>) => boolean
  shown?: (context: AppContext, before: T, after: T) => Shown | Promise<Shown>
  /** Where a save redirects, and its message there. */
  saved: (request: Request) => { to: string; key: TKey }
}

/** Infers the types of an editor from its table and its schema. */
export const tableEditor = <T, Items, Wanted, Shown = null>(
  editor: TableEditor<T, Items, Wanted, Shown>,
) => editor

type TypedTable<T> = { rows: Texts[]; table: T }
type OpenTable<T> = TypedTable<T> & { version: number }

const begun = <T, Items, Wanted, Shown>(
  context: AppContext,
  editor: TableEditor<T, Items, Wanted, Shown>,
  { version, ...typed }: OpenTable<T>,
): Draft<Shown> => ({
  sections: sectionsOf(context, editor, typed),
  rows: editor.rows,
  step: 'edit',
  version,
  stale: false,
  errors: {},
  changes: [],
  again: [],
  asksPassword: false,
  shown: null,
})

/** A table's current state, and an unchanged draft of it. */
export async function openTable<T, Items, Wanted, Shown>(
  { request, context }: LoaderFunctionArgs,
  editor: TableEditor<T, Items, Wanted, Shown>,
) {
  await requireAdmin(context, request, { scope: editor.scope })
  const { table, version } = await editor.table(context, request).read()
  const rows = textsOf(context, editor, table)
  return { table, draft: begun(context, editor, { rows, table, version }) }
}

/** The rows after any button except preview and save; null for those two. */
function afterButton(form: FormData, rows: Texts[], kind: TableRows<unknown>['rows']) {
  const [intent, named] = String(form.get('intent') ?? '').split(':')
  const at = named === undefined ? -1 : Number(named)
  if (intent === 'edit') return rows
  if (kind === 'fixed') return null
  if (intent === 'add') return [...rows, {}]
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

/** The form's rows as the API would receive them, or errors by control name. */
type Checked<Items> = { ok: true; items: Items } | { ok: false; errors: Texts }

function check<T, Items, Wanted, Shown>(
  context: AppContext,
  editor: TableEditor<T, Items, Wanted, Shown>,
  { rows, table }: TypedTable<T>,
): Checked<Items> {
  const sent = rows
    .map((row, at) => ({ row, at, fields: fieldsOf(context, editor, { row, at, table }) }))
    .filter(({ row, at, fields }) => {
      const isBlank = fields.every(({ name }) => (row[name] ?? '').trim() === '')
      return !isBlank || editor.mayBeBlank?.({ row, at, table }) === false
    })
  const items = sent.map(({ row, fields }, at) => ({
    ...itemOf(fields, row, editor.id),
    ...(editor.rows === 'ordered' && { sortOrder: at + 1 }),
  }))
  const parsed = editor.schema.safeParse({ items }, { error: fieldError })
  if (parsed.success) return { ok: true, items: parsed.data.items }
  const errors: Texts = {}
  for (const { path, message } of parsed.error.issues) {
    const of = sent[Number(path[1] ?? -1)]
    const field = path.slice(2).join('.')
    const { missing, wrong } = of?.fields.find(({ name }) => name === field) ?? {}
    const own = of?.row[field]?.trim() ? wrong : missing
    errors[of ? controlName(of.at, field) : path.join('.')] ??= own ?? issueText(context.t, message)
  }
  return { ok: false, errors }
}

/** Returns the page again with the status the API would use: that of the error, or 200. */
const answer = <Shown>(draft: Draft<Shown>, code?: ErrorCode) =>
  data(draft, { status: code ? errorCatalogue[code] : 200 })

/** Handles a button of the form: changes the rows, previews what saving would change, or saves. */
export async function answerTable<T, Items, Wanted, Shown>(
  { request, context }: ActionFunctionArgs,
  editor: TableEditor<T, Items, Wanted, Shown>,
) {
  const { id } = await requireAdmin(context, request, { scope: editor.scope })
  const source = editor.table(context, request)
  const form = await request.formData()
  const stored = await source.read()
  const version = countIn(form, 'version')
  const typed = { rows: readRows(form), table: stored.table }
  const draft = begun(context, editor, { ...typed, version })
  const stale = stored.version !== version

  const next = afterButton(form, typed.rows, editor.rows)
  if (next) return answer(begun(context, editor, { ...typed, rows: next, version }))
  const checked = check(context, editor, typed)
  if (!checked.ok) return answer({ ...draft, stale, errors: checked.errors }, 'validationFailed')
  const wanted = editor.wanted(checked.items)
  /** What saving would change now, and what it requires; null if it may be saved. */
  const look = async (now: Versioned<T>, saves: boolean) => {
    const after = source.next(wanted, now.table)
    if (!after.ok) {
      const field = String(after.error.params?.field ?? '')
      const errors = { [field]: failureText(context.t, after.error) }
      return answer({ ...draft, errors }, after.error.code)
    }
    const [was, will] = [now.table, after.value].map((table) => linesOf(context, editor, table))
    const weight = source.weigh(now.table, after.value)
    const again = weight.leaps.map((leap) => askedAgain(leap, will ?? [], form))
    const errors = saves ? await unproved(context, form, again, weight) : {}
    const isUnproved = Object.keys(errors).length > 0
    if (saves && !isUnproved) return null
    const isStale = now.version !== version
    const code = isStale ? 'versionConflict' : isUnproved ? 'validationFailed' : undefined
    return answer<Shown>(
      {
        ...draft,
        step: 'preview',
        version: now.version,
        stale: isStale,
        errors,
        changes: changesIn(context, was ?? [], will ?? []),
        again,
        asksPassword: weight.asksPassword && !(await isConfirmed(context)),
        shown: (await editor.shown?.(context, now.table, after.value)) ?? null,
      },
      code,
    )
  }
  const page = await look(stored, form.get('intent') === 'save' && !stale)
  if (page) return page
  const saved = await source.replace(id, version, wanted)
  if (!saved.ok) return look(await source.read(), false)
  const { to, key } = editor.saved(request)
  return redirectWithFlash(context, to, { key })
}

/** A large change of an amount: its name, and whether it was typed a second time. */
function askedAgain({ name, after }: AmountChange, will: Line[], form: FormData) {
  const control = `again.${name}`
  const typed = String(form.get(control) ?? '')
  for (const line of will)
    for (const cell of line.cells)
      if (cell.amount === name && cell.field)
        return {
          name: control,
          what: cellName(line, cell),
          typed,
          isRight: meaningOf(cell.field, typed) === after,
        }
  return { name: control, what: name, typed, isRight: false }
}

/** The proofs missing before a change may be saved, by control name. */
async function unproved(
  context: AppContext,
  form: FormData,
  again: ReturnType<typeof askedAgain>[],
  { asksPassword }: Weight,
): Promise<Texts> {
  const { t } = context
  const wrong = again.filter(({ isRight }) => !isRight)
  if (wrong.length > 0)
    return Object.fromEntries(wrong.map(({ name }) => [name, t('admin:draft.notAgain')]))
  const proved = asksPassword ? await confirmByForm(context, form) : ok(null)
  return proved.ok ? {} : { password: failureText(t, proved.error) }
}
