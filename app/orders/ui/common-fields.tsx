import type { ReactNode } from 'react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { ADDRESS_MAX, BOXES, ORDER_NAME_MAX, ZIP_MAX } from '#app/kernel/limits.ts'
import { DateTimeField, Field, SelectField } from '#app/web/ui/field.tsx'
import { control, type FormField } from '#app/web/ui/form-state.ts'

type OnlyIfProps = { ticked: FormField; hint: string; children: ReactNode }

/**
 * Fields that count only if a box is ticked. Where scripts run they are disabled until then
 * (app/web/page-script/needs.ts).
 */
export const OnlyIf = ({ ticked, hint, children }: OnlyIfProps) => (
  <fieldset
    data-needs={ticked.id}
    className="group flex min-w-0 flex-col gap-4 border-line border-l-2 pl-4 disabled:text-muted"
  >
    <p className="not-noscript:group-enabled:hidden text-13 text-muted">{hint}</p>
    {children}
  </fieldset>
)

type BoxesProps = {
  field: FormField
  label: string
  hint?: string
  required?: boolean
}

export function BoxesField({ field, label, hint, required }: BoxesProps) {
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
  required?: boolean
}

/** A London day; its hint shows the earliest one allowed. */
export function DayField({ field, label, min, max, hint, required }: DayProps) {
  const t = useT()
  const format = useFormat()
  return (
    <DateTimeField
      kind="date"
      label={label}
      hint={hint ?? t('order:form.earliest', { day: format.day(min) })}
      errors={field.errors}
      input={{ ...control(field), min, max, required }}
    />
  )
}

type DaytimeProps = { field: FormField; label: string; hint?: string }

/** By day or in the evening. */
export function DaytimeField({ field, label, hint }: DaytimeProps) {
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
      input={{ ...control(field) }}
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

type TelProps = { field: FormField; label: string; hint: string; own?: boolean }

/** A telephone number of any country; `own`: the student's, which the browser may autofill. */
export function TelField({ field, label, hint, own = false }: TelProps) {
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
