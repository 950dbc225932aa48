import { useT } from '#app/i18n/context.tsx'
import { TRIP_NAME_MAX } from '#app/kernel/limits.ts'
import { buttonClass, SubmitButton } from '#app/web/ui/button.tsx'
import { DateTimeField, Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Search } from '#app/web/ui/icon.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { tabPath } from './query.ts'

type FiltersProps = {
  filters: { tab: 'start' | 'end'; name?: string; date?: string }
  /** The first day that can be chosen. */
  firstDay: string
}

/** Name and day, as a GET form: the results have an address of their own. */
export function Filters({ filters, firstDay }: FiltersProps) {
  const t = useT()
  const { tab, name = '', date = '' } = filters
  return (
    <Form
      action="/trip"
      aria-label={t('trip:filter.label')}
      className="flex flex-wrap items-end gap-3 rounded-card border border-line bg-surface p-4"
    >
      {tab === 'end' && <input type="hidden" name="tab" value="end" />}
      <Field
        label={t('trip:filter.name')}
        className="flex-1 basis-32"
        input={{
          id: 'filter-name',
          name: 'name',
          type: 'search',
          defaultValue: name,
          maxLength: TRIP_NAME_MAX,
          placeholder: t('trip:filter.nameHint'),
          enterKeyHint: 'search',
        }}
      />
      <DateTimeField
        kind="date"
        label={t('trip:filter.date')}
        className="flex-1 basis-32"
        input={{ id: 'filter-date', name: 'date', defaultValue: date, min: firstDay }}
      />
      <SubmitButton icon={Search} className="flex-1 basis-32" busyLabel={t('common:action.search')}>
        {t('common:action.search')}
      </SubmitButton>
      <Link to={tabPath(tab)} className={buttonClass({ variant: 'secondary' }, 'flex-1 basis-32')}>
        {t('common:action.reset')}
      </Link>
    </Form>
  )
}
