import { Form, Link } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { buttonClass, SubmitButton } from '#app/ui/button.tsx'
import { DateTimeField, Field } from '#app/ui/field.tsx'
import { Search } from '#app/ui/icon.tsx'

type FiltersProps = { filters: { tripType: string; airportName?: string; date?: string } }

/** Airport and date, as a GET form: what is found has an address that can be shared. */
export function Filters({ filters }: FiltersProps) {
  const t = useT()
  const { tripType, airportName = '', date = '' } = filters
  return (
    <Form
      // A new address fills the boxes anew: they are the browser's, not React's.
      key={`${tripType} ${airportName} ${date}`}
      action="/carpool"
      preventScrollReset
      aria-label={t('carpool:list.filter')}
      className="flex flex-wrap items-end gap-3 rounded-card border border-line bg-surface p-4"
    >
      <input type="hidden" name="tripType" value={tripType} />
      <Field
        label={t('carpool:list.airport')}
        className="flex-1 basis-32"
        input={{
          id: 'filter-airport',
          name: 'airportName',
          type: 'search',
          defaultValue: airportName,
          maxLength: 100,
          placeholder: t('carpool:list.airportHint'),
          enterKeyHint: 'search',
        }}
      />
      <DateTimeField
        kind="date"
        label={t('carpool:list.date')}
        className="flex-1 basis-32"
        input={{ id: 'filter-date', name: 'date', defaultValue: date }}
      />
      <SubmitButton icon={Search} className="flex-1 basis-32" busyLabel={t('common:action.search')}>
        {t('common:action.search')}
      </SubmitButton>
      <Link
        to={`/carpool?tripType=${tripType}`}
        preventScrollReset
        className={buttonClass({ variant: 'secondary' }, 'flex-1 basis-32')}
      >
        {t('common:action.reset')}
      </Link>
    </Form>
  )
}
