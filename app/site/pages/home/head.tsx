import { airportOptions } from '#app/carpool/ui/airport-options.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { shortNameOf } from '#app/kernel/airport-names.ts'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { DateTimeField, SelectField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Search } from '#app/web/ui/icon.tsx'

type Name = { zh: string; en: string }

/** As many airport names as fit on one line of a phone. */
const NAMED = 4

/** The product's purpose, and the search for a carpool, with results in one tap. */
export function Head({ airports }: { airports: Name[] }) {
  const t = useT()
  const language = useLanguage()
  const names = airports.slice(0, NAMED).map((name) => shortNameOf(name)[language])
  return (
    <div>
      <div className="field -mx-4 -mt-6 px-4 pt-6 pb-20 sm:mx-0 sm:rounded-card">
        <h1 className="text-22 xs:text-28">{t('home:heading')}</h1>
        {names.length > 0 && (
          <p>{t('home:places', { airports: names.join(t('home:placesJoin')) })}</p>
        )}
      </div>
      <CarpoolSearch airports={airports} />
    </div>
  )
}

function CarpoolSearch({ airports }: { airports: Name[] }) {
  const t = useT()
  const language = useLanguage()
  return (
    <Form
      action="/carpool"
      aria-label={t('home:search.label')}
      className="relative -mt-14 flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:mx-4"
    >
      <fieldset className="flex flex-wrap gap-1 rounded-card bg-brand-soft p-1">
        <legend className="for-ears">{t('carpool:tripType.label')}</legend>
        {(['PICKUP', 'DROPOFF'] as const).map((tripType, at) => (
          <label
            key={tripType}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-md px-2 text-center has-focus-visible:outline-3 has-checked:bg-surface has-checked:font-semibold has-checked:text-brand"
          >
            <input
              type="radio"
              name="tripType"
              value={tripType}
              defaultChecked={at === 0}
              className="for-ears"
            />
            {t(`home:search.${tripType}`)}
          </label>
        ))}
      </fieldset>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] items-end gap-3">
        <SelectField
          label={t('carpool:list.airport')}
          placeholder={t('carpool:list.anyAirport')}
          options={airportOptions(airports, language)}
          input={{ id: 'search-airport', name: 'airportName' }}
        />
        <DateTimeField
          kind="date"
          label={t('carpool:list.date')}
          input={{ id: 'search-date', name: 'date' }}
        />
      </div>
      <SubmitButton icon={Search} wide busyLabel={t('home:search.submit')}>
        {t('home:search.submit')}
      </SubmitButton>
    </Form>
  )
}
