import {
  type CalendarMonth,
  calendarOf,
  periodChanges,
  type SpecialPeriod,
} from '#app/domain/pricing/periods.ts'
import { londonDay } from '#app/domain/time.ts'
import {
  type Checked,
  checkItems,
  isBlank,
  type TableEditor,
} from '#app/http/table-editor.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { periodsSchema } from '#app/schemas/admin-offer.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { Change } from '#app/ui/admin/kit.tsx'
import type { Texts } from '#app/ui/admin/table-editor.tsx'

const CALENDAR_MONTHS = 12
const BLANK: SpecialPeriod = { from: '', to: '', label: '' }

/** The next twelve months with their special days. */
export const calendarFrom = (
  { clock }: AppContext,
  periods: readonly SpecialPeriod[],
): CalendarMonth[] => calendarOf(londonDay(clock.now()), CALENDAR_MONTHS, periods)

/** The list of special periods, and an empty row to add one; the preview shows the year ahead. */
export const periodsEditor: TableEditor<
  SpecialPeriod[],
  readonly SpecialPeriod[],
  CalendarMonth[]
> = {
  scope: 'catalog',
  table: ({ admin }) => admin.periods,
  rowsOf: (periods) => [...periods, BLANK],
  readRows: readPeriods,
  blank: BLANK,
  check: checkPeriods,
  preview: (context, before, after) => ({
    changes: changesOf(context.t, before, after),
    shown: calendarFrom(context, after),
  }),
  saved: () => ({ to: '/admin/periods', key: 'admin:period.saved' }),
}

const toPeriod = ({ from = '', to = '', label = '' }: Texts): SpecialPeriod => ({ from, to, label })

/** Rows whose controls have the same names, in order. */
function readPeriods(form: FormData): SpecialPeriod[] {
  const of = (name: string) => form.getAll(name).map(String)
  const [tos, labels] = [of('to'), of('label')]
  return of('from').map((from, at) => ({ from, to: tos[at] ?? '', label: labels[at] ?? '' }))
}

/** Blank rows are ignored. Errors are named by row and field, such as `2.from`. */
function checkPeriods(context: AppContext, rows: Texts[]): Checked<SpecialPeriod[]> {
  const filled = rows.flatMap((row, at) => (isBlank(row) ? [] : [{ period: toPeriod(row), at }]))
  const periods = filled.map(({ period }) => period)
  const checked = checkItems(context, periodsSchema, periods)
  if (checked.ok) return checked
  const named = Object.entries(checked.errors).map(([name, text]) => {
    const [, at = '0', field = 'from'] = name.split('.')
    return [`${filled[Number(at)]?.at ?? 0}.${field}`, text]
  })
  return { ok: false, errors: Object.fromEntries(named) }
}

/** What saving would change, one line per period. */
function changesOf(t: Translate, before: SpecialPeriod[], after: SpecialPeriod[]): Change[] {
  const { longDay } = formatOf(t)
  const days = (period: SpecialPeriod | null) =>
    period
      ? t('admin:period.days', { from: longDay(period.from), to: longDay(period.to) })
      : t('admin:period.none')
  return periodChanges(before, after).map(({ before: was, after: is }) => ({
    what:
      was && is && was.label !== is.label
        ? t('admin:period.renamed', { before: was.label, after: is.label })
        : (is?.label ?? was?.label ?? ''),
    before: days(was),
    after: days(is),
  }))
}
