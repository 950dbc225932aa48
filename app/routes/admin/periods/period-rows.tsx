import { PERIOD_LABEL_MAX } from '#app/domain/offer/limits.ts'
import { useT } from '#app/i18n/context.tsx'
import { Button, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { DateTimeField, Field } from '#app/ui/field.tsx'

export type Period = { from: string; to: string; label: string }
export type PeriodForm = { rows: readonly Period[]; was: readonly Period[]; version: number }

const FIELDS = ['from', 'to', 'label'] as const
const idOf = (name: string) => `period-${name.replace('.', '-')}`

/** The list with one row per period; an emptied row is ignored. */
export function PeriodRows({ form, errors }: { form: PeriodForm; errors: Record<string, string> }) {
  const t = useT()
  const summary = form.rows.flatMap((_, at) =>
    FIELDS.flatMap((field) => {
      const text = errors[`${at}.${field}`]
      const where = t('admin:period.row', { number: at + 1 })
      return text ? [{ fieldId: idOf(`${at}.${field}`), text: `${where} · ${text}` }] : []
    }),
  )
  return (
    <>
      <ErrorSummary items={summary} />
      <HiddenWas form={form} />
      {/* Pressing Enter in a field triggers the form's first button. */}
      <button
        type="submit"
        name="intent"
        value="preview"
        tabIndex={-1}
        aria-hidden
        className="for-ears"
      />
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {form.rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone
          <li key={at}>
            <Row row={row} at={at} errors={errors} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="preview">
          {t('admin:period.preview')}
        </SubmitButton>
        <Button type="submit" name="intent" value="add" variant="secondary">
          {t('admin:period.add')}
        </Button>
      </div>
    </>
  )
}

function Row({ row, at, errors }: { row: Period; at: number; errors: Record<string, string> }) {
  const t = useT()
  const field = (name: (typeof FIELDS)[number]) => {
    const error = errors[`${at}.${name}`]
    return {
      label: t(`admin:period.${name}`),
      errors: error ? [error] : [],
      input: { id: idOf(`${at}.${name}`), name, defaultValue: row[name] },
    }
  }
  return (
    <fieldset className="grid min-w-0 gap-3 p-4 xs:grid-cols-2 md:grid-cols-[10rem_10rem_minmax(0,1fr)_auto] md:items-start">
      <legend className="for-ears">{t('admin:period.row', { number: at + 1 })}</legend>
      <DateTimeField kind="date" {...field('from')} />
      <DateTimeField kind="date" {...field('to')} />
      <LabelField {...field('label')} className="xs:col-span-2 md:col-span-1" />
      <div className="md:pt-7">
        <Button
          type="submit"
          name="intent"
          value={`remove.${at}`}
          variant="quiet"
          aria-label={t('admin:period.removeRow', { number: at + 1 })}
        >
          {t('admin:period.remove')}
        </Button>
      </div>
    </fieldset>
  )
}

const LabelField = ({ input, ...frame }: Parameters<typeof Field>[0]) => (
  <Field {...frame} input={{ ...input, maxLength: PERIOD_LABEL_MAX, autoComplete: 'off' }} />
)

/** The list and its version as they were when the form was opened. */
export function HiddenWas({ form }: { form: PeriodForm }) {
  return (
    <>
      <input type="hidden" name="version" value={form.version} />
      <HiddenPeriods prefix="was." periods={form.was} />
    </>
  )
}

export function HiddenPeriods({ prefix, periods }: { prefix: string; periods: readonly Period[] }) {
  return (
    <>
      {periods.map((period, at) =>
        FIELDS.map((field) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
          <input key={`${at}.${field}`} type="hidden" name={prefix + field} value={period[field]} />
        )),
      )}
    </>
  )
}
