import { OwnPassword } from '#app/console/ui/proofs.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, formOf } from '#app/web/ui/form-state.ts'
import type { Result } from './forms.tsx'
import type { UserPage } from './page.server.ts'

/** Suspending and reinstating require the administrator's password, unless recently entered. */
type Proof = { result: Result; asksPassword: boolean }

/** At the top of a suspended user's page: since when, why, and how to reinstate them. */
export function Suspended({ user, ...proof }: Pick<UserPage, 'user'> & Proof) {
  const t = useT()
  const format = useFormat()
  if (user.suspendedAt === null) return null
  return (
    <Banner
      tone="warn"
      title={t('admin:user.suspend.since', { time: format.dateTime(user.suspendedAt) })}
      action={
        <Form method="post" className="flex flex-col items-start gap-3">
          {proof.asksPassword && <OwnPassword error={proof.result?.errors.password?.[0]} />}
          <Button type="submit" small name="intent" value="reinstate">
            {t('admin:user.suspend.lift')}
          </Button>
        </Form>
      }
    >
      {t('admin:user.suspend.why', { reason: user.suspendedReason ?? '' })}
    </Banner>
  )
}

/** Suspends a user: explains what that does and does not affect, above the button. */
export function SuspendForm({ result, asksPassword }: Proof) {
  const t = useT()
  const { form, fields, errors } = formOf('suspend', { reason: '', password: '' }, result)
  return (
    <Card as="section" labelledBy="suspend-title" className="flex flex-col gap-3">
      <h2 id="suspend-title" className="text-18">
        {t('admin:user.suspend.title')}
      </h2>
      <p className="text-14 text-muted">{t('admin:user.suspend.lead')}</p>
      <FormErrors errors={errors} title={t('admin:user.notSaved')} />
      <Form method="post" {...form} className="flex flex-col items-start gap-3">
        <Field
          label={t('admin:user.suspend.reason')}
          hint={t('admin:user.suspend.reasonHint')}
          errors={fields.reason.errors}
          className="w-full"
          input={{ ...control(fields.reason), type: 'text', maxLength: 100, required: true }}
        />
        {asksPassword && <OwnPassword error={fields.password.errors?.[0]} />}
        <Button type="submit" variant="danger" name="intent" value="suspend">
          {t('admin:user.suspend.submit')}
        </Button>
      </Form>
    </Card>
  )
}
