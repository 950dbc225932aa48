import { Form } from '@remix-run/react'
import { buttonClass } from '#app/ui/button.tsx'

type CancelFormProps = {
  label: string
  /** For the ears: which of several it is. */
  ariaLabel?: string
  busy?: boolean
  small?: boolean
  variant?: 'primary' | 'secondary'
  /** Where it is sent, when that is not the page itself, and what goes along. */
  action?: string
  fields?: Record<string, string>
}

/** Leaves a payment: what was begun of it is ended. */
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
    <Form method="post" action={action} reloadDocument className="contents">
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
