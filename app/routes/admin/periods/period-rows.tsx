import { PERIOD_LABEL_MAX } from '#app/domain/pricing/limits.ts'
import { useT } from '#app/i18n/context.tsx'
import { type Draft, EditForm, type Texts } from '#app/ui/admin/table-editor.tsx'
import { Button } from '#app/ui/button.tsx'
import { DateTimeField, Field } from '#app/ui/field.tsx'

const FIELDS = ['from', 'to', 'label'] as const
const idOf = (name: string) => `period-${name.replace('.', '-')}`

/** The list with one row per period; an emptied row is ignored. */
export function PeriodRows({ draft }: { draft: Draft<unknown> }) {
  const t = useT()
  const { rows, errors } = draft
  const summary = rows.flatMap((_, at) =>
    FIELDS.flatMap((field) => {
      const text = errors[`${at}.${field}`]
      const where = t('admin:period.row', { number: at + 1 })
      return text ? [{ fieldId: idOf(`${at}.${field}`), text: `${where} · ${text}` }] : []
    }),
  )
  return (
    <EditForm
      draft={draft}
      summary={summary}
      preview={t('admin:period.preview')}
      add={{ label: t('admin:period.add') }}
      browserChecks
    >
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone
          <li key={at}>
            <Row row={row} at={at} errors={errors} />
          </li>
        ))}
      </ul>
    </EditForm>
  )
}

function Row({ row, at, errors }: { row: Texts; at: number; errors: Texts }) {
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
          value={`remove:${at}`}
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
