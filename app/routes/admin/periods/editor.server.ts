import { data } from '@remix-run/cloudflare'
import { errorCatalogue } from '#app/domain/error.ts'
import {
  type CalendarMonth,
  calendarOf,
  periodChanges,
  type SpecialPeriod,
} from '#app/domain/offer/periods.ts'
import { londonDay } from '#app/domain/time.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { Admin } from '#app/services/admin/accounts.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import {
  blankRow,
  bringRowsOnto,
  checkRows,
  type RowErrors,
  type Rows,
  readRows,
} from './rows.server.ts'

const CALENDAR_MONTHS = 12

/** The next twelve months with their special days. */
export const calendarFrom = (
  { clock }: AppContext,
  periods: readonly SpecialPeriod[],
): CalendarMonth[] => calendarOf(londonDay(clock.now()), CALENDAR_MONTHS, periods)

/**
 * What the page shows after a form: the rows again, what would change, or the rows merged onto what
 * another administrator has saved.
 */
type Answer =
  | { step: 'form'; form: Rows; errors: RowErrors }
  | { step: 'stale'; form: Rows }
  | {
      step: 'preview'
      form: Rows
      changes: ReturnType<typeof periodChanges>
      calendar: CalendarMonth[]
    }

const answer = (value: Answer, status = 200) => data(value, { status })
const stale = (form: Rows, now: { periods: SpecialPeriod[]; version: number }) =>
  answer(
    { step: 'stale', form: bringRowsOnto(form, now.periods, now.version) },
    errorCatalogue.versionConflict,
  )

/** Adds a row to the posted list, removes one, or previews or saves the list. */
export async function answerRows(context: AppContext, request: Request, admin: Admin) {
  const posted = await request.formData()
  const intent = String(posted.get('intent'))
  const form = readRows(posted)
  const { rows } = form
  if (intent === 'add')
    return answer({ step: 'form', form: { ...form, rows: [...rows, blankRow] }, errors: {} })
  const gone = /^remove\.(\d+)$/.exec(intent)?.[1]
  if (gone !== undefined) {
    const kept = rows.filter((_, at) => at !== Number(gone))
    return answer({ step: 'form', form: { ...form, rows: kept }, errors: {} })
  }
  if (intent === 'edit') return answer({ step: 'form', form, errors: {} })
  const { periods: service } = context.admin
  const now = await service.read()
  if (form.version !== now.version) return stale(form, now)
  const checked = checkRows(context.t, form)
  if (!checked.ok)
    return answer({ step: 'form', form, errors: checked.errors }, errorCatalogue.validationFailed)
  if (intent !== 'save') {
    const changes = periodChanges(now.periods, checked.periods)
    return answer({
      step: 'preview',
      form,
      changes,
      calendar: calendarFrom(context, checked.periods),
    })
  }
  const saved = await service.replace(admin.id, form.version, checked.periods)
  if (!saved.ok) return stale(form, await service.read())
  return redirectWithFlash(context, '/admin/periods', {
    kind: 'success',
    key: 'admin:period.saved',
  })
}
