import { useFormat, useT } from '#app/i18n/context.tsx'
import type { NamedRefund } from '#app/services/admin/groups.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Table } from '#app/ui/table.tsx'
import { useRefundWords } from './group-words.tsx'

type RefundsProps = { title: string; refunds: NamedRefund[] }

/** Who gets what back: one line per person, and the total. */
export function Refunds({ title, refunds }: RefundsProps) {
  const t = useT()
  const format = useFormat()
  const total = refunds.reduce((sum, one) => sum + one.total, 0)
  return (
    <div className="flex flex-col gap-3">
      <div className="hidden md:block">
        <RefundTable title={title} refunds={refunds} />
      </div>
      <ul className="flex flex-col gap-3 md:hidden">
        {refunds.map((refund) => (
          <RefundCard key={refund.participantId} refund={refund} />
        ))}
      </ul>
      <p className="figures font-semibold">
        {t('admin:group.refund.total', { amount: format.money(total), count: refunds.length })}
      </p>
    </div>
  )
}

function RefundTable({ title, refunds }: RefundsProps) {
  const t = useT()
  const format = useFormat()
  const words = useRefundWords()
  const name = useName()
  return (
    <Table
      caption={title}
      captionHidden
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
        header: name(one),
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
  )
}

function RefundCard({ refund }: { refund: NamedRefund }) {
  const t = useT()
  const format = useFormat()
  const words = useRefundWords()
  const name = useName()
  return (
    <Card as="li" className="figures">
      <div className="flex flex-wrap justify-between gap-2">
        <span className="font-medium">
          {name(refund)} <span className="text-muted">{refund.person?.phone}</span>
        </span>
        <strong>{format.money(refund.total)}</strong>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 pt-1 text-14">
        <dt className="text-muted">{t('admin:group.fact.deposit')}</dt>
        <dd>{words(refund.deposit)}</dd>
        <dt className="text-muted">{t('admin:group.fact.balance')}</dt>
        <dd>{words(refund.balance)}</dd>
        {refund.points > 0 && (
          <>
            <dt className="text-muted">{t('admin:group.column.points')}</dt>
            <dd>{refund.points}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function useName() {
  const t = useT()
  return ({ person }: NamedRefund): string => person?.name || t('admin:group.nobody')
}
