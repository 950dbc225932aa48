import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { groupsOf, kindOf, lineOf, readFilter } from '#app/console/http/order-list.server.ts'
import { readAdminOrders } from '#app/console/service/orders.server.ts'
import { FilterForm, NothingHere, Pager } from '#app/console/ui/kit.tsx'
import { OrderLines } from '#app/console/ui/order-lines.tsx'
import { PAYMENTS } from '#app/console/ui/order-status.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { orderStatus } from '#app/i18n/status-words.ts'
import { addDays, londonDay } from '#app/kernel/time.ts'
import { ORDER_STATUSES } from '#app/orders/rules/order.ts'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

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
  return { kind, groups: groupsOf(lines, filter.view, today), nextCursor, today }
}

export default function Orders() {
  const t = useT()
  const format = useFormat()
  const { kind, groups, nextCursor, today } = useLoaderData<typeof loader>()
  const days = { today: format.day(today), tomorrow: format.day(addDays(today, 1)) }
  return (
    <Page title={t(`admin:order.title.${kind}`)} lead={t('admin:order.lead')}>
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

function Filters() {
  const t = useT()
  const { kind } = useLoaderData<typeof loader>()
  return (
    <FilterForm
      reset={`/admin/orders/${kind}`}
      filters={[
        {
          kind: 'view',
          name: 'view',
          label: t('admin:order.filter.view'),
          options: [
            { value: 'todo', label: t('admin:order.view.todo') },
            ...(kind === 'mail' ? [{ value: 'boxes', label: t('admin:order.view.boxes') }] : []),
            ...ORDER_STATUSES.map((value) => ({ value, label: orderStatus(t, value, kind) })),
            { value: 'all', label: t('admin:order.view.all') },
          ],
        },
        {
          kind: 'choice',
          name: 'payment',
          label: t('admin:order.filter.payment'),
          options: PAYMENTS.map((value) => ({ value, label: t(`admin:order.payment.${value}`) })),
        },
        { kind: 'day', name: 'from', label: t('admin:order.filter.from') },
        { kind: 'day', name: 'to', label: t('admin:order.filter.to') },
        { kind: 'search', name: 'search', label: t('admin:order.filter.search') },
      ]}
    />
  )
}
