import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Outlet, type ShouldRevalidateFunction, useLoaderData, useLocation } from '@remix-run/react'
import { requireUser } from '#app/http/guard.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { pageSearch } from '#app/routes/account/query.ts'
import { AccountCard } from '#app/ui/account/account-card.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { useGentleRefresh } from '#app/ui/use-refresh.ts'
import { readProfilePage } from './page.server.ts'
import { PointsSection } from './points.tsx'
import { Records } from './records.tsx'

export const handle: PageHandle = { title: 'account:profile.title' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireUser(context, request)
  return readProfilePage(context, viewer, new URL(request.url))
}

/** The status when the carpool refuses: something has changed since the page was read. */
const CONFLICT = 409

/**
 * The page is not reloaded when a dialog over it opens, closes or asks for confirmation. It is
 * reloaded when an action succeeded (a redirect has no status) or came too late.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod, actionStatus } = change
  if (formMethod !== undefined && formMethod !== 'GET')
    return actionStatus === undefined || actionStatus === CONFLICT
  return (
    currentUrl.href === nextUrl.href || pageSearch(currentUrl.search) !== pageSearch(nextUrl.search)
  )
}

const LOOK_AGAIN_MS = 30_000

/**
 * The student's own page (docs/rules.md#carpool-records): what is due, their carpools, account and
 * points.
 */
export default function ProfilePage() {
  const t = useT()
  const { account, member, list, carpools, ledger, now } = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  // Others may join at any moment. While a dialog is open the page is not refreshed.
  useGentleRefresh(LOOK_AGAIN_MS, list === 'joined' && pathname === '/profile')
  return (
    <>
      <Page title={t('account:profile.title')}>
        <PayNotice due={carpools?.due ?? []} now={now} />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <Section id="carpools" title={t('account:profile.carpools')}>
            {carpools ? (
              <Records list={list} now={now} {...carpools} />
            ) : (
              <Banner tone="danger">{t('account:profile.failed.records')}</Banner>
            )}
          </Section>
          <div className="flex min-w-0 flex-col gap-6">
            <Section id="info" title={t('account:profile.info')}>
              {account ? (
                <AccountCard account={account} />
              ) : (
                <Banner tone="danger">{t('account:profile.failed.user')}</Banner>
              )}
            </Section>
            {member && <PointsSection account={account} ledger={ledger} />}
          </div>
        </div>
      </Page>
      <Outlet />
    </>
  )
}

type Due = { participantId: string; balanceDueAt: number; private: boolean; amount: number }

/** The notice about balances: general, or with the earliest deadline while any is due. */
function PayNotice({ due, now }: { due: Due[]; now: number }) {
  const t = useT()
  const format = useFormat()
  const [first] = due
  if (!first) return <Banner tone="info">{t('account:profile.payNotice')}</Banner>
  return (
    <Banner
      tone="accent"
      title={t('account:profile.payDue', {
        count: due.length,
        time: format.dateTime(first.balanceDueAt),
      })}
      action={
        // The payment page has its own security policy, so it is loaded as a document.
        <LinkButton small to={`/profile/pay/${first.participantId}`} reloadDocument>
          {t('account:record.action.payRemaining', { amount: format.money(first.amount) })}
        </LinkButton>
      }
    >
      {t(first.private ? 'account:profile.payDueLeft_private' : 'account:profile.payDueLeft', {
        left: format.remaining(first.balanceDueAt, now),
      })}
    </Banner>
  )
}
