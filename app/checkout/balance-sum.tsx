import type { CarpoolRecord } from '#app/carpool/service/carpools.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { MoneyLines } from '#app/web/ui/money-lines.tsx'
import type { BalanceSum } from './carpool-balance.server.ts'
import { PointsPart } from './points-part.tsx'

type SumProps = { record: CarpoolRecord; sum: BalanceSum }

/** The charge now, how it is calculated, and its conditions, above the button. */
export function Sum({ record, sum }: SumProps) {
  const t = useT()
  const format = useFormat()
  const { amount } = sum.quote
  const due = { due: format.dateTime(record.balanceDueAt) }
  return (
    <MoneyLines
      title={t('pay:money.title')}
      today={t('pay:money.today', { amount: format.money(amount) })}
      note={amount === 0 ? t('pay:balance.nowPoints') : t('pay:balance.now')}
      amount={format.money(amount)}
      sum={<Parts record={record} sum={sum} />}
      rows={[
        {
          kind: 'due',
          term: t('pay:balance.untilTerm', due),
          text: record.private ? t('pay:balance.untilPrivate') : t('pay:balance.until'),
        },
        {
          kind: 'final',
          term: t('pay:balance.finalTerm'),
          text: record.private ? t('pay:balance.finalPrivate') : t('pay:balance.final'),
        },
      ]}
    />
  )
}

/** The calculation of the balance, line by line, with the points used. */
function Parts({ record, sum: { quote, points, each, people, price, deposit } }: SumProps) {
  const t = useT()
  const format = useFormat()
  const fare = record.private
    ? t('pay:balance.priceCar')
    : t('pay:balance.price', { each: format.money(each), count: people })
  return (
    <div className="border-line border-b px-4 py-2 text-14">
      <dl>
        <Line term={fare} amount={format.money(price)} />
        <Line term={t('pay:balance.deposit')} amount={format.money(-deposit)} />
        {quote.points > 0 && (
          <Line
            term={t('pay:balance.points', { count: quote.points })}
            amount={format.money(-quote.deducted)}
            className="text-ok"
          />
        )}
      </dl>
      {points && <PointsPart points={points} used={quote.points} />}
    </div>
  )
}

type LineProps = { term: string; amount: string; className?: string }

const Line = ({ term, amount, className = '' }: LineProps) => (
  <div className={`flex items-baseline justify-between gap-4 ${className}`}>
    <dt className="min-w-0">{term}</dt>
    <dd className="shrink-0">{amount}</dd>
  </div>
)
