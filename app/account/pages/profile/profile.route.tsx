import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { Outlet, useLoaderData } from '@remix-run/react'
import { AccountCard } from '#app/account/ui/account-card.tsx'
import { useT } from '#app/i18n/context.tsx'
import { listOfSearch, listPath } from '#app/site/ui/rides-query.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Luggage } from '#app/web/ui/icon.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { readProfilePage } from './page.server.ts'
import { PointsSection } from './points.tsx'

export const handle: PageHandle = { title: 'account:profile.title' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  // Old links to this page open the lists of carpools, which used to be here.
  if (url.searchParams.has('list')) throw redirect(listPath(listOfSearch(url.search)))
  return readProfilePage(context, requireUser(context, request), url)
}

/** The student's account: details, contact, points and data. */
export default function ProfilePage() {
  const t = useT()
  const { account, member, ledger } = useLoaderData<typeof loader>()
  return (
    <>
      <Page
        title={t('account:profile.title')}
        action={
          <LinkButton to="/rides" variant="secondary" icon={Luggage}>
            {t('ride:title')}
          </LinkButton>
        }
      >
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Section id="info" title={t('account:profile.info')}>
            <AccountCard account={account} points={ledger?.balance ?? null} />
          </Section>
          {member && <PointsSection account={account} ledger={ledger} />}
        </div>
      </Page>
      <Outlet />
    </>
  )
}
