import type { NamedRefund } from '#app/console/service/group-views.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { Table } from '#app/web/ui/table.tsx'
import { useRefundWords } from './group-words.tsx'

type RefundsProps = { title: string; refunds: NamedRefund[] }

/** Who gets what back: one line per person, and the total. */
export function Refunds({ title, refunds }: RefundsProps) {
  const t = useT()
  const format = useFormat()
  const words = useRefundWords()
  const total = refunds.reduce((sum, one) => sum + one.total, 0)
  return (
    <div className="flex flex-col gap-3">
      <Table
        caption={title}
        captionHidden
        stacks
        corner={t('admin:group.column.who')}
        columns={[
          { key: 'phone', label: t('admin:group.column.phone'), numeric: false },
          { key: 'people', label: t('admin:group.column.people') },
          { key: 'deposit', label: t('admin:group.fact.deposit') },
          { key: 'balance', label: t('admin:group.fact.balance') },
          { key: 'points', label: t('admin:group.column.points') },
          { key: 'total', label: t('admin:group.column.total') },
        ]}
        rows={refunds.map((one) => ({
          key: one.participantId,
          header: one.person?.name || t('admin:group.nobody'),
          cells: [
            one.person?.phone ?? '',
            one.people,
            words(one.deposit),
            words(one.balance),
            one.points,
            <strong key="total">{format.money(one.total)}</strong>,
          ],
        }))}
      />
      <p className="figures font-semibold">
        {t('admin:group.refund.total', { amount: format.money(total), count: refunds.length })}
      </p>
    </div>
  )
}
