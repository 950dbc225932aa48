import { airportOptions } from '#app/carpool/ui/airport-options.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { isNamed, searchNameOf } from '#app/kernel/airport-names.ts'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { DateTimeField, SelectField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Search } from '#app/web/ui/icon.tsx'
import { Link } from '#app/web/ui/link.tsx'

type Name = { zh: string; en: string }
type FiltersProps = {
  filters: { tripType: string; airportName?: string; date?: string; time?: string }
  airports: Name[]
}

/** Airport and day, as a GET form, so that the results have an address that can be shared. */
export function Filters({ filters, airports }: FiltersProps) {
  const t = useT()
  const { tripType, airportName = '', date = '', time } = filters
  return (
    <Form
      action="/carpool"
      data-keep-scroll
      data-search
      aria-label={t('carpool:list.filter')}
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3"
    >
      <input type="hidden" name="tripType" value={tripType} />
      {time && date && <input type="hidden" name="time" value={time} />}
      <SelectField
        label={t('carpool:list.airport')}
        placeholder={t('carpool:list.anyAirport')}
        options={useAirportOptions(airports, airportName)}
        input={{
          id: 'filter-airport',
          name: 'airportName',
          defaultValue: chosenAmong(airports, airportName),
        }}
      />
      <DateTimeField
        kind="date"
        label={t('carpool:list.date')}
        input={{ id: 'filter-date', name: 'date', defaultValue: date }}
      />
      <div className="col-span-2 flex items-center gap-3 sm:col-span-1">
        <SubmitButton icon={Search} className="flex-1" busyLabel={t('common:action.search')}>
          {t('common:action.search')}
        </SubmitButton>
        <Link
          to={`/carpool?tripType=${tripType}`}
          data-keep-scroll
          className="inline-flex min-h-11 items-center px-2 underline"
        >
          {t('common:action.reset')}
        </Link>
      </div>
    </Form>
  )
}

/**
 * The option of the one airport that a text names, or the text itself, for example from an old
 * link.
 */
function chosenAmong(airports: Name[], text: string): string {
  const [airport, another] = text ? airports.filter((name) => isNamed(name, text)) : []
  return airport && !another ? searchNameOf(airport) : text
}

function useAirportOptions(airports: Name[], text: string) {
  const language = useLanguage()
  const options = airportOptions(airports, language)
  const chosen = chosenAmong(airports, text)
  const known = !chosen || options.some(({ value }) => value === chosen)
  return known ? options : [{ value: chosen, label: chosen }, ...options]
}
