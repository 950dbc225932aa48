import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { provePassword } from '#app/account/service/accounts.server.ts'
import { readPointsHistory } from '#app/account/service/points.server.ts'
import { emptySessionCookie } from '#app/account/service/sessions.server.ts'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { useT } from '#app/i18n/context.tsx'
import type { ErrorCode } from '#app/kernel/error.ts'
import type { UserId } from '#app/kernel/id.ts'
import type { Failure } from '#app/kernel/result.ts'
import { closeAccount, findOpenItems } from '#app/privacy/service/closing.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { setFlash } from '#app/web/http/flash.server.ts'
import { refused, refuseForm } from '#app/web/http/form.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton, SubmitButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { PasswordField } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { formOf } from '#app/web/ui/form-state.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Consequences } from './consequences.tsx'
import { describeOpen } from './open-items.server.ts'
import { OpenThings } from './open-things.tsx'

export const handle: PageHandle = { title: 'account:data.closing.title' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const [open, { balance }, { recordMonths: months }] = await Promise.all([
    readOpen(context, user.id),
    readPointsHistory(context, user, 'all', { limit: 1 }),
    readSettings(context),
  ])
  return { ...open, points: balance, months, member: user.accountType === 'MEMBER' }
}

/** The open items; `unknown` if they cannot be determined right now. */
async function readOpen(context: AppContext, userId: UserId) {
  const open = await findOpenItems(context, userId)
  return { open: open.ok ? describeOpen(context, open.value) : [], unknown: !open.ok }
}

/** Checks the password, and closes the account if no money is open. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const form = await request.formData()
  const passed = await context.shield('privacy/close')
  if (!passed.ok) return refuseForm(context, form, passed.error)
  const password = String(form.get('password') ?? '')
  const atPassword = (code: ErrorCode, text: string) =>
    refuseForm(context, form, { code, errors: { password: [text] } })
  if (!password)
    return atPassword('validationFailed', context.t('account:data.closing.missingPassword'))
  const proved = await provePassword(context, user.id, password)
  if (!proved.ok) return atPassword(proved.error.code, wordsFor(context, proved.error))
  const closed = await closeAccount(context, user.id)
  if (!closed.ok) return refuseForm(context, form, closed.error)
  // The reloaded page lists what is open.
  if (closed.value.length > 0) return refused({ result: null }, 'operationExpired')
  context.setCookie(emptySessionCookie(context.secure))
  setFlash(context, { key: 'account:data.closing.done' })
  // A full page load, so that none of the student's data stays in the page's memory.
  return redirect('/', 303)
}

const wordsFor = ({ t }: AppContext, failure: Failure): string =>
  failure.code === 'loginFailed' ? t('account:data.closing.wrongPassword') : failureText(t, failure)

/** The page that closes an account: the consequences, and the password to confirm them. */
export default function ClosePage() {
  const t = useT()
  const { open, unknown, points, member, months } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { fields, errors } = formOf('close', { password: '' }, answer?.result ?? null)
  return (
    <Page
      title={t('account:data.closing.title')}
      lead={t('account:data.closing.lead')}
      width="text"
      back={{ to: '/profile/data', label: t('account:data.title') }}
    >
      <FormErrors errors={errors} title={t('account:data.closing.failed')} />
      {open.length > 0 && <OpenThings open={open} />}
      {unknown && <Banner tone="warn">{t('account:data.closing.unknown')}</Banner>}
      <Consequences points={points} member={member} months={months} />
      {open.length === 0 && !unknown && (
        <Card>
          <Form method="post" className="flex flex-col gap-4">
            <PasswordField
              label={t('account:data.closing.password')}
              hint={t('account:data.closing.passwordHint')}
              field={fields.password}
              autoComplete="current-password"
            />
            <div className="flex flex-wrap gap-3">
              <SubmitButton variant="danger" busyLabel={t('account:data.closing.submitting')}>
                {t('account:data.closing.submit')}
              </SubmitButton>
              <LinkButton to="/profile" variant="quiet">
                {t('account:data.closing.keep')}
              </LinkButton>
            </div>
          </Form>
        </Card>
      )}
    </Page>
  )
}
