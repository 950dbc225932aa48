import { useFormat, useT } from '#app/i18n/context.tsx'
import { Changes } from '#app/ui/admin/kit.tsx'
import { Button, SubmitButton } from '#app/ui/button.tsx'
import { HiddenPeriods, HiddenWas, type Period, type PeriodForm } from './period-rows.tsx'

type PeriodPreviewProps = {
  form: PeriodForm
  changes: readonly { before: Period | null; after: Period | null }[]
}

/** What saving would change; the calendar below shows the year as it would be. */
export function PeriodPreview({ form, changes }: PeriodPreviewProps) {
  const t = useT()
  const format = useFormat()
  const days = (period: Period | null) =>
    period
      ? t('admin:period.days', { from: format.longDay(period.from), to: format.longDay(period.to) })
      : t('admin:period.none')
  const what = ({ before, after }: PeriodPreviewProps['changes'][number]) =>
    before && after && before.label !== after.label
      ? t('admin:period.renamed', { before: before.label, after: after.label })
      : (after?.label ?? before?.label ?? '')
  return (
    <section aria-labelledby="preview" className="flex flex-col gap-4">
      <h2 id="preview" className="text-22">
        {t('admin:period.previewTitle', { count: changes.length })}
      </h2>
      <HiddenWas form={form} />
      <HiddenPeriods prefix="" periods={form.rows} />
      <Changes
        changes={changes.map((change) => ({
          what: what(change),
          before: days(change.before),
          after: days(change.after),
        }))}
      />
      {changes.length > 0 && <p className="text-14 text-muted">{t('admin:price.promise')}</p>}
      <div className="flex flex-wrap gap-3">
        {changes.length > 0 && (
          <SubmitButton name="intent" value="save">
            {t('admin:change.save')}
          </SubmitButton>
        )}
        <Button type="submit" name="intent" value="edit" variant="secondary">
          {t('admin:change.back')}
        </Button>
      </div>
    </section>
  )
}
