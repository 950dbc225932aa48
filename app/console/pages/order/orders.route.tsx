import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { groupsOf, kindOf, lineOf, readFilter } from '#app/console/http/order-list.server.ts'
import { type ORDER_VIEWS, readAdminOrders } from '#app/console/service/orders.server.ts'
import { FilterForm, NothingHere, Pager } from '#app/console/ui/kit.tsx'
import { OrderLines } from '#app/console/ui/order-lines.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { addDays, londonDay } from '#app/kernel/time.ts'
import { STAGES_OF } from '#app/orders/rules/stage.ts'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Tabs } from '#app/web/ui/tabs.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  title: (t, data) => t(`admin:order.title.${data?.kind ?? 'mail'}`),
  console: true,
}

const PAGE = 50

/** Orders to carry out: without a filter, those that are paid and not finished, soonest first. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id } = await requireAdmin(context, request, { scope: 'orders' })
  const kind = kindOf(params.kind)
  const filter = { ...readFilter(request), limit: PAGE }
  const { items, nextCursor } = await readAdminOrders(context, kind, filter, id)
  const today = londonDay(context.clock.now())
  const lines = items.map((order) => lineOf(context.t, order))
  const { view } = filter
  return { kind, view, groups: groupsOf(lines, view, today), nextCursor, today }
}

export default function Orders() {
  const t = useT()
  const format = useFormat()
  const { kind, groups, nextCursor, today } = useLoaderData<typeof loader>()
  const days = { today: format.day(today), tomorrow: format.day(addDays(today, 1)) }
  return (
    <Page
      title={t(`admin:order.title.${kind}`)}
      lead={t('admin:order.lead')}
      action={
        <LinkButton to="/admin/orders/sheet" variant="secondary">
          {t('admin:order.sheet.title')}
        </LinkButton>
      }
    >
      <Views />
      <Filters />
      {groups.length === 0 && <NothingHere>{t('admin:order.none')}</NothingHere>}
      {groups.map(({ name, lines }) => {
        const day = name === 'today' || name === 'tomorrow' ? days[name] : ''
        const title = t(`admin:order.group.${name}`, { day })
        return (
          <Section key={name} id={`orders-${name}`} title={title}>
            <OrderLines title={title} lines={lines} />
          </Section>
        )
      })}
      <Pager nextCursor={nextCursor} />
    </Page>
  )
}

/** What is to be done next, each a list of its own. */
function Views() {
  const t = useT()
  const { kind, view } = useLoaderData<typeof loader>()
  const views = ['todo', ...STAGES_OF[kind], ...(kind === 'mail' ? ['boxes'] : []), 'failed', 'all']
  return (
    <Tabs
      label={t('admin:order.filter.view')}
      items={(views as (typeof ORDER_VIEWS)[number][]).map((name) => ({
        to: `/admin/orders/${kind}?view=${name}`,
        label: t(`admin:order.view.${name}`),
        current: view === name,
      }))}
    />
  )
}

function Filters() {
  const t = useT()
  const { kind, view } = useLoaderData<typeof loader>()
  return (
    <FilterForm
      reset={`/admin/orders/${kind}`}
      view={{ name: 'view', value: view }}
      filters={[
        { kind: 'day', name: 'from', label: t('admin:order.filter.from') },
        { kind: 'day', name: 'to', label: t('admin:order.filter.to') },
        { kind: 'search', name: 'search', label: t('admin:order.filter.search') },
      ]}
    />
  )
}
