import { useT } from '#app/i18n/context.tsx'
import { TRIP_TEXT_MAX } from '#app/kernel/limits.ts'
import { Field } from '#app/web/ui/field.tsx'
import { control, type FormFields } from '#app/web/ui/form-state.ts'
import { TextArea } from '#app/web/ui/text-area.tsx'
import type { TextValues } from './values.ts'

/** The fields of a trip's texts, written by its creator in plain text. */
export function TextFields({ fields }: { fields: FormFields<TextValues> }) {
  const t = useT()
  const { itinerary, meetingPoint, included } = fields
  return (
    <>
      <TextArea
        label={t('trip:form.itinerary')}
        hint={t('trip:form.itineraryHint', { max: TRIP_TEXT_MAX.itinerary })}
        error={itinerary.errors?.join(' ')}
        input={{ ...control(itinerary), maxLength: TRIP_TEXT_MAX.itinerary }}
      />
      <Field
        label={t('trip:form.meetingPoint')}
        hint={t('trip:form.meetingPointHint', { max: TRIP_TEXT_MAX.meetingPoint })}
        errors={meetingPoint.errors}
        input={{
          ...control(meetingPoint),
          maxLength: TRIP_TEXT_MAX.meetingPoint,
          autoComplete: 'off',
        }}
      />
      <TextArea
        label={t('trip:form.included')}
        hint={t('trip:form.includedHint', { max: TRIP_TEXT_MAX.included })}
        error={included.errors?.join(' ')}
        input={{ ...control(included), maxLength: TRIP_TEXT_MAX.included, rows: 3 }}
      />
    </>
  )
}
