import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData, useLocation } from '@remix-run/react'
import { ServiceDescriptions } from '#app/carpool/ui/service-descriptions.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import { Filters } from '#app/trip/ui/filters.tsx'
import { createPath, pagePath } from '#app/trip/ui/query.ts'
import { Results } from '#app/trip/ui/results.tsx'
import { requireLogin } from '#app/web/http/guard.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { buttonClass } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { DialogLink } from '#app/web/ui/dialog.tsx'
import { Icon, Plus, Search, User } from '#app/web/ui/icon.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Tabs } from '#app/web/ui/tabs.tsx'
import { WrittenText } from '#app/web/ui/written-text.tsx'
import { readTripPage } from './list.server.ts'

export const handle: PageHandle = { title: 'trip:title', description: 'trip:lead' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  return readTripPage(context, requireLogin(context, request), new URL(request.url))
}

const tabs = [
  { tab: 'start', icon: Search },
  { tab: 'end', icon: User },
] as const

export default function TripPage() {
  const t = useT()
  const format = useFormat()
  const { filters, page, descriptions, notice, firstDay, now } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const create = <CreateButton />
  return (
    <Page title={t('trip:title')} lead={t('trip:lead')} action={create}>
      {notice ? (
        <Banner tone="info">
          <WrittenText text={notice} />
        </Banner>
      ) : (
        <Banner tone="info" title={t('trip:notice.title')}>
          {t('trip:notice.text', { deposit: format.money(DEPOSIT_PENCE) })}
        </Banner>
      )}
      <div className="flex flex-col gap-3">
        <Tabs
          label={t('trip:tab.label')}
          items={tabs.map(({ tab, icon }) => ({
            to: pagePath(search, { tab: tab === 'end' ? tab : null }),
            label: t(`trip:tab.${tab}`),
            current: filters.tab === tab,
            icon,
          }))}
        />
        <Filters filters={filters} firstDay={firstDay} />
      </div>
      <Results filters={filters} page={page} now={now} create={create} />
      <Section id="service" title={t('trip:service.title')}>
        <Card>
          {descriptions.length > 0 ? (
            <ServiceDescriptions items={descriptions} />
          ) : (
            <p className="text-muted">{t('trip:service.failed')}</p>
          )}
        </Card>
      </Section>
    </Page>
  )
}

function CreateButton() {
  const t = useT()
  const { search } = useLocation()
  return (
    <DialogLink to={createPath(search)} className={buttonClass()}>
      <Icon of={Plus} />
      <span>{t('trip:create.open')}</span>
    </DialogLink>
  )
}
