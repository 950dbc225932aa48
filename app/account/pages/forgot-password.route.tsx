import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  answerCodeRequest,
  forgetCodeWait,
  noCodeSent,
  readCodeWait,
} from '#app/account/http/code-request.server.ts'
import { resetFormSchema } from '#app/account/schema.server.ts'
import { resetPassword, sendPasswordCode } from '#app/account/service/accounts.server.ts'
import { deviceCookie } from '#app/account/service/devices.server.ts'
import { emptySessionCookie } from '#app/account/service/sessions.server.ts'
import { CodeField } from '#app/account/ui/code-field.tsx'
import { DefaultButton, Honeypot } from '#app/account/ui/form.tsx'
import { useT } from '#app/i18n/context.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { ErrorSummary, FormErrors, summaryOf } from '#app/web/ui/error-summary.tsx'
import { PasswordField, PhoneField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { formOf } from '#app/web/ui/form-state.ts'
import { Link } from '#app/web/ui/link.tsx'
import { Page } from '#app/web/ui/page.tsx'
import { type PageHandle, productCard } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:forgot.title', card: productCard, person: true }

export const loader = ({ request, context }: LoaderFunctionArgs) => ({
  wait: readCodeWait(context, request),
})

/** Sends a code, or sets the new password and redirects to the login (docs/rules.md#logging-in). */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  if (form.get('intent') === 'send-code') return answerCodeRequest(context, form, sendPasswordCode)
  const again = noCodeSent(context, request)
  const passed = await context.shield('account/forgot-password')
  const read = passed.ok ? readForm(context, form, resetFormSchema) : passed
  if (!read.ok) return refuseForm(context, form, read.error, again)
  const { phone, verificationCode, password } = read.value
  const changed = await resetPassword(context, phone, verificationCode, password)
  if (!changed.ok) return refuseForm(context, form, changed.error, again)
  forgetCodeWait(context)
  // The change ended this browser's own session too; without the cookie it sees no expiry message.
  context.setCookie(emptySessionCookie(context.secure))
  // The code proves ownership of the phone, so other people's failed attempts must not block the
  // login that follows.
  context.setCookie(deviceCookie(changed.value.device, 'student', context.secure))
  return redirectWithFlash(context, '/login', { key: 'account:forgot.done' })
}

const EMPTY = { phone: '', verificationCode: '', password: '', confirmPassword: '' }

export default function ForgotPasswordPage() {
  const t = useT()
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { form, fields, errors } = formOf(
    'forgot',
    { ...EMPTY, phone: loaded.wait?.phone ?? '' },
    answer?.result ?? null,
  )
  const failed = answer?.ofCode ? t('account:code.failed') : t('account:forgot.failed')
  const summary = summaryOf([
    [fields.phone, t('account:field.phone')],
    [fields.verificationCode, t('account:field.verificationCode')],
    [fields.password, t('account:field.newPassword')],
    [fields.confirmPassword, t('account:field.confirmNewPassword')],
  ])
  return (
    <Page
      width="form"
      title={t('account:forgot.title')}
      lead={t('account:forgot.lead')}
      back={{ to: '/login', label: t('account:forgot.backToLogin') }}
    >
      <Form method="post" {...form} className="flex flex-col gap-4">
        <DefaultButton intent="reset" />
        <FormErrors errors={errors} title={failed} />
        <ErrorSummary items={summary} />
        <PhoneField field={fields.phone} autoComplete="username" />
        <CodeField
          field={fields.verificationCode}
          sent={answer?.sent ?? false}
          wait={answer?.wait ?? loaded.wait}
          phone={fields.phone}
          prove={answer?.prove ?? null}
        />
        <PasswordField
          label={t('account:field.newPassword')}
          hint={t('account:field.passwordHint')}
          field={fields.password}
          autoComplete="new-password"
        />
        <PasswordField
          label={t('account:field.confirmNewPassword')}
          field={fields.confirmPassword}
          autoComplete="new-password"
        />
        <Honeypot />
        <SubmitButton name="intent" value="reset" wide busyLabel={t('account:forgot.submitting')}>
          {t('account:forgot.submit')}
        </SubmitButton>
      </Form>
      <Link
        to="/register"
        className="inline-flex min-h-11 items-center self-start text-brand underline"
      >
        {t('account:login.toRegister')}
      </Link>
    </Page>
  )
}
