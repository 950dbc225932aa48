import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { readAccounts, readAgain } from '#app/console/service/books.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { months } from '#app/i18n/format.ts'
import { addDays, isLondonDay, londonDay } from '#app/kernel/time.ts'
import { monthAfter, monthOf } from '#app/payments/rules/book.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { BookParts } from './book.tsx'

export const handle: PageHandle = { title: 'admin:accounts.title', console: true }

/** The month asked for; without one, this month. */
function monthIn(request: Request, now: number): string {
  const asked = new URL(request.url).searchParams.get('month') ?? ''
  return isLondonDay(`${asked}-01`) ? asked : monthOf(now)
}

/** A month's accounts, read from Stripe unless it is closed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'records' })
  const now = context.clock.now()
  const asked = monthIn(request, now)
  const read = await readAccounts(context, asked)
  const accounts = read.ok ? read.value : null
  const { month, current } = accounts ?? { month: asked, current: monthOf(now) }
  const days = { from: `${month}-01`, to: addDays(`${monthAfter(month)}-01`, -1) }
  return {
    ...{ accounts, month, earlier: monthAfter(month, -1), days },
    later: month < current ? monthAfter(month) : null,
    today: londonDay(now),
  }
}

/** Reads a closed month again, and says whether it is still the same. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireAdmin(context, request, { scope: 'records' })
  const month = monthIn(request, context.clock.now())
  const same = await readAgain(context, month)
  const said = same.ok && (same.value ? ('same' as const) : ('changed' as const))
  return redirectWithFlash(
    context,
    `/admin/accounts?month=${month}`,
    said === 'same'
      ? { key: 'admin:accounts.same' }
      : { kind: 'error', key: `admin:accounts.${said || 'unavailable'}` },
  )
}

export default function AccountsPage() {
  const t = useT()
  const { accounts, month, earlier, later, days } = useLoaderData<typeof loader>()
  const titleOf = (one: string) => {
    const [year = '', number = ''] = one.split('-')
    const name = months[Number(number) - 1] ?? 'jan'
    return t('admin:period.month', { month: t(`common:date.month.${name}`), year })
  }
  return (
    <Page title={`${t('admin:accounts.title')}: ${titleOf(month)}`} lead={t('admin:accounts.lead')}>
      <nav className="flex flex-wrap gap-3">
        <LinkButton to={`?month=${earlier}`} variant="secondary" small>
          {titleOf(earlier)}
        </LinkButton>
        {later && (
          <LinkButton to={`?month=${later}`} variant="secondary" small>
            {titleOf(later)}
          </LinkButton>
        )}
        <LinkButton to={`/admin/exports?${new URLSearchParams(days)}`} variant="quiet" small>
          {t('admin:accounts.files')}
        </LinkButton>
      </nav>
      {accounts ? (
        <>
          <Check check={accounts.check} />
          {accounts.book && <BookParts {...accounts} book={accounts.book} />}
          <Closed isKept={accounts.isKept} />
        </>
      ) : (
        <Banner tone="warn" role="status" title={t('admin:accounts.unavailable')}>
          {t('admin:accounts.unavailableText')}
        </Banner>
      )}
    </Page>
  )
}

/** Whether everything that was read comes to what Stripe holds. */
function Check({ check }: { check: { ours: number; stripe: number } | null }) {
  const t = useT()
  const { money } = useFormat()
  if (!check)
    return (
      <Banner tone="info" role="status" title={t('admin:accounts.adding')}>
        {t('admin:accounts.addingText')}
      </Banner>
    )
  const sums = { ours: money(check.ours), stripe: money(check.stripe) }
  const difference = money(Math.abs(check.stripe - check.ours))
  return check.ours === check.stripe ? (
    <Banner tone="ok" title={t('admin:accounts.agrees')}>
      {t('admin:accounts.agreesText', sums)}
    </Banner>
  ) : (
    <Banner tone="danger" role="alert" title={t('admin:accounts.differs', { difference })}>
      {t('admin:accounts.differsText', sums)}
    </Banner>
  )
}

function Closed({ isKept }: { isKept: boolean }) {
  const t = useT()
  if (!isKept) return <p className="text-14 text-muted">{t('admin:accounts.open')}</p>
  return (
    <Form method="post" className="flex flex-wrap items-center gap-3 text-14 text-muted">
      <p>{t('admin:accounts.closed')}</p>
      <Button type="submit" variant="secondary" small>
        {t('admin:accounts.again')}
      </Button>
    </Form>
  )
}
