import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useActionData } from '@remix-run/react'
import { loginSchema } from '#app/account/schema.server.ts'
import { deviceCookie, readDevice } from '#app/account/service/devices.server.ts'
import { afterAdminLogin } from '#app/console/http/admin-guard.server.ts'
import { adminCookie, endAdminSession, logInAdmin } from '#app/console/service/accounts.server.ts'
import { LeftToSay } from '#app/console/ui/console.tsx'
import { ConsoleErrorPage } from '#app/console/ui/error-page.tsx'
import { useT } from '#app/i18n/context.tsx'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Field, PasswordField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, formOf } from '#app/web/ui/form-state.ts'
import { LanguageToggle } from '#app/web/ui/language-toggle.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:login.title', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await context.adminViewer()) throw redirect(afterAdminLogin(request))
  return null
}

/** Checks an administrator's phone and password and starts a console session. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const passed = await context.shield('console/login')
  const read = passed.ok ? readForm(context, form, loginSchema) : passed
  if (!read.ok) return refuseForm(context, form, read.error)
  const { phone, password } = read.value
  const from = { address: context.address, device: readDevice(request, 'admin', context.secure) }
  const login = await logInAdmin(context, phone, password, from)
  if (!login.ok) return refuseForm(context, form, login.error)
  const before = await context.adminViewer()
  if (before) await endAdminSession(context, before.token)
  context.setCookie(adminCookie(login.value.token, context.secure))
  context.setCookie(deviceCookie(login.value.device, 'admin', context.secure))
  return redirect(afterAdminLogin(request), 303)
}

export default function AdminLogin() {
  const t = useT()
  const answer = useActionData<typeof action>()
  const { form, fields, errors } = formOf(
    'login',
    { phone: '', password: '' },
    answer?.result ?? null,
  )
  return (
    <main id="content" className="mx-auto flex w-full max-w-form flex-col gap-4 px-4 py-8">
      <div className="flex items-center justify-between gap-4">
        <p className="font-bold text-18 text-brand">{t('admin:console')}</p>
        <LanguageToggle />
      </div>
      <LeftToSay />
      <Page title={t('admin:login.title')}>
        <Form method="post" {...form} className="flex flex-col gap-4">
          <FormErrors errors={errors} />
          <Field
            label={t('admin:login.phone')}
            errors={fields.phone.errors}
            input={{
              ...control(fields.phone),
              type: 'tel',
              autoComplete: 'username',
              required: true,
            }}
          />
          <PasswordField
            label={t('admin:login.password')}
            field={fields.password}
            autoComplete="current-password"
          />
          <SubmitButton wide>{t('admin:login.submit')}</SubmitButton>
        </Form>
      </Page>
    </main>
  )
}

export function ErrorBoundary() {
  return (
    <main id="content" className="mx-auto w-full max-w-form px-4 py-8">
      <ConsoleErrorPage />
    </main>
  )
}
