import { useLocation } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { ADDRESS_MAX } from '#app/kernel/limits.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { ListFilters } from '#app/web/ui/list-filters.tsx'
import { homePath, pagePath } from './query.ts'

type FiltersProps = { kind: OrderKind; filters: { mine: boolean; address?: string; date?: string } }

/** Address and day of collection. */
export function Filters({ kind, filters }: FiltersProps) {
  const t = useT()
  const { mine, address = '', date = '' } = filters
  const asked = new URLSearchParams(useLocation().search).get('tab')
  const tab = mine ? 'mine' : asked === 'all' ? asked : null
  return (
    <ListFilters
      label={t('order:filter.label')}
      action={homePath(kind)}
      list={tab ? { name: 'tab', value: tab } : undefined}
      text={{
        name: 'address',
        label: t('order:filter.address'),
        hint: t('order:filter.addressHint'),
        value: address,
        maxLength: ADDRESS_MAX,
      }}
      date={{ label: t('order:filter.date'), value: date }}
      resetTo={pagePath(kind, '', { tab })}
    />
  )
}
