import { useT } from '#app/i18n/context.tsx'
import { CODE_RESEND_S } from '#app/kernel/limits.ts'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { Field } from '#app/web/ui/field.tsx'
import { control, type FormField } from '#app/web/ui/form-state.ts'
import { PersonCheck, type Prove } from './person-check.tsx'

type CodeFieldProps = {
  field: FormField
  /** When the next code may be requested, and the server's current time for the countdown. */
  wait: { until: number; now: number } | null
  /** Whether a code has just been sent. */
  sent: boolean
  /** The phone field that must be filled in first. */
  phone?: FormField
  /** The Turnstile widget, if the last request for a code was refused without a proof. */
  prove?: Prove | null
}

const secondsOf = (wait: CodeFieldProps['wait']) =>
  wait ? Math.max(0, Math.ceil((wait.until - wait.now) / 1000)) : 0

/**
 * The verification code with its send button and 60-second countdown
 * (app/web/page-script/waiting.ts). Without scripts the button stays enabled, since nothing could
 * enable it again; the server enforces the limit either way.
 */
export function CodeField({ field, wait, sent, phone, prove = null }: CodeFieldProps) {
  const t = useT()
  const seconds = secondsOf(wait)
  return (
    <>
      {prove && <PersonCheck {...prove} />}
      <Field
        label={t('account:field.verificationCode')}
        hint={<CodeHint wait={sent ? wait : null} />}
        errors={field.errors}
        input={{
          ...control(field),
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
          required: true,
          autoFocus: sent && wait !== null,
        }}
        after={
          <SubmitButton
            name="intent"
            value="send-code"
            variant="secondary"
            small
            formNoValidate
            data-needs={phone?.id}
            data-wait={seconds || undefined}
            data-wait-label={t('account:code.wait', { seconds: '{}' })}
            busyLabel={t('account:code.sending')}
            className="figures shrink-0"
          >
            {t('account:code.send')}
          </SubmitButton>
        }
      />
    </>
  )
}

/**
 * The field's hint, replaced by a notice once the code is sent. Space is reserved for both: if the
 * form moved when the answer arrived, a press already begun on another button would miss it.
 */
function CodeHint({ wait }: { wait: CodeFieldProps['wait'] }) {
  const t = useT()
  const seconds = secondsOf(wait) || CODE_RESEND_S
  return (
    <span className="grid *:[grid-area:1/1]">
      <span className={cx(wait && 'invisible')}>{t('account:field.verificationCodeHint')}</span>
      <span role="status" className={cx('text-ok', !wait && 'invisible')}>
        {t('account:code.sent', { seconds })}
      </span>
    </span>
  )
}
