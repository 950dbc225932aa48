import { useT } from '#app/i18n/context.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { buttonClass, SubmitButton } from './button.tsx'
import { DateTimeField, Field } from './field.tsx'
import { Search } from './icon.tsx'

type ListFiltersProps = {
  label: string
  action: string
  /** Which list it is: a search keeps it. */
  list?: { name: string; value: string }
  text: { name: string; label: string; hint: string; value: string; maxLength: number }
  /** `min`: a London day. */
  date: { label: string; value: string; min?: string }
  resetTo: string
}

/** A search by text and day, as a GET form: the results have an address that can be shared. */
export function ListFilters({ label, action, list, text, date, resetTo }: ListFiltersProps) {
  const t = useT()
  return (
    <Form
      action={action}
      data-keep-scroll
      data-search
      aria-label={label}
      className="flex flex-wrap items-end gap-3 rounded-card border border-line bg-surface p-4"
    >
      {list && <input type="hidden" {...list} />}
      <Field
        label={text.label}
        className="flex-1 basis-32"
        input={{
          id: `filter-${text.name}`,
          name: text.name,
          type: 'search',
          defaultValue: text.value,
          maxLength: text.maxLength,
          placeholder: text.hint,
          enterKeyHint: 'search',
        }}
      />
      <DateTimeField
        kind="date"
        label={date.label}
        className="flex-1 basis-32"
        input={{ id: 'filter-date', name: 'date', defaultValue: date.value, min: date.min }}
      />
      <SubmitButton icon={Search} className="flex-1 basis-32" busyLabel={t('common:action.search')}>
        {t('common:action.search')}
      </SubmitButton>
      <Link
        to={resetTo}
        data-keep-scroll
        className={buttonClass({ variant: 'secondary' }, 'flex-1 basis-32')}
      >
        {t('common:action.reset')}
      </Link>
    </Form>
  )
}
