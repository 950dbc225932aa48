import { FlightNumberField, TightLanding } from '#app/carpool/ui/party-fields.tsx'
import { instantOfWall } from '#app/carpool/ui/wall.ts'
import type { Airport } from '#app/catalog/service/catalog.server.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { DateTimeField, SelectField } from '#app/web/ui/field.tsx'
import { control, type FormField, type FormFields } from '#app/web/ui/form-state.ts'
import { useScripted } from '#app/web/ui/page-context.tsx'
import { Part } from '#app/web/ui/part.tsx'
import { proposedTime } from './proposed-time.ts'
import type { CreateValues } from './values.ts'

type RideFieldsProps = {
  fields: FormFields<CreateValues>
  airports: Airport[]
  earliest: number
  /** The last allowed day. */
  latest: string
  guess: string
}

/** Place and time. Hints follow the choices made; at first they cover every choice. */
export function RideFields({ fields, airports, earliest, latest, guess }: RideFieldsProps) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const scripted = useScripted()
  const tripType = scripted ? fields.tripType.value : undefined
  const proposed = scripted ? proposedTime(fields, { earliest, guess, wall: format.wall }) : null
  const carpoolDatetime = { ...fields.carpoolDatetime, ...(proposed && { value: proposed }) }
  const [min, max] = [format.wall(earliest), `${latest}T23:59`]
  const from = format.dateTime(earliest)
  return (
    <>
      <SelectField
        label={t('carpool:tripType.label')}
        errors={fields.tripType.errors}
        options={(['PICKUP', 'DROPOFF'] as const).map((value) => ({
          value,
          label: t(`carpool:tripType.${value}`),
        }))}
        input={control(fields.tripType)}
      />
      <SelectField
        label={t('carpool:form.airport')}
        errors={fields.airportId.errors}
        placeholder={t('common:form.choose')}
        options={airports.map(({ id, name }) => ({ value: id, label: name[language] }))}
        input={{ ...control(fields.airportId), required: true }}
      />
      <TerminalField
        field={fields.terminal}
        airports={airports}
        airportId={scripted && fields.airportId.value}
      />
      <DateTimeField
        label={
          tripType === 'PICKUP'
            ? t('carpool:form.landing')
            : tripType === 'DROPOFF'
              ? t('carpool:form.takeoff')
              : t('carpool:form.flightTime')
        }
        hint={
          tripType === 'PICKUP'
            ? t('carpool:form.flightTimePickup')
            : tripType === 'DROPOFF'
              ? t('carpool:form.flightTimeDropoff')
              : t('carpool:form.flightTimeAny')
        }
        errors={fields.flightTime.errors}
        input={{ ...control(fields.flightTime), required: true, min, max }}
      />
      <FlightNumberField field={fields.flightNumber} />
      <DateTimeField
        label={t('carpool:form.carpoolTime')}
        hint={
          proposed
            ? t('carpool:form.carpoolTimeProposed', { from })
            : tripType === 'PICKUP'
              ? t('carpool:form.carpoolTimePickup', { from })
              : tripType === 'DROPOFF'
                ? t('carpool:form.carpoolTimeDropoff', { from })
                : t('carpool:form.carpoolTimeAny', { from })
        }
        errors={fields.carpoolDatetime.errors}
        input={{ ...control(carpoolDatetime), required: true, min, max }}
      />
      <Part name="proposed">
        <input type="hidden" name="proposed" value={proposed ?? fields.proposed.value} />
      </Part>
      <Part name="tight">
        <TightLanding
          tripType={fields.tripType.value === 'DROPOFF' ? 'DROPOFF' : 'PICKUP'}
          carpoolAt={instantOfWall(carpoolDatetime.value, format.wall)}
          flightTime={fields.flightTime.value}
        />
      </Part>
    </>
  )
}

type TerminalFieldProps = {
  field: FormField
  airports: Airport[]
  airportId: string | false | undefined
}

/** The chosen airport's terminals; all terminals when no airport can be read (no scripts). */
function TerminalField({ field, airports, airportId }: TerminalFieldProps) {
  const t = useT()
  const format = useFormat()
  const chosen = airports.find(({ id }) => id === airportId)
  const terminals = chosen?.terminals ?? [
    ...new Set(airports.flatMap((airport) => airport.terminals)),
  ]
  return (
    <SelectField
      label={t('carpool:form.terminal')}
      hint={t('carpool:form.terminalShared')}
      errors={field.errors}
      placeholder={terminals.length === 1 ? undefined : t('common:form.choose')}
      options={terminals.map((value) => ({ value, label: format.terminal(value) }))}
      input={{ ...control(field), required: true }}
    />
  )
}
