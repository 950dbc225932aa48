import { useLocation } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { LISTS, type List, pagePath } from '#app/routes/account/query.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { RecordCard } from '#app/ui/carpool/record-card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Car } from '#app/ui/icon.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { DepositCheck } from './deposit-check.tsx'

type RecordsProps = {
  list: List
  items: CarpoolRecord[]
  counts: Record<List, number>
  now: number
}

/** The three lists of carpool records, each at its own address. */
export function Records({ list, items, counts, now }: RecordsProps) {
  const t = useT()
  const { search } = useLocation()
  return (
    <div className="flex flex-col gap-3">
      <Tabs
        label={t('account:lists.label')}
        items={LISTS.map((name) => ({
          to: pagePath(search, { list: name }),
          label: t('account:lists.tab', { name: t(`account:lists.${name}`), n: counts[name] }),
          current: list === name,
        }))}
      />
      {items.length === 0 ? (
        <Empty list={list} />
      ) : (
        <ul className="flex flex-col gap-3">
          {items.map((record) => (
            <li key={record.participantId} className="min-w-0">
              <RecordCard record={record} now={now}>
                {record.seat === 'taken' && <DepositCheck record={record} />}
              </RecordCard>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Empty({ list }: { list: List }) {
  const t = useT()
  return (
    <EmptyState
      icon={Car}
      title={t(`account:lists.empty.${list}`)}
      action={
        list === 'joined' && (
          <LinkButton to="/carpool">{t('account:lists.empty.action')}</LinkButton>
        )
      }
    >
      {t(`account:lists.empty.${list}Lead`)}
    </EmptyState>
  )
}
