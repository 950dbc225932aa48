import { type ButtonVariant, buttonClass } from '#app/web/ui/button.tsx'
import { Form } from '#app/web/ui/form.tsx'

type CancelFormProps = {
  label: string
  /** Tells several such buttons apart for screen readers. */
  ariaLabel?: string
  busy?: boolean
  small?: boolean
  variant?: ButtonVariant
  /** The form's target if it is not the page itself, and the fields posted with it. */
  action?: string
  fields?: Record<string, string>
}

/** Leaves a payment and cancels what was begun. */
export function CancelForm(props: CancelFormProps) {
  const {
    label,
    ariaLabel,
    busy = false,
    small,
    variant = 'secondary',
    action,
    fields = {},
  } = props
  return (
    <Form method="post" action={action} className="contents">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        name="intent"
        value="cancel"
        disabled={busy}
        aria-label={ariaLabel}
        className={buttonClass({ variant, small })}
      >
        {label}
      </button>
    </Form>
  )
}
