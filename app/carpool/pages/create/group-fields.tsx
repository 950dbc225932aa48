import { companionWindow } from '#app/carpool/rules/flights.ts'
import { countOptions } from '#app/carpool/ui/count-options.ts'
import { instantOfWall } from '#app/carpool/ui/wall.ts'
import { flightWindowAround } from '#app/group/rules/flight-window.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { MAX_PASSENGERS } from '#app/kernel/limits.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { SelectField } from '#app/web/ui/field.tsx'
import { control, type FormFields } from '#app/web/ui/form-state.ts'
import { useScripted } from '#app/web/ui/page-context.tsx'
import { Part } from '#app/web/ui/part.tsx'
import { Stepper } from '#app/web/ui/stepper.tsx'
import type { CreateValues } from './values.ts'

type GroupFieldsProps = {
  fields: FormFields<CreateValues>
  /** Pence per person for 1, 2 … people; null until an airport is chosen. */
  prices: readonly number[] | null
}

/** The number of travellers in all, and of those in the student's party. */
export function GroupFields({ fields, prices }: GroupFieldsProps) {
  const t = useT()
  const scripted = useScripted()
  const max = Number(fields.maxPassengers.value) || 0
  const hint = !scripted ? 'peopleHintFill' : max === 0 ? 'peopleHintSize' : 'peopleHint'
  return (
    <>
      <SelectField
        label={t('carpool:form.maxPassengers')}
        hint={scripted ? undefined : t('carpool:form.maxPassengersHint')}
        errors={fields.maxPassengers.errors}
        placeholder={t('common:form.choose')}
        options={countOptions(1, MAX_PASSENGERS, (count) =>
          count === 1
            ? t('carpool:form.privateOption')
            : t('carpool:form.maxPassengersOption', { count }),
        )}
        input={{ ...control(fields.maxPassengers), required: true }}
      />
      <Part name="private" role="status" className="empty:hidden">
        {max === 1 && <PrivateWarning price={prices?.[0]} />}
      </Part>
      <Part name="companions" role="status" className="text-14 text-muted empty:hidden">
        {(max > 1 || !scripted) && <Companions fields={fields} />}
      </Part>
      <fieldset data-needs={fields.maxPassengers.id} className="contents">
        <Stepper
          label={t('carpool:form.people')}
          hint={t(`carpool:form.${hint}`)}
          field={fields.people}
          min={1}
          max={max || MAX_PASSENGERS}
        />
      </fieldset>
    </>
  )
}

function PrivateWarning({ price }: { price: number | undefined }) {
  const t = useT()
  const format = useFormat()
  return (
    <Banner tone="warn" title={t('carpool:form.privateTitle')}>
      {price === undefined
        ? t('carpool:form.privateTextNoPrice')
        : t('carpool:form.privateText', { price: format.money(price) })}
    </Banner>
  )
}

/** The window for companions' flights (docs/rules.md#flight-window). */
function Companions({ fields }: Pick<GroupFieldsProps, 'fields'>) {
  const t = useT()
  const format = useFormat()
  const flight = instantOfWall(fields.flightTime.value, format.wall)
  const carpoolAt = instantOfWall(fields.carpoolDatetime.value, format.wall)
  const tripType = fields.tripType.value === 'DROPOFF' ? 'DROPOFF' : 'PICKUP'
  if (flight === null) return t('carpool:form.windowAny')
  const { from, to } =
    carpoolAt === null
      ? flightWindowAround(flight)
      : companionWindow({ tripType, carpoolAt }, flight)
  return t('carpool:form.window', { from: format.dateTime(from), to: format.dateTime(to) })
}
