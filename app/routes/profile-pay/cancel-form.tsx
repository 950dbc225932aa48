import { Form } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { buttonClass } from '#app/ui/button.tsx'

/** Leaves the payment: what was begun of it is ended, and its points go back. */
export function CancelForm({ busy = false }: { busy?: boolean }) {
  const t = useT()
  return (
    <Form method="post" reloadDocument className="contents">
      <button
        type="submit"
        name="intent"
        value="cancel"
        disabled={busy}
        className={buttonClass({ variant: 'secondary' })}
      >
        {t('pay:balance.cancel')}
      </button>
    </Form>
  )
}
