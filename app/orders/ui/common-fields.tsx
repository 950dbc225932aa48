import { useFormat, useT } from '#app/i18n/context.tsx'
import { ADDRESS_MAX, BOXES, ORDER_NAME_MAX, ZIP_MAX } from '#app/kernel/limits.ts'
import { DateTimeField, Field, SelectField } from '#app/web/ui/field.tsx'
import { control, type FormField } from '#app/web/ui/use-form.ts'

type BoxesProps = {
  field: FormField
  label: string
  hint?: string
  disabled?: boolean
  required?: boolean
}

export function BoxesField({ field, label, hint, disabled, required }: BoxesProps) {
  const t = useT()
  return (
    <Field
      label={label}
      hint={hint ?? t('order:form.boxesRange', BOXES)}
      errors={field.errors}
      input={{
        ...control(field),
        type: 'number',
        inputMode: 'numeric',
        ...BOXES,
        step: 1,
        required,
        disabled,
      }}
    />
  )
}

type DayProps = {
  field: FormField
  label: string
  /** The first and last allowed day. */
  min: string
  max: string
  hint?: string
  disabled?: boolean
  required?: boolean
}

/** A London day; its hint shows the earliest one allowed. */
export function DayField({ field, label, min, max, hint, disabled, required }: DayProps) {
  const t = useT()
  const format = useFormat()
  return (
    <DateTimeField
      kind="date"
      label={label}
      hint={hint ?? t('order:form.earliest', { day: format.day(min) })}
      errors={field.errors}
      input={{ ...control(field), min, max, required, disabled }}
    />
  )
}

type DaytimeProps = { field: FormField; label: string; hint?: string; disabled?: boolean }

/** By day or in the evening. */
export function DaytimeField({ field, label, hint, disabled }: DaytimeProps) {
  const t = useT()
  return (
    <SelectField
      label={label}
      hint={hint}
      errors={field.errors}
      options={[
        { value: 'true', label: t('order:daytime.day') },
        { value: 'false', label: t('order:daytime.evening') },
      ]}
      input={{ ...control(field), disabled }}
    />
  )
}

type AddressProps = { field: FormField; label: string; hint?: string; autoComplete: string }

export function AddressField({ field, label, hint, autoComplete }: AddressProps) {
  return (
    <Field
      label={label}
      hint={hint}
      errors={field.errors}
      input={{ ...control(field), required: true, maxLength: ADDRESS_MAX, autoComplete }}
    />
  )
}

type ZipProps = {
  field: FormField
  label: string
  hint: string
  required?: boolean
  autoComplete: string
}

/** A postcode, UK or foreign. */
export function ZipField({ field, label, hint, required = true, autoComplete }: ZipProps) {
  return (
    <Field
      label={label}
      hint={hint}
      errors={field.errors}
      input={{
        ...control(field),
        required,
        maxLength: ZIP_MAX,
        autoComplete,
        autoCapitalize: 'characters',
        spellCheck: false,
      }}
    />
  )
}

type TelProps = { field: FormField; label: string; hint: string; disabled?: boolean; own?: boolean }

/** A telephone number of any country; `own`: the student's, which the browser may autofill. */
export function TelField({ field, label, hint, disabled, own = false }: TelProps) {
  return (
    <Field
      label={label}
      hint={hint}
      errors={field.errors}
      input={{
        ...control(field),
        type: 'tel',
        inputMode: 'tel',
        autoComplete: own ? 'tel' : 'off',
        required: own,
        disabled,
      }}
    />
  )
}

/** The contact person and their phone. */
export function PersonFields({ fields }: { fields: Record<'userName' | 'tel', FormField> }) {
  const t = useT()
  return (
    <>
      <Field
        label={t('order:form.userName')}
        errors={fields.userName.errors}
        input={{
          ...control(fields.userName),
          required: true,
          maxLength: ORDER_NAME_MAX,
          autoComplete: 'name',
        }}
      />
      <TelField field={fields.tel} label={t('order:form.tel')} hint={t('order:form.telHint')} own />
    </>
  )
}
