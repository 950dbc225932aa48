import { useLanguage, useT } from '#app/i18n/context.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { control, type FormField } from '#app/ui/use-form.ts'

type DirectionFieldsProps = {
  fields: Record<'tripType' | 'airportId', FormField>
  airports: { id: string; name: { zh: string; en: string } }[]
}

/** Which way, and from or to which airport. */
export function DirectionFields({ fields, airports }: DirectionFieldsProps) {
  const t = useT()
  const language = useLanguage()
  return (
    <>
      <SelectField
        label={t('carpool:tripType.label')}
        errors={fields.tripType.errors}
        options={(['PICKUP', 'DROPOFF'] as const).map((value) => ({
          value,
          label: t(`carpool:tripType.${value}`),
        }))}
        input={control(fields.tripType)}
      />
      <SelectField
        label={t('carpool:form.airport')}
        errors={fields.airportId.errors}
        placeholder={t('common:form.choose')}
        options={airports.map(({ id, name }) => ({ value: id, label: name[language] }))}
        input={{ ...control(fields.airportId), required: true }}
      />
    </>
  )
}
