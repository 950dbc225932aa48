import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { withBase } from '#app/kernel/base-path.ts'
import { setFlash } from '#app/web/http/flash.server.ts'
import { afterLogin, loginPath } from '#app/web/http/return-to.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:expired.title' }

/** docs/rules.md#messages: redirects to the login one second after showing the expiry message. */
const REFRESH_SECONDS = 1

export async function loader({ request, context }: LoaderFunctionArgs) {
  const path = afterLogin(request)
  const { user } = await context.viewer()
  if (user) throw redirect(path)
  const login = loginPath(path)
  // One second is too short to read it, so the login page repeats it.
  setFlash(context, { kind: 'info', key: 'account:expired.again' })
  // A header, so that it works without scripts; the guard always redirects here with a full page
  // load.
  return data({ login }, { headers: { Refresh: `${REFRESH_SECONDS}; url=${withBase(login)}` } })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function SessionExpiredPage() {
  const t = useT()
  const { login } = useLoaderData<typeof loader>()
  return (
    <Page width="form" title={t('account:expired.title')}>
      <Banner
        tone="warn"
        role="alert"
        title={t('account:expired.message')}
        action={<LinkButton to={login}>{t('account:expired.now')}</LinkButton>}
      >
        {t('account:expired.next')}
      </Banner>
    </Page>
  )
}
