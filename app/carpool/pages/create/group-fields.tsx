import { companionWindow } from '#app/carpool/rules/flights.ts'
import { countOptions } from '#app/carpool/ui/count-options.ts'
import { instantOfWall } from '#app/carpool/ui/wall.ts'
import { flightWindowAround } from '#app/group/rules/flight-window.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { MAX_PASSENGERS } from '#app/kernel/limits.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { SelectField } from '#app/web/ui/field.tsx'
import { Stepper } from '#app/web/ui/stepper.tsx'
import { control, type FormFields } from '#app/web/ui/use-form.ts'
import { useHydrated } from '#app/web/ui/use-hydrated.ts'
import type { CreateValues } from './values.ts'

type GroupFieldsProps = {
  fields: FormFields<CreateValues>
  /** Pence per person for 1, 2 … people; null until an airport is chosen. */
  prices: readonly number[] | null
}

/** How many travel in all, and how many of them are in the student's party. */
export function GroupFields({ fields, prices }: GroupFieldsProps) {
  const t = useT()
  const live = useHydrated()
  const max = Number(fields.maxPassengers.value) || 0
  const hint = !live ? 'peopleHintFill' : max === 0 ? 'peopleHintSize' : 'peopleHint'
  return (
    <>
      <SelectField
        label={t('carpool:form.maxPassengers')}
        hint={live ? undefined : t('carpool:form.maxPassengersHint')}
        errors={fields.maxPassengers.errors}
        placeholder={t('common:form.choose')}
        options={countOptions(1, MAX_PASSENGERS, (count) =>
          count === 1
            ? t('carpool:form.privateOption')
            : t('carpool:form.maxPassengersOption', { count }),
        )}
        input={{ ...control(fields.maxPassengers), required: true }}
      />
      <div role="status" className="empty:hidden">
        {live && max === 1 && <PrivateWarning price={prices?.[0]} />}
      </div>
      <Companions fields={fields} live={live} />
      <Stepper
        label={t('carpool:form.people')}
        hint={t(`carpool:form.${hint}`)}
        field={fields.people}
        min={1}
        max={(live && max) || MAX_PASSENGERS}
        disabled={live && max === 0}
      />
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

/**
 * Which flights companions may have: shown once the group's size is chosen
 * (docs/rules.md#flight-window).
 */
function Companions({ fields, live }: Pick<GroupFieldsProps, 'fields'> & { live: boolean }) {
  const t = useT()
  const format = useFormat()
  const flight = live ? instantOfWall(fields.flightTime.value, format.wall) : null
  const carpoolAt = instantOfWall(fields.carpoolDatetime.value, format.wall)
  const tripType = fields.tripType.value === 'DROPOFF' ? 'DROPOFF' : 'PICKUP'
  const windowOf = (first: number) =>
    carpoolAt === null ? flightWindowAround(first) : companionWindow({ tripType, carpoolAt }, first)
  const isShared = Number(fields.maxPassengers.value) > 1
  return (
    <p role="status" className="text-14 text-muted empty:hidden">
      {live && !isShared
        ? ''
        : flight === null
          ? t('carpool:form.windowAny')
          : t('carpool:form.window', {
              from: format.dateTime(windowOf(flight).from),
              to: format.dateTime(windowOf(flight).to),
            })}
    </p>
  )
}
