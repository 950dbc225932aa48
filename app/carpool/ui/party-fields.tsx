import { tightLanding } from '#app/carpool/rules/flights.ts'
import type { TripType } from '#app/carpool/rules/state.ts'
import { forLuggage, LUGGAGE, LUGGAGE_KINDS, type LuggageKind } from '#app/group/rules/luggage.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import { ADDRESS_MAX, FLIGHT_NUMBER_MAX } from '#app/kernel/limits.ts'
import { Field } from '#app/web/ui/field.tsx'
import { control, type FormField, type FormFields } from '#app/web/ui/form-state.ts'
import { Stepper } from '#app/web/ui/stepper.tsx'
import type { PartyValues } from './party-values.ts'
import { instantOfWall } from './wall.ts'

/** The labels of a party's details, in the order of the forms. */
const labelsOf = (t: Translate) => ({
  flightTime: t('carpool:form.flightTime'),
  flightNumber: t('carpool:form.flightNumber'),
  terminal: t('carpool:form.terminal'),
  people: t('carpool:form.people'),
  nLocation: t('carpool:form.address'),
  ...forLuggage((kind) => t(`carpool:form.${kind}`)),
})

/** The party fields that a form has, with their labels, for its summary of errors. */
export function partyLabels(t: Translate, fields: Partial<FormFields<PartyValues>>) {
  return Object.entries(labelsOf(t)).flatMap(([name, label]) => {
    const field = fields[name as keyof PartyValues]
    return field ? [[field, label] as const] : []
  })
}

/**
 * The details that a correction changes, with the old and new values; an empty value was not given.
 */
export function partyChanges(t: Translate, before: PartyValues, after: PartyValues) {
  const inWords = (name: string, value: string) => {
    if (name === 'flightTime') return value.replace('T', ' ')
    return name in LUGGAGE ? t('carpool:form.pieces', { count: Number(value) }) : value
  }
  return Object.entries(labelsOf(t)).flatMap(([name, label]) => {
    const [from, to] = [before, after].map((values) => values[name as keyof PartyValues])
    return from === to
      ? []
      : [{ label, from: inWords(name, from ?? ''), to: inWords(name, to ?? '') }]
  })
}

type PartyFieldsProps = LuggageProps & {
  fields: FormFields<PartyValues>
  addressHint?: string
}

/** A party's address and luggage. */
export function PartyFields({ fields, addressHint, ...luggage }: PartyFieldsProps) {
  return (
    <>
      <AddressField field={fields.nLocation} hint={addressHint} />
      <LuggageFields fields={fields} {...luggage} />
    </>
  )
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

/**
 * A warning beside the times, which refuses nothing. Its element is always rendered, so that screen
 * readers announce the text.
 */
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
  /** The field's current value. */
  flightTime: string | undefined
}

function AddressField({ field, hint }: { field: FormField; hint?: string }) {
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
  /** The maximum of each count, if it is lower than usual. */
  most?: number
  hint?: string
}

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
