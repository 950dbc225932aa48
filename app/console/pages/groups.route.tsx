import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { listOpenAirports } from '#app/catalog/service/catalog.server.ts'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { kindOf, readFilter } from '#app/console/http/kind.server.ts'
import { readDepartures } from '#app/console/service/departures.server.ts'
import { DepartureLines } from '#app/console/ui/departure-lines.tsx'
import { DepartureTabs } from '#app/console/ui/departure-tabs.tsx'
import { listPath } from '#app/console/ui/group-words.tsx'
import { FilterForm, NothingHere, Pager } from '#app/console/ui/kit.tsx'
import { GROUP_STATUSES } from '#app/group/rules/status.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { groupStatus } from '#app/i18n/status-words.ts'
import { TRIP_STATUSES } from '#app/trip/rules/state.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  title: (t, data) => t(`admin:group.title.${data?.kind ?? 'carpool'}`),
  console: true,
}

const PAGE = 50

/** Carpools or trips from now on, soonest first; past ones have their own view. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'groups' })
  const kind = kindOf(request)
  const filter = readFilter(request)

  const [page, airports] = await Promise.all([
    readDepartures(context, [kind], { ...filter, limit: PAGE }),
    kind === 'carpool' ? listOpenAirports(context) : [],
  ])
  return { kind, filter, ...page, airports, now: context.clock.now() }
}

export default function Groups() {
  const t = useT()
  const { kind, filter, items, nextCursor, totals, now } = useLoaderData<typeof loader>()
  const title = t(`admin:group.title.${kind}`)
  const { show } = filter
  return (
    <Page title={title} lead={t(`admin:group.lead.${kind}`)}>
      <DepartureTabs list={listPath(kind)} show={show} totals={totals} />
      {filter.short && <Banner tone="info">{t('admin:group.shortfall.only')}</Banner>}
      {filter.texts && <Banner tone="info">{t('admin:group.texts.only')}</Banner>}
      {show !== 'attention' && <Filters />}
      {items.length === 0 ? (
        <NothingHere>{t('admin:group.none')}</NothingHere>
      ) : (
        <DepartureLines title={title} items={items} now={now} seesGroups />
      )}
      <Pager nextCursor={nextCursor} />
    </Page>
  )
}

function Filters() {
  const t = useT()
  const language = useLanguage()
  const { kind, filter, airports } = useLoaderData<typeof loader>()
  const statuses = kind === 'trip' ? TRIP_STATUSES : GROUP_STATUSES
  return (
    <FilterForm
      reset={`${listPath(kind)}?show=${filter.show}`}
      view={{ name: 'show', value: filter.show }}
      filters={[
        {
          kind: 'choice',
          name: 'status',
          label: t('admin:group.column.status'),
          options: statuses.map((value) => ({ value, label: groupStatus(t, kind, value) })),
        },
        ...(kind === 'carpool'
          ? [
              {
                kind: 'choice' as const,
                name: 'airport',
                label: t('admin:group.filter.airport'),
                options: airports.map(({ id, name }) => ({ value: id, label: name[language] })),
              },
            ]
          : []),
        { kind: 'day', name: 'from', label: t('admin:group.filter.from') },
        { kind: 'day', name: 'to', label: t('admin:group.filter.to') },
      ]}
    />
  )
}
