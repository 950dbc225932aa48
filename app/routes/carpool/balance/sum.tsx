import { Link } from '@remix-run/react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Clock, CreditCard, Icon, Lock } from '#app/ui/icon.tsx'
import type { BalanceSum } from './view.server.ts'

type SumProps = { record: CarpoolRecord; sum: BalanceSum }

/** How the balance is calculated, line by line, down to what is paid now. */
export function Sum({ record, sum }: SumProps) {
  const t = useT()
  const format = useFormat()
  const { quote, points } = sum
  const minus = (amount: number) => format.money(-amount)
  const price = record.private
    ? t('pay:balance.priceCar')
    : t('pay:balance.price', { each: format.money(sum.each), count: sum.people })
  return (
    <Card labelledBy="sum" as="section">
      <h3 id="sum" className="for-ears">
        {t('pay:balance.sum')}
      </h3>
      <dl className="figures">
        <Line term={price} amount={format.money(sum.price)} />
        <Line term={t('pay:balance.deposit')} amount={minus(sum.deposit)} />
        {points?.on && (
          <Line
            term={t('pay:balance.points', { count: quote.points })}
            amount={minus(quote.deducted)}
            className="text-ok"
          />
        )}
        <Line
          term={t('pay:balance.toPay')}
          amount={format.money(quote.amount)}
          className="mt-1 border-line border-t pt-2 font-semibold text-18"
        />
      </dl>
      {points && (
        <p className="text-14">
          <Link
            to={points.on ? '?points=off' : '?points=on'}
            replace
            preventScrollReset
            className="inline-flex min-h-11 items-center text-brand"
          >
            {points.on
              ? t('pay:balance.withoutPoints')
              : t('pay:balance.withPoints', {
                  count: points.used,
                  worth: format.money(points.worth),
                })}
          </Link>
        </p>
      )}
    </Card>
  )
}

function Line({ term, amount, className }: { term: string; amount: string; className?: string }) {
  return (
    <div className={cx('flex items-baseline justify-between gap-4 py-1', className)}>
      <dt className="min-w-0">{term}</dt>
      <dd className="shrink-0">{amount}</dd>
    </div>
  )
}

/** What happens to the money, above the button that takes it. */
export function Terms({ record, sum }: SumProps) {
  const t = useT()
  const format = useFormat()
  const { amount } = sum.quote
  const due = { due: format.dateTime(record.balanceDueAt) }
  const lines = [
    {
      icon: CreditCard,
      text:
        amount === 0
          ? t('pay:balance.nowPoints')
          : t('pay:balance.now', { amount: format.money(amount) }),
    },
    {
      icon: Clock,
      text: record.private ? t('pay:balance.untilPrivate', due) : t('pay:balance.until', due),
    },
    { icon: Lock, text: record.private ? t('pay:balance.finalPrivate') : t('pay:balance.final') },
  ]
  return (
    <ul aria-label={t('pay:money.title')} className="flex flex-col gap-2 text-14">
      {lines.map(({ icon, text }) => (
        <li key={text} className="flex gap-3">
          <Icon of={icon} size={18} className="mt-1 text-brand" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
