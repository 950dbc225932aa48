import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { dateWords } from '#app/i18n/date-words.ts'
import { buttonClass } from './button.tsx'
import { cx } from './cx.ts'
import { control, type FormField } from './form-state.ts'
import { ChevronDown, CircleAlert, Icon } from './icon.tsx'

/** Attributes of a control: the result of `control(field)`, and anything else it needs. */
type Control<Attributes> = Attributes & { id: string; name: string }

type FrameProps = {
  label: string
  hint?: ReactNode
  /** Texts, already in the page's language. */
  errors?: readonly string[] | undefined
  /** Shows "optional" beside the label; other fields are required and need no star. */
  optional?: boolean
  /** What the value means in words, opposite the label. */
  words?: ReactNode
  className?: string
}

const idsOf = (id: string, hint: unknown, errors: readonly string[] | undefined) =>
  cx(Boolean(hint) && `${id}-hint`, Boolean(errors?.length) && `${id}-error`) || undefined

export const boxClass = cx(
  'block min-h-11 w-full min-w-0 rounded-md border bg-surface px-3 py-2 text-16 text-ink',
  'disabled:bg-ground disabled:text-muted [&[readonly]]:bg-ground',
  'border-edge aria-invalid:border-danger',
)

/** Links a control to its hint and its errors. */
export const fieldAria = (id: string, { hint, errors }: Pick<FrameProps, 'hint' | 'errors'>) => ({
  'aria-describedby': idsOf(id, hint, errors),
  'aria-invalid': errors?.length ? true : undefined,
})

/** Label above, control, hint and error below, linked for screen readers. */
export function FieldFrame({
  id,
  label,
  hint,
  errors,
  optional,
  words,
  className,
  children,
}: FrameProps & { id: string; children: ReactNode }) {
  const t = useT()
  return (
    <div data-part={id} className={cx('flex min-w-0 flex-col gap-1', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-2 text-14">
        <label htmlFor={id} className="font-medium">
          <span>{label}</span>
          {optional && (
            <span className="ml-2 font-normal text-muted">{t('common:form.optional')}</span>
          )}
        </label>
        {words}
      </div>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-13 text-muted">
          {hint}
        </p>
      )}
      <FieldErrors id={id} errors={errors} />
    </div>
  )
}

type ErrorsProps = { id: string; errors: readonly string[] | undefined }

/** The errors below a control with this id. */
export function FieldErrors({ id, errors }: ErrorsProps) {
  if (!errors?.length) return null
  return (
    <p id={`${id}-error`} className="flex gap-1 text-14 text-danger">
      <Icon of={CircleAlert} size={18} className="mt-0.5" />
      <span>{errors.join(' ')}</span>
    </p>
  )
}

type FieldProps = FrameProps & {
  input: Control<InputHTMLAttributes<HTMLInputElement>>
  /** Fixed text before the input (`+44`), and a button after it. */
  prefix?: string
  after?: ReactNode
}

/** A one-line text field. `input` takes `control(field)` and further attributes. */
export function Field({ input, prefix, after, ...frame }: FieldProps) {
  return (
    <FieldFrame id={input.id} {...frame}>
      <span className="flex items-stretch gap-2">
        {prefix && (
          <span
            translate="no"
            className="flex items-center rounded-md border border-line bg-ground px-3 text-muted"
          >
            {prefix}
          </span>
        )}
        <input {...input} {...fieldAria(input.id, frame)} className={boxClass} />
        {after && <span className="flex shrink-0 whitespace-nowrap">{after}</span>}
      </span>
    </FieldFrame>
  )
}

type OwnFieldProps = { field: FormField; label?: string; hint?: string; autoComplete: string }

/** A UK mobile number, which may be typed with or without its leading 0. */
export function PhoneField({ field, label, autoComplete }: OwnFieldProps) {
  const t = useT()
  const phone = { type: 'tel', inputMode: 'tel', autoComplete, required: true } as const
  return (
    <Field
      label={label ?? t('account:field.phone')}
      hint={t('account:field.phoneHint')}
      prefix="+44"
      errors={field.errors}
      input={{ ...control(field), ...phone }}
    />
  )
}

/**
 * A current or new password. The server never sends one back. Where scripts run, it can be shown
 * (app/web/page-script); the field's attributes are for that, too.
 */
export function PasswordField({
  field,
  label,
  hint,
  autoComplete,
}: OwnFieldProps & { label: string }) {
  const t = useT()
  const password = { type: 'password', autoComplete, required: true, spellCheck: false }
  return (
    <Field
      label={label}
      hint={hint}
      errors={field.errors}
      input={{ ...control(field), ...password, autoCapitalize: 'none' }}
      after={
        <button
          type="button"
          data-show={field.id}
          aria-pressed={false}
          className={buttonClass(
            { variant: 'secondary', small: true },
            'aria-pressed:bg-brand-soft',
          )}
        >
          <span>{t('common:action.show')}</span> <span className="sr-only">{label}</span>
        </button>
      }
    />
  )
}

type Option = { value: string; label: string; disabled?: boolean }

type SelectProps = FrameProps & {
  input: Control<SelectHTMLAttributes<HTMLSelectElement>>
  options: readonly Option[]
  /** The empty first choice; leave it out if there always is a value. */
  placeholder?: string
}

/** A native select, since the phone's own picker is the best one. */
export function SelectField({ input, options, placeholder, ...frame }: SelectProps) {
  return (
    <FieldFrame id={input.id} {...frame}>
      <span className="relative block">
        <select
          {...input}
          {...fieldAria(input.id, frame)}
          className={cx(boxClass, 'appearance-none pr-10')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} className="pointer-events-none absolute top-3 right-3 text-muted" />
      </span>
    </FieldFrame>
  )
}

type DateTimeProps = FieldProps & { kind?: 'datetime-local' | 'date' }

/**
 * A date, or a date with a time, and the day in words, which the browser's own control lacks; the
 * words follow the control where scripts run (app/web/page-script). Values, `min` and `max` are
 * London wall time (`YYYY-MM-DDTHH:mm`); if no hint is given, the default one says so.
 */
export function DateTimeField({ input, kind = 'datetime-local', hint, ...frame }: DateTimeProps) {
  const t = useT()
  const language = useLanguage()
  const withZone = hint ?? (kind === 'datetime-local' ? t('common:londonTime') : undefined)
  const value = String(input.value ?? input.defaultValue ?? '')
  return (
    <Field
      {...frame}
      hint={withZone}
      words={
        // What is chosen before React starts may already be in it.
        <output
          htmlFor={input.id}
          data-date
          className="text-13 text-muted"
          suppressHydrationWarning
        >
          {dateWords(language, value)}
        </output>
      }
      input={{ step: kind === 'date' ? undefined : 60, ...input, type: kind }}
    />
  )
}

/** A group of fields with a shared legend. */
export function FieldSet({
  legend,
  hint,
  children,
}: {
  legend: string
  hint?: ReactNode
  children: ReactNode
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-card border border-line p-4">
      <legend className="px-1 text-14 font-medium">{legend}</legend>
      {hint && <p className="text-13 text-muted">{hint}</p>}
      {children}
    </fieldset>
  )
}
