import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData, useLocation } from '@remix-run/react'
import { readListPage } from '#app/carpool/http/list.server.ts'
import { listPath, listSearch } from '#app/carpool/http/query.ts'
import { useT } from '#app/i18n/context.tsx'
import { buttonClass } from '#app/web/ui/button.tsx'
import { DialogLink } from '#app/web/ui/dialog.tsx'
import { Icon, Plus } from '#app/web/ui/icon.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Tabs } from '#app/web/ui/tabs.tsx'
import { DayParts, DayStrip } from './day-strip.tsx'
import { Filters } from './filters.tsx'
import { Results } from './results.tsx'
import { PriceSection, ServiceSection } from './sections.tsx'
import { WishBoard } from './wish-board.tsx'

export const handle: PageHandle = {
  title: 'carpool:title',
  description: 'carpool:lead',
  shared: true,
}

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  readListPage(context, new URL(request.url))

const tripTypes = ['PICKUP', 'DROPOFF'] as const

export default function CarpoolPage() {
  const t = useT()
  const { filters, page, days, near, airports, prices, descriptions, board, now } =
    useLoaderData<typeof loader>()
  const { search } = useLocation()
  return (
    <Page title={t('carpool:title')} action={<CreateButton />}>
      <div className="flex flex-col gap-3">
        <Tabs
          label={t('carpool:tripType.label')}
          items={tripTypes.map((tripType) => ({
            to: listPath(search, { tripType }),
            label: t(`carpool:tripType.${tripType}`),
            current: filters.tripType === tripType,
          }))}
        />
        <Filters filters={filters} airports={airports} />
        <DayStrip days={days} chosen={filters.date} />
        {filters.date && <DayParts chosen={filters.time} />}
      </div>
      <Results filters={filters} page={page} near={near} airports={airports} now={now} />
      <WishBoard board={board} />
      <PriceSection prices={prices} />
      <ServiceSection items={descriptions} />
    </Page>
  )
}

function CreateButton() {
  const t = useT()
  const { search } = useLocation()
  return (
    <DialogLink to={`/carpool/create${listSearch(search)}`} className={buttonClass()}>
      <Icon of={Plus} />
      <span>{t('carpool:list.create')}</span>
    </DialogLink>
  )
}
