import { ORDER_KINDS } from '#app/domain/order/order.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { orderStatus } from '#app/i18n/status-words.ts'
import { BarChart } from '#app/ui/admin/chart.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import type { TodayData } from './read.server.ts'

/**
 * How the service is doing: new users and seats per week, how groups filled, money taken, and
 * orders by status.
 */
export function Numbers({ data }: { data: TodayData }) {
  const { weeks, money, byStatus, scopes } = data
  return (
    <div className="grid items-start gap-3 md:grid-cols-2">
      <Weekly weeks={weeks} of="users" />
      <Weekly weeks={weeks} of="seats" />
      <Filled weeks={weeks} />
      {scopes.includes('records') && <Money money={money} />}
      <Orders byStatus={byStatus} />
    </div>
  )
}

type Weeks = Pick<TodayData, 'weeks'>
const total = (values: number[]): number => values.reduce((all, value) => all + value, 0)

function Weekly({ weeks, of }: Weeks & { of: 'users' | 'seats' }) {
  const t = useT()
  const format = useFormat()
  const counts = weeks.map(({ newUsers, seats }) => (of === 'users' ? newUsers : seats))
  return (
    <BarChart
      id={`chart-${of}`}
      title={t(`admin:today.${of}`)}
      summary={t(`admin:today.${of}Sum`, { count: total(counts), week: counts.at(-1) ?? 0 })}
      corner={t('admin:today.week')}
      series={[t('admin:today.count')]}
      bars={weeks.map(({ from }, at) => ({
        key: from,
        label: format.day(from),
        parts: [counts[at] ?? 0],
      }))}
    />
  )
}

function Filled({ weeks }: Weeks) {
  const t = useT()
  const format = useFormat()
  const filled = total(weeks.map((week) => week.filled))
  const all = filled + total(weeks.map((week) => week.failed))
  return (
    <BarChart
      id="chart-filled"
      title={t('admin:today.share')}
      summary={
        all === 0
          ? t('admin:today.shareNone')
          : t('admin:today.shareSum', { filled, all, percent: Math.round((filled / all) * 100) })
      }
      corner={t('admin:today.week')}
      series={[t('admin:today.filled'), t('admin:today.failed')]}
      bars={weeks.map((week) => ({
        key: week.from,
        label: format.day(week.from),
        parts: [week.filled, week.failed],
      }))}
    />
  )
}

function Money({ money }: Pick<TodayData, 'money'>) {
  const t = useT()
  const { money: pounds } = useFormat()
  return (
    <Card as="section" labelledBy="money" className="figures flex flex-col gap-2">
      <h3 id="money" className="font-medium text-16">
        {t('admin:today.money')}
      </h3>
      <Facts
        items={[
          { term: t('admin:today.held'), detail: pounds(money.held) },
          { term: t('admin:today.carpools'), detail: pounds(money.carpools) },
          { term: t('admin:today.trips'), detail: pounds(money.trips) },
          { term: t('admin:today.orders'), detail: pounds(money.orders) },
          {
            term: t('admin:today.taken'),
            detail: <strong>{pounds(money.carpools + money.trips + money.orders)}</strong>,
          },
          { term: t('admin:today.owed'), detail: money.owed > 0 && pounds(money.owed) },
        ]}
      />
      <p className="text-13 text-muted">{t('admin:today.moneyNote')}</p>
    </Card>
  )
}

const STATUSES = ['open', 'processing', 'completed', 'failed']

function Orders({ byStatus }: Pick<TodayData, 'byStatus'>) {
  const t = useT()
  const count = (kind: string, status: string) =>
    byStatus.find((row) => row.kind === kind && row.status === status)?.count ?? 0
  return (
    <Card as="section" labelledBy="by-status" className="figures flex flex-col gap-2">
      <h3 id="by-status" className="font-medium text-16">
        {t('admin:today.byStatus')}
      </h3>
      <table className="w-full text-14">
        <thead>
          <tr className="text-muted">
            <th scope="col" className="py-2 text-left font-medium">
              {t('admin:user.column.status')}
            </th>
            {ORDER_KINDS.map((kind) => (
              <th key={kind} scope="col" className="py-2 text-right font-medium">
                {t(`admin:nav.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {STATUSES.map((status) => (
            <tr key={status} className="border-line border-t">
              <th scope="row" className="py-2 text-left font-normal">
                {[...new Set(ORDER_KINDS.map((kind) => orderStatus(t, status, kind)))].join(' / ')}
              </th>
              {ORDER_KINDS.map((kind) => (
                <td key={kind} className="py-2 text-right">
                  {count(kind, status)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
