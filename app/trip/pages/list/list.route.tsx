import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData, useLocation } from '@remix-run/react'
import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { requireLogin } from '#app/http/guard.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ServiceDescriptions } from '#app/ui/carpool/service-descriptions.tsx'
import { DialogLink } from '#app/ui/dialog.tsx'
import { Icon, Plus, Search, User } from '#app/ui/icon.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { Filters } from '#app/ui/trip/filters.tsx'
import { createPath, pagePath } from '#app/ui/trip/query.ts'
import { Results } from '#app/ui/trip/results.tsx'
import { WrittenText } from '#app/ui/written-text.tsx'
import { readTripPage } from './list.server.ts'

export const handle: PageHandle = { title: 'trip:title', description: 'trip:lead', plain: true }

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
