import { useFormAction } from '@remix-run/react'
import type { FormHTMLAttributes } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { ANSWER_WITHIN_SECONDS } from '#app/kernel/limits.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { usePageContext } from './page-context.tsx'

type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'method'> & {
  method?: 'get' | 'post'
  /**
   * Whether the server draws the page again while the form is being filled in, and parts that
   * differ (`data-part`) are replaced.
   */
  preview?: boolean
}

/**
 * A form of a page. Where scripts run, one that posts is sent by them (decision 0016): what was
 * typed survives a lost line, and an answer that refuses takes the place of what is shown.
 */
export function Form({ method = 'get', action, preview, children, ...props }: FormProps) {
  const { live } = usePageContext()
  const address = useFormAction(action)
  const byScript = method === 'post' && !live
  return (
    <form
      method={method}
      action={address}
      data-form={byScript ? '' : undefined}
      data-preview={preview ? '' : undefined}
      {...props}
    >
      {byScript && <Unanswered />}
      {children}
      {(byScript || preview) && <FormScript />}
    </form>
  )
}

/** What forms and dialogs need where scripts run; pages without any load none of it. */
export function FormScript() {
  const { formScript, nonce } = usePageContext()
  return formScript ? (
    <script type="module" async src={formScript} nonce={nonce || undefined} />
  ) : null
}

/** The notes that the script shows if there was no answer. Every form may be sent again. */
function Unanswered() {
  const t = useT()
  return (['offline', 'silent'] as const).map((kind) => (
    <template key={kind} data-unanswered={kind}>
      <div data-note>
        <Banner
          tone="danger"
          title={t(`account:${kind}.title`, { seconds: ANSWER_WITHIN_SECONDS })}
          action={
            <Button small data-again>
              {t('account:offline.again')}
            </Button>
          }
        >
          {t(`account:${kind}.text`)}
        </Banner>
      </div>
    </template>
  ))
}
