import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import type { OrderKind } from '#app/orders/rules/order.ts'
import type { OrderView } from '#app/orders/service/orders.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { CardGrid } from '#app/web/ui/card.tsx'
import { EmptyState } from '#app/web/ui/empty-state.tsx'
import { Lock, Package, Truck } from '#app/web/ui/icon.tsx'
import { Section } from '#app/web/ui/page.tsx'
import { OrderCard } from './order-card.tsx'
import { pagePath } from './query.ts'

type ResultsProps = {
  kind: OrderKind
  filters: { mine: boolean; address?: string; date?: string; cursor?: string }
  /** Whether the student's own orders are requested without a login. */
  hidden: boolean
  page: { items: OrderView[]; nextCursor: string | null } | null
  now: number
  contact: string
  create: ReactNode
}

const icons = { mail: Package, move: Truck }

/** One page of the orders found. */
export function Results(props: ResultsProps) {
  const { kind, filters, page } = props
  const t = useT()
  const count = page?.items.length ?? 0
  return (
    <Section
      id="results"
      title={filters.mine ? t(`order:${kind}.mine`) : t(`order:${kind}.all`)}
      action={
        <p role="status" className="text-14 text-muted">
          {count > 0 && t('order:list.results', { count })}
        </p>
      }
    >
      <OrderList {...props} />
    </Section>
  )
}

function OrderList({ kind, filters, hidden, page, now, contact, create }: ResultsProps) {
  const t = useT()
  const { search } = useLocation()
  if (hidden) return <LoginFirst kind={kind} />
  if (!page) return <Banner tone="danger">{t('order:list.failed')}</Banner>
  if (page.items.length === 0) {
    const filtered = Boolean(filters.address || filters.date)
    return (
      <EmptyState
        icon={icons[kind]}
        title={filtered ? t('order:list.emptyFilteredTitle') : t(`order:${kind}.empty`)}
        action={create}
      >
        {filtered
          ? t('order:list.emptyFiltered')
          : filters.mine
            ? t('order:list.emptyMine')
            : t('order:list.empty')}
      </EmptyState>
    )
  }
  return (
    <>
      <CardGrid>
        {page.items.map((order) => (
          <li key={order.id} className="min-w-0">
            <OrderCard order={order} now={now} contact={contact} mine={filters.mine} />
          </li>
        ))}
      </CardGrid>
      <div className="flex flex-wrap justify-center gap-3 empty:hidden">
        {filters.cursor && (
          <LinkButton variant="quiet" to={pagePath(kind, search)}>
            {t('order:list.first')}
          </LinkButton>
        )}
        {page.nextCursor && (
          <LinkButton variant="secondary" to={pagePath(kind, search, { cursor: page.nextCursor })}>
            {t('common:action.more')}
          </LinkButton>
        )}
      </div>
    </>
  )
}

function LoginFirst({ kind }: { kind: OrderKind }) {
  const t = useT()
  const { search } = useLocation()
  const query = new URLSearchParams({ redirect: pagePath(kind, search) })
  return (
    <EmptyState
      icon={Lock}
      title={t('order:list.loginTitle')}
      action={<LinkButton to={`/login?${query}`}>{t('order:list.login')}</LinkButton>}
    >
      {t('order:list.loginText')}
    </EmptyState>
  )
}
