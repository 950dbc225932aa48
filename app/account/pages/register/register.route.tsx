import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import {
  answerCodeRequest,
  forgetCodeWait,
  noCodeSent,
  readCodeWait,
} from '#app/account/http/code-request.server.ts'
import { readGoal } from '#app/account/http/goal.server.ts'
import { logIn } from '#app/account/http/log-in.server.ts'
import { registerFormSchema } from '#app/account/schema.server.ts'
import { registerAccount, sendRegisterCode } from '#app/account/service/accounts.server.ts'
import { sendFirstEmailLink } from '#app/account/service/email-links.server.ts'
import { Goal } from '#app/account/ui/goal.tsx'
import { useT } from '#app/i18n/context.tsx'
import { fail } from '#app/kernel/result.ts'
import { setFlash } from '#app/web/http/flash.server.ts'
import { isFilledByProgram, readForm, refuseForm } from '#app/web/http/form.server.ts'
import { afterLogin, loginPath } from '#app/web/http/return-to.server.ts'
import { Link } from '#app/web/ui/link.tsx'
import { Page } from '#app/web/ui/page.tsx'
import { type PageHandle, productCard } from '#app/web/ui/page-meta.tsx'
import { RegisterForm } from './form.tsx'

export const handle: PageHandle = {
  title: 'account:register.title',
  card: productCard,
  person: true,
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await context.viewer()
  if (user) throw redirect(afterLogin(request))
  return { goal: await readGoal(context, request), wait: readCodeWait(context, request) }
}

/**
 * Sends a code, or creates the account, logs in and redirects to where the visitor was going
 * (docs/rules.md#account-details).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  if (form.get('intent') === 'send-code') return answerCodeRequest(context, form, sendRegisterCode)
  const again = noCodeSent(context, request)
  const passed = await context.shield('account/register')
  const read = passed.ok ? readForm(context, form, registerFormSchema) : passed
  if (!read.ok) return refuseForm(context, form, read.error, again)
  const { confirmPassword: _, ...registration } = read.value
  const { language } = context
  const made = isFilledByProgram(form)
    ? fail('validationFailed')
    : await registerAccount(context, { ...registration, language })
  if (!made.ok) return refuseForm(context, form, made.error, again)
  forgetCodeWait(context)
  context.waitUntil(sendFirstEmailLink(context, made.value.id))
  const goal = afterLogin(request)
  const login = await logIn(context, request, registration)
  const key = login.ok ? 'account:register.welcome' : 'account:register.done'
  setFlash(context, { key })
  // A full page load, as after a login.
  return redirect(login.ok ? goal : loginPath(goal), 303)
}

export default function RegisterPage() {
  const t = useT()
  const { goal, wait } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [search] = useSearchParams()
  const redirectTo = search.get('redirect')
  const login = redirectTo ? `/login?${new URLSearchParams({ redirect: redirectTo })}` : '/login'
  return (
    <Page
      width="form"
      title={t('account:register.title')}
      back={{ to: '/', label: t('common:action.backHome') }}
    >
      {goal && <Goal {...goal} />}
      <RegisterForm
        result={answer?.result ?? null}
        sent={answer?.sent ?? false}
        failed={answer?.ofCode ? t('account:code.failed') : t('account:register.failed')}
        wait={answer?.wait ?? wait}
        prove={answer?.prove ?? null}
      />
      <p className="flex min-h-11 items-center gap-1">
        <span>{t('account:register.hasAccount')}</span>
        <Link to={login} className="inline-flex min-h-11 items-center text-brand underline">
          {t('account:register.toLogin')}
        </Link>
      </p>
    </Page>
  )
}
