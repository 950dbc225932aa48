import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { readGoal } from '#app/account/http/goal.server.ts'
import { logIn } from '#app/account/http/log-in.server.ts'
import { loginSchema } from '#app/account/schema.server.ts'
import { savePreferences } from '#app/account/service/accounts.server.ts'
import { Goal } from '#app/account/ui/goal.tsx'
import { useT } from '#app/i18n/context.tsx'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { afterLogin } from '#app/web/http/return-to.server.ts'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { PasswordField, PhoneField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { formOf } from '#app/web/ui/form-state.ts'
import { Link } from '#app/web/ui/link.tsx'
import { Page } from '#app/web/ui/page.tsx'
import { type PageHandle, productCard } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:login.title', card: productCard }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await context.viewer()
  if (user) throw redirect(afterLogin(request))
  return { goal: await readGoal(context, request) }
}

/** Checks phone and password, starts a session and redirects to where the visitor was going. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const passed = await context.shield('account/login')
  const read = passed.ok ? readForm(context, form, loginSchema) : passed
  if (!read.ok) return refuseForm(context, form, read.error)
  const login = await logIn(context, request, read.value)
  if (!login.ok) return refuseForm(context, form, login.error)
  await savePreferences(context, login.value.userInfo.id, { language: context.language })
  // A full page load drops everything loaded for a visitor; a payment page also has its own
  // security policy.
  return redirect(afterLogin(request), 303)
}

export default function LoginPage() {
  const t = useT()
  const { goal } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [search] = useSearchParams()
  const { form, fields, errors } = formOf(
    'login',
    { phone: '', password: '' },
    answer?.result ?? null,
  )
  const onward = search.has('redirect')
    ? `?${new URLSearchParams({ redirect: search.get('redirect') ?? '' })}`
    : ''
  return (
    <Page
      width="form"
      title={t('account:login.title')}
      back={{ to: '/', label: t('common:action.backHome') }}
    >
      {goal && <Goal {...goal} />}
      <Form method="post" {...form} className="flex flex-col gap-4">
        <FormErrors errors={errors} title={t('account:login.failed')} />
        <PhoneField field={fields.phone} autoComplete="username" />
        <PasswordField
          label={t('account:field.password')}
          field={fields.password}
          autoComplete="current-password"
        />
        <SubmitButton wide busyLabel={t('account:login.submitting')}>
          {t('account:login.submit')}
        </SubmitButton>
      </Form>
      <div className="flex flex-wrap justify-between gap-x-6">
        <Link
          to="/forgot-password"
          className="inline-flex min-h-11 items-center text-brand underline"
        >
          {t('account:login.forgot')}
        </Link>
        <p className="inline-flex min-h-11 items-center gap-1">
          <span>{t('account:login.noAccount')}</span>
          <Link
            to={`/register${onward}`}
            className="inline-flex min-h-11 items-center text-brand underline"
          >
            {t('account:login.toRegister')}
          </Link>
        </p>
      </div>
    </Page>
  )
}
