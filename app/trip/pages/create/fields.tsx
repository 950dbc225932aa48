import { useFormat, useT } from '#app/i18n/context.tsx'
import { DEPOSIT_PENCE, TRIP_NAME_MAX, TRIP_PEOPLE_MAX } from '#app/kernel/limits.ts'
import { tripTotal } from '#app/trip/rules/state.ts'
import { TextFields } from '#app/trip/ui/text-fields.tsx'
import type { TripValues } from '#app/trip/ui/values.ts'
import { CheckField } from '#app/web/ui/check-field.tsx'
import { DateTimeField, Field, FieldSet } from '#app/web/ui/field.tsx'
import { control, type FormFields } from '#app/web/ui/form-state.ts'

type FieldsProps = {
  fields: FormFields<TripValues>
  /** The earliest allowed cutoff. */
  earliest: number
  /** The last allowed day for any of the times. */
  latest: string
  balancePrice: number
}

/**
 * The fields of a trip. Each time must be after the one before.
 */
export function CreateFields(props: FieldsProps) {
  const t = useT()
  const format = useFormat()
  return (
    <>
      <WhenFields {...props} />
      <FieldSet legend={t('trip:form.group')}>
        <PeopleFields fields={props.fields} />
        <p className="figures text-14">
          <span className="font-medium">{t('trip:form.price')}</span>{' '}
          <span>
            {t(props.balancePrice > 0 ? 'trip:form.priceText' : 'trip:form.priceNothing', {
              total: format.money(tripTotal(props.balancePrice)),
              deposit: format.money(DEPOSIT_PENCE),
              price: format.money(props.balancePrice),
            })}
          </span>
        </p>
        <CheckField
          field={props.fields.needsFlight}
          label={t('trip:form.needsFlight')}
          hint={t('trip:form.needsFlightHint')}
        />
      </FieldSet>
      <FieldSet legend={t('trip:form.texts')} hint={t('trip:form.textsHint')}>
        <TextFields fields={props.fields} />
      </FieldSet>
    </>
  )
}

function WhenFields({ fields, earliest, latest }: FieldsProps) {
  const t = useT()
  const format = useFormat()
  const { tripName, cutoffTime, tripStartDatetime, tripEndDatetime } = fields
  const [first, max] = [format.wall(earliest), `${latest}T23:59`]
  // London wall times in one form can be compared as text.
  const after = (wall: string, otherwise: string) => (wall > otherwise ? wall : otherwise)
  const startMin = after(cutoffTime.value, first)
  const endMin = after(tripStartDatetime.value, startMin)
  const early = (wall: string, before: string) => wall !== '' && before !== '' && wall <= before
  const errorsOr = (errors: string[] | undefined, wrong: boolean, text: string) =>
    errors ?? (wrong ? [text] : undefined)
  return (
    <FieldSet legend={t('trip:form.trip')}>
      <Field
        label={t('trip:form.tripName')}
        hint={t('trip:form.tripNameHint', { max: TRIP_NAME_MAX })}
        errors={tripName.errors}
        input={{
          ...control(tripName),
          required: true,
          maxLength: TRIP_NAME_MAX,
          autoComplete: 'off',
        }}
      />
      <DateTimeField
        label={t('trip:form.cutoffTime')}
        hint={t('trip:form.cutoffTimeHint', { from: format.dateTime(earliest) })}
        errors={cutoffTime.errors}
        input={{ ...control(cutoffTime), required: true, min: first, max }}
      />
      <DateTimeField
        label={t('trip:form.tripStart')}
        hint={t('trip:form.tripStartHint')}
        errors={errorsOr(
          tripStartDatetime.errors,
          early(tripStartDatetime.value, cutoffTime.value),
          t('trip:form.startTooEarly'),
        )}
        input={{ ...control(tripStartDatetime), required: true, min: startMin, max }}
      />
      <DateTimeField
        label={t('trip:form.tripEnd')}
        hint={t('trip:form.tripEndHint')}
        errors={errorsOr(
          tripEndDatetime.errors,
          early(tripEndDatetime.value, tripStartDatetime.value),
          t('trip:form.endTooEarly'),
        )}
        input={{ ...control(tripEndDatetime), required: true, min: endMin, max }}
      />
    </FieldSet>
  )
}

function PeopleFields({ fields }: Pick<FieldsProps, 'fields'>) {
  const t = useT()
  const { minPassenger, maxPassenger } = fields
  const [min, max] = [Number(minPassenger.value), Number(maxPassenger.value)]
  const over = min > max && max >= 2
  const whole = { type: 'number', inputMode: 'numeric', step: 1, required: true } as const
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field
        label={t('trip:form.minPassenger')}
        hint={t('trip:form.minPassengerHint')}
        errors={minPassenger.errors ?? (over ? [t('trip:form.minOverMax', { max })] : undefined)}
        input={{ ...control(minPassenger), ...whole, min: 1, max: TRIP_PEOPLE_MAX }}
      />
      <Field
        label={t('trip:form.maxPassenger')}
        hint={t('trip:form.maxPassengerHint', { max: TRIP_PEOPLE_MAX })}
        errors={maxPassenger.errors}
        input={{ ...control(maxPassenger), ...whole, min: 2, max: TRIP_PEOPLE_MAX }}
      />
    </div>
  )
}
