import { Form } from '@remix-run/react'
import { buttonClass } from '../button.tsx'

/** Leaves a payment: what was begun of it is ended. */
export function CancelForm({ label, busy = false }: { label: string; busy?: boolean }) {
  return (
    <Form method="post" reloadDocument className="contents">
      <button
        type="submit"
        name="intent"
        value="cancel"
        disabled={busy}
        className={buttonClass({ variant: 'secondary' })}
      >
        {label}
      </button>
    </Form>
  )
}
