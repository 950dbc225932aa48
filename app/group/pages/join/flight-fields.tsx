import { FlightNumberField, TightLanding } from '#app/carpool/ui/party-fields.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { DateTimeField, SelectField } from '#app/web/ui/field.tsx'
import { control } from '#app/web/ui/form-state.ts'
import { Part } from '#app/web/ui/part.tsx'
import type { JoinFields, JoinView } from './view.ts'

type FlightFieldsProps = { view: JoinView; fields: JoinFields }

/** The flight, which must be close to those of the others. */
export function FlightFields({ view, fields }: FlightFieldsProps) {
  const { of, terminals, window } = view
  const t = useT()
  const format = useFormat()
  const words = useFlightWords(view, fields)
  const { flightTime } = fields
  const [min, max] = window ? [format.wall(window.from), format.wall(window.to)] : []
  // London wall times in one form can be compared as text.
  const isOutside = min && max && (flightTime.value < min || flightTime.value > max)
  const last = of.kind === 'trip' ? `${of.latest}T23:59` : undefined
  return (
    <>
      <DateTimeField
        label={words.label}
        hint={words.hint}
        errors={flightTime.value && isOutside ? [words.outside] : flightTime.errors}
        input={{ ...control(flightTime), required: true, min, max: max ?? last }}
      />
      <Part name="tight">
        {of.kind === 'carpool' && <TightLanding {...of.carpool} flightTime={flightTime.value} />}
      </Part>
      <FlightNumberField field={fields.flightNumber} />
      <SelectField
        label={t('carpool:form.terminal')}
        hint={words.terminal}
        errors={fields.terminal.errors}
        placeholder={terminals.length === 1 ? undefined : t('common:form.choose')}
        options={terminals.map((value) => ({ value, label: format.terminal(value) }))}
        input={{ ...control(fields.terminal), required: true }}
      />
    </>
  )
}

function useFlightWords({ of, window }: JoinView, fields: JoinFields) {
  const t = useT()
  const format = useFormat()
  const near = window && { from: format.dateTime(window.from), to: format.dateTime(window.to) }
  if (of.kind === 'trip')
    return {
      label: t('trip:form.flightTime'),
      hint: near ? t('trip:form.window', near) : t('trip:form.windowFirst'),
      outside: t('trip:form.outOfRange'),
      terminal: t('trip:form.terminalHint'),
    }
  const { tripType, terminals } = of.carpool
  const { value: chosen } = fields.terminal
  const others = terminals.filter((terminal) => terminal !== chosen).map(format.terminal)
  return {
    label: tripType === 'PICKUP' ? t('carpool:form.landing') : t('carpool:form.takeoff'),
    hint: near ? t('carpool:form.joinWindow', near) : '',
    outside: t('carpool:form.outOfRange'),
    terminal:
      chosen && !terminals.includes(chosen)
        ? t('carpool:form.terminalOther', { terminals: others.join(' · ') })
        : t('carpool:form.terminalShared'),
  }
}
