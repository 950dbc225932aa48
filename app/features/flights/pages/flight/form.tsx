import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { FlightNumberField } from '#app/carpool/ui/party-fields.tsx'
import type { FlightSuggestion } from '#app/features/flights/rules/flight-status.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { ErrorSummary, summaryOf } from '#app/web/ui/error-summary.tsx'
import { DateTimeField, SelectField } from '#app/web/ui/field.tsx'
import { control, type FormResult, formOf } from '#app/web/ui/form-state.ts'

type FlightFormProps = {
  record: CarpoolRecord
  choice: { terminals: string[]; from: number; window: { from: number; to: number } | null }
  latest: string
  /** The suggested flight, to fill in instead of the current one. */
  suggested: FlightSuggestion | null
  result: FormResult | null
}

/** The current flight, to be edited. */
export function FlightForm({ record, choice, latest, suggested, result }: FlightFormProps) {
  const t = useT()
  const format = useFormat()
  const { flightNumber, flightTime, terminal } = record.party
  const values = {
    flightTime: format.wall(suggested?.kind === 'late' ? suggested.landingAt : flightTime),
    flightNumber: flightNumber ?? '',
    terminal: terminal as string,
  }
  const { form, fields } = formOf('flight', values, result)
  const time = t(record.tripType === 'PICKUP' ? 'carpool:form.landing' : 'carpool:form.takeoff')
  const { from, window } = choice
  return (
    <form method="post" {...form} className="flex flex-col gap-4">
      <ErrorSummary
        items={summaryOf([
          [fields.flightTime, time],
          [fields.flightNumber, t('carpool:form.flightNumber')],
          [fields.terminal, t('carpool:form.terminal')],
        ])}
      />
      <DateTimeField
        label={time}
        hint={
          window &&
          t('account:flight.hint', {
            from: format.dateTime(window.from),
            to: format.dateTime(window.to),
          })
        }
        errors={fields.flightTime.errors}
        input={{
          ...control(fields.flightTime),
          required: true,
          min: format.wall(Math.min(from, flightTime)),
          max: `${latest}T23:59`,
        }}
      />
      <FlightNumberField field={fields.flightNumber} />
      <SelectField
        label={t('carpool:form.terminal')}
        errors={fields.terminal.errors}
        options={choice.terminals.map((value) => ({ value, label: format.terminal(value) }))}
        input={{ ...control(fields.terminal), required: true }}
      />
      <Button type="submit">{t('account:flight.save')}</Button>
    </form>
  )
}
