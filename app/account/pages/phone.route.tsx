import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import {
  answerCodeRequest,
  forgetCodeWait,
  noCodeSent,
  readCodeWait,
} from '#app/account/http/code-request.server.ts'
import { pagePath } from '#app/account/http/query.ts'
import { phoneSchema } from '#app/account/schema.server.ts'
import { changePhone, sendPhoneCode } from '#app/account/service/credentials.server.ts'
import { CodeField } from '#app/account/ui/code-field.tsx'
import { DefaultButton } from '#app/account/ui/form.tsx'
import { useT } from '#app/i18n/context.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { DialogRoute } from '#app/web/ui/dialog.tsx'
import { ErrorSummary, FormErrors, summaryOf } from '#app/web/ui/error-summary.tsx'
import { PasswordField, PhoneField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { formOf } from '#app/web/ui/form-state.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:phone.title' }

const FORM = 'change-phone'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { phone } = await requireUser(context, request)
  return { phone, wait: readCodeWait(context, request) }
}

/** Sends a code to the new phone, or makes it the login phone; this ends every other session. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { id } = await requireUser(context, request)
  const form = await request.formData()
  const { sessionToken } = context
  if (form.get('intent') === 'send-code')
    return answerCodeRequest(context, form, (needed, phone, caller) =>
      sendPhoneCode(needed, id, phone, caller),
    )
  const passed = await context.shield('account/phone')
  const read = passed.ok ? readForm(context, form, phoneSchema) : passed
  const changed = read.ok ? await changePhone(context, id, read.value, sessionToken) : read
  if (!changed.ok) return refuseForm(context, form, changed.error, noCodeSent(context, request))
  forgetCodeWait(context)
  const home = pagePath(new URL(request.url).search)
  return redirectWithFlash(context, home, { key: 'account:phone.done' })
}

const EMPTY = { phone: '', verificationCode: '', currentPassword: '' }

export default function PhoneDialog() {
  const t = useT()
  const { phone, wait } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { search } = useLocation()
  const { form, fields, errors } = formOf(
    FORM,
    { ...EMPTY, phone: wait?.phone ?? '' },
    answer?.result ?? null,
  )
  const failed = answer?.ofCode ? t('account:code.failed') : t('account:phone.failed')
  const summary = summaryOf([
    [fields.phone, t('account:phone.new')],
    [fields.verificationCode, t('account:field.verificationCode')],
    [fields.currentPassword, t('account:password.current')],
  ])
  return (
    <DialogRoute
      title={t('account:phone.title')}
      closeTo={pagePath(search)}
      footer={
        <SubmitButton
          form={FORM}
          wide
          name="intent"
          value="save"
          busyLabel={t('account:confirm.saving')}
        >
          {t('account:phone.submit')}
        </SubmitButton>
      }
    >
      <Form method="post" {...form} className="flex flex-col gap-4">
        <DefaultButton intent="save" />
        <p className="text-14 text-muted">{t('account:phone.lead', { phone })}</p>
        <FormErrors errors={errors} title={failed} />
        <ErrorSummary items={summary} />
        <PhoneField label={t('account:phone.new')} field={fields.phone} autoComplete="tel" />
        <CodeField
          field={fields.verificationCode}
          sent={answer?.sent ?? false}
          wait={answer?.wait ?? wait}
          phone={fields.phone}
        />
        <PasswordField
          label={t('account:password.current')}
          hint={t('account:phone.passwordHint')}
          field={fields.currentPassword}
          autoComplete="current-password"
        />
      </Form>
    </DialogRoute>
  )
}
