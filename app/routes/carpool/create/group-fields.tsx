import { MAX_PASSENGERS } from '#app/domain/limits.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { countOptions } from '#app/ui/carpool/count-options.ts'
import { SelectField } from '#app/ui/field.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { control, type FormField } from '#app/ui/use-form.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type GroupFieldsProps = {
  fields: Record<'maxPassengers' | 'people', FormField>
  /** Pence per person for 1, 2 … people; null until an airport is chosen. */
  prices: readonly number[] | null
}

/** How many travel in all, and how many of them are in the student's party. */
export function GroupFields({ fields, prices }: GroupFieldsProps) {
  const t = useT()
  const live = useHydrated()
  const max = Number(fields.maxPassengers.value) || 0
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
      <Stepper
        label={t('carpool:form.people')}
        hint={t(`carpool:form.${live ? 'peopleHint' : 'peopleHintFill'}`)}
        field={fields.people}
        min={1}
        max={(live && max) || MAX_PASSENGERS}
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
