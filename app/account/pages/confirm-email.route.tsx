import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmEmail, readEmailLink } from '#app/account/service/email-links.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { failureText } from '#app/schemas/issue.ts'
import { refused } from '#app/web/http/form.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton, SubmitButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:confirmEmail.title' }

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('token') ?? ''

/** Checks the link without changing anything: email scanners open every link. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const link = await readEmailLink(context, tokenOf(request))
  return data({ link }, { status: link ? 200 : 404 })
}

/** Activates the address in the link. */
export async function action({ request, context }: ActionFunctionArgs) {
  const passed = await context.shield('account/confirm-email')
  const confirmed = passed.ok ? await confirmEmail(context, tokenOf(request)) : passed
  if (!confirmed.ok)
    return refused(
      { done: null, failed: failureText(context.t, confirmed.error) },
      confirmed.error.code,
    )
  return { done: confirmed.value, failed: '' }
}

/** The target of an emailed link. Its button confirms the address, logged in or not. */
export default function ConfirmEmailPage() {
  const t = useT()
  const { link } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const done = answer?.done ?? (link?.confirmed ? link : null)
  return (
    <Page
      width="form"
      title={t('account:confirmEmail.title')}
      back={{ to: '/', label: t('common:action.backHome') }}
    >
      {answer?.failed && (
        <Banner tone="danger" role="alert" title={t('account:confirmEmail.failed')}>
          {answer.failed}
        </Banner>
      )}
      {done && <Confirmed of={done} />}
      {!done && link && <Waiting of={link} />}
      {!done && !link && !answer && (
        <Banner tone="warn" title={t('account:confirmEmail.gone')}>
          {t('account:confirmEmail.goneText')}
        </Banner>
      )}
      {!done && !link && <ToProfile />}
    </Page>
  )
}

type Address = { of: { email: string; emailNotices: boolean } }

function Waiting({ of: { email, emailNotices } }: Address) {
  const t = useT()
  return (
    <Card>
      <Form method="post" className="flex flex-col gap-4">
        <p>
          <span>{t('account:confirmEmail.question')}</span>
          <strong className="block break-all text-18">{email}</strong>
        </p>
        <p className="text-14 text-muted">
          {t(emailNotices ? 'account:confirmEmail.why' : 'account:confirmEmail.whyOff')}
        </p>
        <SubmitButton wide busyLabel={t('account:confirmEmail.submitting')}>
          {t('account:confirmEmail.submit')}
        </SubmitButton>
      </Form>
    </Card>
  )
}

function Confirmed({ of: { email, emailNotices } }: Address) {
  const t = useT()
  const text = emailNotices ? 'account:confirmEmail.doneText' : 'account:confirmEmail.doneTextOff'
  return (
    <>
      <Banner tone="ok" role="status" title={t('account:confirmEmail.done')}>
        <span className="break-words">{t(text, { email })}</span>
      </Banner>
      <ToProfile />
    </>
  )
}

function ToProfile() {
  const t = useT()
  return (
    <LinkButton to="/profile#info" variant="secondary">
      {t('account:confirmEmail.toProfile')}
    </LinkButton>
  )
}
