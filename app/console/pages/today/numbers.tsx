import { useFormat, useT } from '#app/i18n/context.tsx'
import { orderStatus } from '#app/i18n/status-words.ts'
import { ORDER_KINDS } from '#app/orders/rules/order.ts'
import { Card } from '#app/web/ui/card.tsx'
import type { TodayData } from './read.server.ts'

/** How the service is doing: week by week, and orders by status. */
export function Numbers({ data }: { data: TodayData }) {
  const { weeks, byStatus } = data
  return (
    <div className="grid items-start gap-3 md:grid-cols-2">
      <Weeks weeks={weeks} />
      <Orders byStatus={byStatus} />
    </div>
  )
}

type FiguresProps = {
  id: string
  title: string
  columns: readonly string[]
  rows: readonly { key: string; label: string; values: readonly number[] }[]
}

/** A small table: its first column says what a row is about, the others are numbers. */
function Figures({ id, title, columns: [corner, ...columns], rows }: FiguresProps) {
  return (
    <Card as="section" labelledBy={id} className="figures flex flex-col gap-2">
      <h3 id={id} className="font-medium text-16">
        {title}
      </h3>
      <table className="w-full text-14">
        <thead>
          <tr className="text-muted">
            <th scope="col" className="py-2 text-left font-medium">
              {corner}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 pl-2 text-right font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, values }) => (
            <tr key={key} className="border-line border-t">
              <th scope="row" className="py-2 text-left font-normal">
                {label}
              </th>
              {values.map((value, at) => (
                <td key={columns[at]} className="py-2 pl-2 text-right">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Weeks({ weeks }: Pick<TodayData, 'weeks'>) {
  const t = useT()
  const format = useFormat()
  const columns = ['week', 'users', 'seats', 'filled', 'failed'] as const
  return (
    <Figures
      id="weeks"
      title={t('admin:today.weeks')}
      columns={columns.map((column) => t(`admin:today.${column}`))}
      rows={weeks.map(({ from, newUsers, seats, filled, failed }) => ({
        key: from,
        label: format.day(from),
        values: [newUsers, seats, filled, failed],
      }))}
    />
  )
}

const STATUSES = ['open', 'processing', 'completed', 'failed']

function Orders({ byStatus }: Pick<TodayData, 'byStatus'>) {
  const t = useT()
  const count = (kind: string, status: string) =>
    byStatus.find((row) => row.kind === kind && row.status === status)?.count ?? 0
  return (
    <Figures
      id="by-status"
      title={t('admin:today.byStatus')}
      columns={[
        t('admin:user.column.status'),
        ...ORDER_KINDS.map((kind) => t(`admin:nav.${kind}`)),
      ]}
      rows={STATUSES.map((status) => ({
        key: status,
        label: [...new Set(ORDER_KINDS.map((kind) => orderStatus(t, status, kind)))].join(' / '),
        values: ORDER_KINDS.map((kind) => count(kind, status)),
      }))}
    />
  )
}
