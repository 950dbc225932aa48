import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useActionData } from '@remix-run/react'
import * as z from 'zod'
import { loginSchema } from '#app/account/schema.server.ts'
import { afterAdminLogin, requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { confirmAdmin } from '#app/console/service/accounts.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { LinkButton, SubmitButton } from '#app/web/ui/button.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { PasswordField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { formOf } from '#app/web/ui/form-state.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:confirm.title', console: true }

const schema = z.object({ password: loginSchema.shape.password })

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { own: true })
  return null
}

/**
 * The confirmation before money moves: asks for the password again, then continues where it was
 * needed.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireAdmin(context, request, { own: true })
  const viewer = await context.adminViewer()
  const form = await request.formData()
  const passed = await context.shield('console/confirm')
  const read = passed.ok ? readForm(context, form, schema) : passed
  if (!read.ok) return refuseForm(context, form, read.error)
  const confirmed = await confirmAdmin(context, viewer?.token ?? '', read.value.password)
  if (!confirmed.ok) return refuseForm(context, form, confirmed.error)
  return redirect(afterAdminLogin(request), 303)
}

export default function AdminConfirm() {
  const t = useT()
  const answer = useActionData<typeof action>()
  const { form, fields, errors } = formOf('confirm', { password: '' }, answer?.result ?? null)
  return (
    <Page width="form" title={t('admin:confirm.title')} lead={t('admin:confirm.intro')}>
      <Form method="post" {...form} className="flex flex-col gap-4">
        <FormErrors errors={errors} />
        <PasswordField
          label={t('admin:login.password')}
          field={fields.password}
          autoComplete="current-password"
        />
        <SubmitButton wide>{t('admin:confirm.submit')}</SubmitButton>
        <LinkButton to="/admin" variant="quiet">
          {t('admin:confirm.back')}
        </LinkButton>
      </Form>
    </Page>
  )
}
