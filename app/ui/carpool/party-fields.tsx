import {
  ADDRESS_MAX,
  BAG,
  BIG_LUGGAGE,
  FLIGHT_NUMBER_MAX,
  SMALL_LUGGAGE,
} from '#app/domain/limits.ts'
import { useT } from '#app/i18n/context.tsx'
import { Field, SelectField } from '#app/ui/field.tsx'
import { control, type FormField } from '#app/ui/use-form.ts'
import { countOptions } from './count-options.ts'

/** The values of a traveller's form, as the browser sends them. */
export type PartyValues = {
  terminal: string
  flightNumber: string
  flightTime: string
  nLocation: string
  people: string
  bigLuggage: string
  smallLuggage: string
  bag: string
}

export function FlightNumberField({ field }: { field: FormField }) {
  const t = useT()
  return (
    <Field
      label={t('carpool:form.flightNumber')}
      hint={t('carpool:form.flightNumberHint')}
      optional
      errors={field.errors}
      input={{
        ...control(field),
        maxLength: FLIGHT_NUMBER_MAX,
        autoComplete: 'off',
        autoCapitalize: 'characters',
        spellCheck: false,
      }}
    />
  )
}

export function AddressField({ field, hint }: { field: FormField; hint?: string }) {
  const t = useT()
  return (
    <Field
      label={t('carpool:form.address')}
      hint={hint ?? t('carpool:form.addressHint')}
      errors={field.errors}
      input={{
        ...control(field),
        required: true,
        maxLength: ADDRESS_MAX,
        autoComplete: 'street-address',
      }}
    />
  )
}

type LuggageProps = {
  fields: Record<'bigLuggage' | 'smallLuggage' | 'bag', FormField>
  /** The minimum of each, where it is not the usual 1. */
  least?: number
  /** The maximum of each, where it is lower than usual. */
  most?: number
  hint?: string
}

const pieces = [
  ['bigLuggage', BIG_LUGGAGE],
  ['smallLuggage', SMALL_LUGGAGE],
  ['bag', BAG],
] as const

/** Three counts side by side. */
export function LuggageFields({
  fields,
  least,
  most = Number.POSITIVE_INFINITY,
  hint,
}: LuggageProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-1">
      <div className="grid grid-cols-3 items-start gap-3">
        {pieces.map(([name, { min, max }]) => (
          <SelectField
            key={name}
            label={t(`carpool:form.${name}`)}
            errors={fields[name].errors}
            options={countOptions(least ?? min, Math.min(max, most), (count) =>
              t('carpool:form.pieces', { count }),
            )}
            input={control(fields[name])}
          />
        ))}
      </div>
      <p className="text-13 text-muted">{hint ?? t('carpool:form.luggageHint')}</p>
    </div>
  )
}
