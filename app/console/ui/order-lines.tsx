import type { AdminOrder } from '#app/console/service/orders.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { LondonDay } from '#app/kernel/time.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { Link } from '#app/web/ui/link.tsx'
import { Table } from '#app/web/ui/table.tsx'
import { OrderBadges } from './order-status.tsx'

/** One order as a line of the list; `way` names the two towns where full addresses do not fit. */
export type OrderLine = AdminOrder & {
  way: { from: string; to: string }
  boxes: { count: number; day: LondonDay } | null
}

type LinesProps = { title: string; lines: OrderLine[] }

const pathOf = ({ kind, id }: OrderLine): string => `/admin/orders/${kind}/${id}`

/** The order's day, linking to its page. */
function Day({ line }: { line: OrderLine }) {
  const t = useT()
  const format = useFormat()
  return (
    <Link
      to={pathOf(line)}
      className="inline-flex min-h-11 items-center whitespace-nowrap font-semibold"
    >
      {format.day(line.sendDate)} ·{' '}
      {t(line.sendDaytime ? 'order:daytime.day' : 'order:daytime.evening')}
    </Link>
  )
}

/** Orders, as a table where there is room and as cards with full addresses on a phone. */
export function OrderLines({ title, lines }: LinesProps) {
  const t = useT()
  const hasCarrier = lines.some(({ shipCompany }) => shipCompany)
  const text = (key: 'name' | 'tel' | 'from' | 'to' | 'carrier' | 'status') => ({
    key,
    label: t(`admin:order.column.${key}`),
    numeric: false,
  })
  return (
    <Table
      caption={title}
      captionHidden
      stacks
      corner={t('admin:order.column.day')}
      columns={[
        text('status'),
        text('name'),
        text('tel'),
        text('from'),
        text('to'),
        { key: 'boxes', label: t('admin:order.column.boxes') },
        ...(hasCarrier ? [text('carrier')] : []),
      ]}
      rows={lines.map((line) => ({
        key: line.id,
        header: <Day line={line} />,
        cells: [
          <OrderBadges key="status" {...line} />,
          <div key="name" className="flex flex-col items-start gap-1">
            {line.userName}
            <LineBadges line={line} />
          </div>,
          <Tel key="tel" tel={line.tel} />,
          <Place key="from" town={line.way.from} address={`${line.fromAddress} ${line.fromZip}`} />,
          <Place key="to" town={line.way.to} address={`${line.toAddress} ${line.toZip}`} />,
          line.estBoxNum,
          ...(hasCarrier ? [line.shipCompany ? t(`order:carrier.${line.shipCompany}`) : ''] : []),
        ],
      }))}
    />
  )
}

const Place = ({ town, address }: { town: string; address: string }) => (
  <>
    <span className="max-md:hidden">{town}</span>
    <span className="md:hidden">{address}</span>
  </>
)

/** The order's extras: help, boxes to be delivered. */
function LineBadges({ line: { isHelp, boxes } }: { line: OrderLine }) {
  const t = useT()
  const format = useFormat()
  if (!isHelp && !boxes) return null
  return (
    <p className="flex flex-wrap gap-1">
      {isHelp && <Badge tone="info">{t('admin:order.helpBadge')}</Badge>}
      {boxes && (
        <Badge tone="info">
          {t('admin:order.boxesOn', { count: boxes.count, day: format.day(boxes.day) })}
        </Badge>
      )}
    </p>
  )
}

/** A telephone number as a link to call it; `inFacts`: no taller than a line of facts. */
export const Tel = ({ tel, inFacts = false }: { tel: string; inFacts?: boolean }) => (
  <a
    href={`tel:${tel}`}
    className={cx('inline-flex items-center whitespace-nowrap', inFacts ? 'min-h-6' : 'min-h-11')}
  >
    {tel}
  </a>
)
