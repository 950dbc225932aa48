import { tightLanding } from '#app/domain/carpool/flights.ts'
import type { TripType } from '#app/domain/carpool/state.ts'
import { ADDRESS_MAX, FLIGHT_NUMBER_MAX } from '#app/domain/limits.ts'
import { LUGGAGE, LUGGAGE_KINDS, type LuggageKind } from '#app/domain/luggage.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import { Field } from '#app/ui/field.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { control, type FormField } from '#app/ui/use-form.ts'
import { instantOfWall } from './wall.ts'

/** The values of a traveller's form, as the browser sends them. */
export type PartyValues = Record<
  'terminal' | 'flightNumber' | 'flightTime' | 'nLocation' | 'people' | LuggageKind,
  string
>

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

/** A warning beside the times; it refuses nothing. Always there, so that it is announced. */
export function TightLanding({ tripType, carpoolAt, flightTime }: TightLandingProps) {
  const t = useT()
  const format = useFormat()
  const flight = instantOfWall(flightTime, format.wall)
  const gap = flight && carpoolAt && tightLanding({ tripType, carpoolAt }, flight)
  return (
    <p role="status" className="text-14 text-warn empty:hidden">
      {gap ? t('carpool:form.tightLanding', { gap: format.duration(gap) }) : ''}
    </p>
  )
}
type TightLandingProps = {
  tripType: TripType
  carpoolAt: number | null
  /** What the field holds. */
  flightTime: string | undefined
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
  fields: Record<LuggageKind, FormField>
  /** The maximum of each, where it is lower than usual. */
  most?: number
  hint?: string
}

/** The fields of luggage and what they are called, for the summary of errors. */
export const luggageLabels = (t: Translate, fields: LuggageProps['fields']) =>
  LUGGAGE_KINDS.map((kind) => [fields[kind], t(`carpool:form.${kind}`)] as const)

/** The counts, one below the other. */
export function LuggageFields({ fields, most = Number.POSITIVE_INFINITY, hint }: LuggageProps) {
  const t = useT()
  return (
    <div className="flex flex-col gap-2">
      {LUGGAGE_KINDS.map((kind) => (
        <Stepper
          key={kind}
          label={t(`carpool:form.${kind}`)}
          field={fields[kind]}
          min={LUGGAGE[kind].min}
          max={Math.min(LUGGAGE[kind].max, most)}
        />
      ))}
      <p className="text-13 text-muted">{hint ?? t('carpool:form.luggageHint')}</p>
    </div>
  )
}
