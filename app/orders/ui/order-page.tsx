import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ServiceDescriptions } from '#app/carpool/ui/service-descriptions.tsx'
import type { ServiceDescription } from '#app/catalog/service/catalog.server.ts'
import { useT } from '#app/i18n/context.tsx'
import type { OrderKind } from '#app/orders/rules/order.ts'
import type { OrderView } from '#app/orders/service/orders.server.ts'
import { buttonClass } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { DialogLink } from '#app/web/ui/dialog.tsx'
import { Icon, type IconType, Package, Plus, Truck, User } from '#app/web/ui/icon.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import { Tabs } from '#app/web/ui/tabs.tsx'
import { Filters } from './filters.tsx'
import { createPath, pagePath, pageSearch } from './query.ts'
import { Results } from './results.tsx'

type OrderPageProps = {
  kind: OrderKind
  filters: { mine: boolean; address?: string; date?: string; cursor?: string }
  hidden: boolean
  page: { items: OrderView[]; nextCursor: string | null } | null
  descriptions: ServiceDescription[]
  contact: string
  now: number
  /** Content specific to this service. */
  children?: ReactNode
}

const ICONS: Record<OrderKind, IconType> = { mail: Package, move: Truck }

/**
 * The page of a service: everyone's orders, the viewer's own, the service's promises, and the
 * button to order.
 */
export function OrderPage(props: OrderPageProps) {
  const { kind, filters, hidden, page, descriptions, contact, now, children } = props
  const t = useT()
  const { search } = useLocation()
  const create = <CreateButton kind={kind} />
  const tabs = [
    { tab: 'mine', label: t('order:tab.mine'), icon: User },
    { tab: 'all', label: t('order:tab.all'), icon: ICONS[kind] },
  ]
  return (
    <Page title={t(`order:${kind}.title`)} lead={t(`order:${kind}.lead`)} action={create}>
      {children}
      <div className="flex flex-col gap-3">
        <Tabs
          label={t('order:tab.label')}
          items={tabs.map(({ tab, label, icon }) => ({
            to: pagePath(kind, search, { tab }),
            label,
            current: filters.mine === (tab === 'mine'),
            icon,
          }))}
        />
        {!hidden && <Filters kind={kind} filters={filters} />}
      </div>
      <Results
        kind={kind}
        filters={filters}
        hidden={hidden}
        page={page}
        now={now}
        contact={contact}
        create={create}
      />
      <Section id="service" title={t(`order:${kind}.service`)}>
        <Card>
          {descriptions.length > 0 ? (
            <ServiceDescriptions items={descriptions} />
          ) : (
            <p className="text-muted">{t('order:list.serviceFailed')}</p>
          )}
        </Card>
      </Section>
    </Page>
  )
}

function CreateButton({ kind }: { kind: OrderKind }) {
  const t = useT()
  const { search } = useLocation()
  return (
    <DialogLink to={createPath(kind) + pageSearch(search)} className={buttonClass()}>
      <Icon of={Plus} />
      <span>{t(`order:${kind}.create`)}</span>
    </DialogLink>
  )
}
