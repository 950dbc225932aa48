import { useEffect } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { useTimeLeft } from '#app/ui/countdown.tsx'
import { Field } from '#app/ui/field.tsx'
import { control, type FormField } from '#app/ui/use-form.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type CodeFieldProps = {
  field: FormField
  /** When the next code may be requested, and the server's time to count down from. */
  wait: { until: number; now: number } | null
  /** Whether a code has just been sent. */
  sent: boolean
  /** Whether there is no phone to send to yet. */
  noPhone?: boolean
}

/**
 * The verification code with its send button and 60-second countdown. Without scripts the button
 * stays enabled, since nothing could enable it again; the server enforces the limit either way.
 */
export function CodeField({ field, wait, sent, noPhone = false }: CodeFieldProps) {
  const t = useT()
  const hydrated = useHydrated()
  const seconds = Math.ceil(useTimeLeft(wait?.until ?? 0, wait?.now ?? 0) / 1000)
  const waiting = hydrated && seconds > 0
  useEffect(() => {
    if (sent && wait) document.getElementById(field.id)?.focus()
  }, [sent, wait, field.id])
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={t('account:field.verificationCode')}
        hint={t('account:field.verificationCodeHint')}
        errors={field.errors}
        input={{
          ...control(field),
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
          required: true,
        }}
        after={
          <SubmitButton
            name="intent"
            value="send-code"
            variant="secondary"
            small
            formNoValidate
            disabled={waiting || (hydrated && noPhone)}
            busyLabel={t('account:code.sending')}
            className="figures shrink-0"
          >
            {waiting ? t('account:code.wait', { seconds }) : t('account:code.send')}
          </SubmitButton>
        }
      />
      {sent && wait && (
        <Banner tone="ok" role="status">
          {t('account:code.sent', { seconds: Math.ceil((wait.until - wait.now) / 1000) })}
        </Banner>
      )}
    </div>
  )
}
