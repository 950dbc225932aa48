import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { fail } from '#app/domain/result.ts'
import { answerCodeRequest, noCodeSent, readCodeWait } from '#app/http/code-request.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { isFilledByProgram, readForm, refuseForm } from '#app/http/form.server.ts'
import { afterLogin, loginPath } from '#app/http/return-to.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { registerFormSchema } from '#app/schemas/account.server.ts'
import { keepForm, keepRead, useAnswer } from '#app/ui/offline.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { RegisterForm } from './form.tsx'

export const handle: PageHandle = { title: 'account:register.title' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await context.viewer()
  if (user) throw redirect(afterLogin(request))
  return { wait: readCodeWait(context, request) }
}

/**
 * Sends a code, or creates the account and redirects to the login (docs/rules.md#account-details).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  if (form.get('intent') === 'send-code')
    return answerCodeRequest(context, form, context.accounts.sendRegisterCode)
  const again = noCodeSent(context, request)
  const passed = await context.rateLimit('REGISTER')
  const read = passed.ok ? readForm(context, form, registerFormSchema) : passed
  if (!read.ok) return refuseForm(context, form, read.error, again)
  const { confirmPassword: _, ...registration } = read.value
  const { language } = context
  const made = isFilledByProgram(form)
    ? fail('validationFailed')
    : await context.accounts.register({ ...registration, language })
  if (!made.ok) return refuseForm(context, form, made.error, again)
  context.waitUntil(context.emailLinks.sendFirst(made.value.id))
  return redirectWithFlash(context, loginPath(afterLogin(request)), {
    kind: 'success',
    key: 'account:register.done',
  })
}

export const clientAction = keepForm
export const shouldRevalidate = keepRead

export default function RegisterPage() {
  const t = useT()
  const { wait } = useLoaderData<typeof loader>()
  const answer = useAnswer<typeof action>()
  const [search] = useSearchParams()
  const redirectTo = search.get('redirect')
  const login = redirectTo ? `/login?${new URLSearchParams({ redirect: redirectTo })}` : '/login'
  return (
    <Page
      width="form"
      title={t('account:register.title')}
      back={{ to: '/', label: t('common:action.backHome') }}
    >
      <RegisterForm
        result={answer?.result ?? null}
        sent={answer?.sent ?? false}
        failed={answer?.ofCode ? t('account:code.failed') : t('account:register.failed')}
        wait={answer?.wait ?? wait}
      />
      <p className="flex min-h-11 items-center gap-1">
        {t('account:register.hasAccount')}
        <Link to={login} className="inline-flex min-h-11 items-center text-brand underline">
          {t('account:register.toLogin')}
        </Link>
      </p>
    </Page>
  )
}
