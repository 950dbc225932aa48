import { useT } from '#app/i18n/context.tsx'
import { buttonClass } from './button.tsx'
import { boxClass, FieldErrors, fieldAria } from './field.tsx'
import { control, type FormField } from './form-state.ts'

type StepperProps = {
  label: string
  field: FormField
  min: number
  max: number
  hint?: string
  disabled?: boolean
}

/**
 * A small count: a number field, with a button on each side where scripts run
 * (app/web/page-script/stepper.ts).
 */
export function Stepper({ label, field, min, max, hint, disabled = false }: StepperProps) {
  const t = useT()
  const { id, errors } = field
  const step = (by: 1 | -1) => (
    <button
      type="button"
      data-step-by={by}
      disabled={disabled}
      className={buttonClass({ variant: 'secondary' }, 'size-11 p-0')}
    >
      <span aria-hidden>{by > 0 ? '+' : '−'}</span>
      <span className="sr-only">{t(`common:form.${by > 0 ? 'more' : 'less'}`, { label })}</span>
    </button>
  )
  return (
    <div data-part={id} className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <label htmlFor={id} className="min-w-0 font-medium text-14">
          {label}
        </label>
        <span className="flex items-center gap-2">
          {step(-1)}
          <input
            {...control(field)}
            type="number"
            inputMode="numeric"
            required
            min={min}
            max={max}
            disabled={disabled}
            {...fieldAria(id, { hint, errors })}
            className={`${boxClass} figures stepper text-center`}
          />
          {step(1)}
        </span>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-13 text-muted">
          {hint}
        </p>
      )}
      <FieldErrors id={id} errors={errors} />
    </div>
  )
}
