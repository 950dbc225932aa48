import { useEffect, useRef } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { CODE_RESEND_S } from '#app/kernel/limits.ts'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { useTimeLeft } from '#app/web/ui/countdown.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { Field } from '#app/web/ui/field.tsx'
import { control, type FormField } from '#app/web/ui/use-form.ts'
import { useHydrated } from '#app/web/ui/use-hydrated.ts'
import { PersonCheck, type Prove } from './person-check.tsx'

type CodeFieldProps = {
  field: FormField
  /** When the next code may be requested, and the server's time to count down from. */
  wait: { until: number; now: number } | null
  /** Whether a code has just been sent. */
  sent: boolean
  /** Whether there is no phone to send to yet. */
  noPhone?: boolean
  /** How to show that a person asks, if the last request for a code was refused for that. */
  prove?: Prove | null
}

/**
 * The verification code with its send button and 60-second countdown. Without scripts the button
 * stays enabled, since nothing could enable it again; the server enforces the limit either way.
 */
export function CodeField({ field, wait, sent, noPhone = false, prove = null }: CodeFieldProps) {
  const t = useT()
  const hydrated = useHydrated()
  const seconds = Math.ceil(useTimeLeft(wait?.until ?? 0, wait?.now ?? 0) / 1000)
  const waiting = hydrated && seconds > 0
  // On iPhones a tap on the button leaves the focus in the field before it.
  const focusAtPress = useRef<Element | null>(null)
  useEffect(() => {
    const focused = document.activeElement
    // A button that becomes disabled loses the focus to the body.
    const hasStayed = focused === document.body || focused === focusAtPress.current
    if (sent && wait && hasStayed) document.getElementById(field.id)?.focus()
  }, [sent, wait, field.id])
  return (
    <>
      {prove && <PersonCheck key={prove.at} {...prove} />}
      <Field
        label={t('account:field.verificationCode')}
        hint={<CodeHint wait={sent ? wait : null} />}
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
            onClick={() => {
              focusAtPress.current = document.activeElement
            }}
            disabled={waiting || (hydrated && noPhone)}
            busyLabel={t('account:code.sending')}
            className="figures shrink-0"
          >
            {waiting ? t('account:code.wait', { seconds }) : t('account:code.send')}
          </SubmitButton>
        }
      />
    </>
  )
}

/**
 * The field's hint, replaced by a notice once the code is sent. Room is kept for both: if the form
 * moved when the answer arrived, a press already begun on another button would do nothing.
 */
function CodeHint({ wait }: { wait: CodeFieldProps['wait'] }) {
  const t = useT()
  const seconds = wait ? Math.ceil((wait.until - wait.now) / 1000) : CODE_RESEND_S
  return (
    <span className="grid *:[grid-area:1/1]">
      <span className={cx(wait && 'invisible')}>{t('account:field.verificationCodeHint')}</span>
      <span role="status" className={cx('text-ok', !wait && 'invisible')}>
        {t('account:code.sent', { seconds })}
      </span>
    </span>
  )
}
