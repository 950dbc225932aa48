import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLocation } from '@remix-run/react'
import { pagePath } from '#app/account/http/query.ts'
import { passwordFormSchema } from '#app/account/schema.server.ts'
import { changePassword } from '#app/account/service/credentials.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { ErrorSummary, FormErrors, summaryOf } from '#app/web/ui/error-summary.tsx'
import { PasswordField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { formOf } from '#app/web/ui/form-state.ts'
import { Link } from '#app/web/ui/link.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:password.title' }

const FORM = 'change-password'

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(context, request)
  return null
}

/** Sets a new password, given the current one; ends every other session. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const form = await request.formData()
  const passed = await context.shield('account/password')
  const read = passed.ok ? readForm(context, form, passwordFormSchema) : passed
  if (!read.ok) return refuseForm(context, form, read.error)
  const { currentPassword, newPassword } = read.value
  const { sessionToken } = context
  const changed = await changePassword(context, user, currentPassword, newPassword, sessionToken)
  if (!changed.ok) return refuseForm(context, form, changed.error)
  const home = pagePath(new URL(request.url).search)
  return redirectWithFlash(context, home, { key: 'account:password.done' })
}

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

export default function PasswordDialog() {
  const t = useT()
  const answer = useActionData<typeof action>()
  const { search } = useLocation()
  const { form, fields, errors } = formOf(FORM, EMPTY, answer?.result ?? null)
  const summary = summaryOf([
    [fields.currentPassword, t('account:password.current')],
    [fields.newPassword, t('account:field.newPassword')],
    [fields.confirmPassword, t('account:field.confirmNewPassword')],
  ])
  return (
    <DialogRoute
      title={t('account:password.title')}
      closeTo={pagePath(search)}
      footer={
        <SubmitButton form={FORM} wide busyLabel={t('account:confirm.saving')}>
          {t('account:password.submit')}
        </SubmitButton>
      }
    >
      <Form method="post" {...form} className="flex flex-col gap-4">
        <p className="text-14 text-muted">{t('account:password.lead')}</p>
        <FormErrors errors={errors} title={t('account:password.failed')} />
        <ErrorSummary items={summary} />
        <PasswordField
          label={t('account:password.current')}
          field={fields.currentPassword}
          autoComplete="current-password"
        />
        <PasswordField
          label={t('account:field.newPassword')}
          hint={t('account:field.passwordHint')}
          field={fields.newPassword}
          autoComplete="new-password"
        />
        <PasswordField
          label={t('account:field.confirmNewPassword')}
          field={fields.confirmPassword}
          autoComplete="new-password"
        />
        <Link
          to="/forgot-password"
          className="inline-flex min-h-11 items-center self-start text-brand underline"
        >
          {t('account:password.forgot')}
        </Link>
      </Form>
    </DialogRoute>
  )
}
