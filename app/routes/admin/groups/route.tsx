import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { GROUP_STATUSES } from '#app/domain/group/state.ts'
import { TRIP_STATUSES } from '#app/domain/trip/state.ts'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { groupStatus } from '#app/i18n/status-words.ts'
import { kindOf, readFilter } from '#app/routes/admin/kind.server.ts'
import { GroupLines } from '#app/ui/admin/group-lines.tsx'
import { listPath } from '#app/ui/admin/group-words.tsx'
import { FilterForm, NothingHere, Pager } from '#app/ui/admin/kit.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { DateTimeField, SelectField } from '#app/ui/field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  title: (t, data) => t(`admin:group.title.${data?.kind ?? 'carpool'}`),
  console: true,
}

const PAGE = 50

/** Carpools or trips in any state, latest departure first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'groups' })
  const kind = kindOf(request)
  const filter = readFilter(new URL(request.url).searchParams)
  const [{ items, nextCursor }, airports] = await Promise.all([
    context.admin.groups.list(kind, { ...filter, limit: PAGE }),
    kind === 'carpool' ? context.catalog.airports() : [],
  ])
  return {
    kind,
    filter,
    items,
    nextCursor,
    airports: airports.map(({ id, name }) => ({ id, name })),
    now: context.clock.now(),
  }
}

export default function Groups() {
  const t = useT()
  const { kind, filter, items, nextCursor, now } = useLoaderData<typeof loader>()
  const title = t(`admin:group.title.${kind}`)
  return (
    <Page title={title} lead={t(`admin:group.lead.${kind}`)}>
      {filter.short && <Banner tone="info">{t('admin:group.shortfall.only')}</Banner>}
      <Filters />
      {items.length === 0 ? (
        <NothingHere>{t('admin:group.none')}</NothingHere>
      ) : (
        <GroupLines title={title} items={items} now={now} />
      )}
      <Pager nextCursor={nextCursor} />
    </Page>
  )
}

function Filters() {
  const t = useT()
  const language = useLanguage()
  const { kind, filter, airports } = useLoaderData<typeof loader>()
  const control = (name: string, value: string | undefined) => ({
    id: name,
    name,
    defaultValue: value ?? '',
  })
  const statuses = (kind === 'trip' ? TRIP_STATUSES : GROUP_STATUSES).map((value) => ({
    value,
    label: groupStatus(t, kind, value),
  }))
  return (
    <FilterForm reset={listPath(kind)}>
      <SelectField
        label={t('admin:group.column.status')}
        placeholder={t('admin:filter.all')}
        options={statuses}
        input={control('status', filter.status)}
      />
      {kind === 'carpool' && (
        <SelectField
          label={t('admin:group.filter.airport')}
          placeholder={t('admin:filter.all')}
          options={airports.map(({ id, name }) => ({ value: id, label: name[language] }))}
          input={control('airport', filter.airportId)}
        />
      )}
      <DateTimeField
        kind="date"
        label={t('admin:group.filter.from')}
        input={control('from', filter.from)}
      />
      <DateTimeField
        kind="date"
        label={t('admin:group.filter.to')}
        input={control('to', filter.to)}
      />
    </FilterForm>
  )
}
