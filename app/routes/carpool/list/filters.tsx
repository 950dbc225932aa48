import { useT } from '#app/i18n/context.tsx'
import { ListFilters } from '#app/ui/list-filters.tsx'

type FiltersProps = { filters: { tripType: string; airportName?: string; date?: string } }

/** Airport and date. */
export function Filters({ filters }: FiltersProps) {
  const t = useT()
  const { tripType, airportName = '', date = '' } = filters
  return (
    <ListFilters
      label={t('carpool:list.filter')}
      action="/carpool"
      list={{ name: 'tripType', value: tripType }}
      text={{
        name: 'airportName',
        label: t('carpool:list.airport'),
        hint: t('carpool:list.airportHint'),
        value: airportName,
        maxLength: 100,
      }}
      date={{ label: t('carpool:list.date'), value: date }}
      resetTo={`/carpool?tripType=${tripType}`}
    />
  )
}
