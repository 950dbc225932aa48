import { Link } from '@remix-run/react'
import type { LondonDay } from '#app/domain/time.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { AdminOrder } from '#app/services/admin/orders.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { Table } from '#app/ui/table.tsx'
import { OrderBadges } from './order-status.tsx'

/** One order as a line of the list; `way` names the two towns where full addresses do not fit. */
export type OrderLine = AdminOrder & {
  way: { from: string; to: string }
  boxes: { count: number; day: LondonDay } | null
}

type LinesProps = { title: string; lines: OrderLine[] }

/** Orders, as a table where there is room and as cards with full addresses on a phone. */
export function OrderLines({ title, lines }: LinesProps) {
  return (
    <>
      <div className="hidden md:block">
        <OrderTable title={title} lines={lines} />
      </div>
      <ul className="flex flex-col gap-3 md:hidden">
        {lines.map((line) => (
          <OrderCard key={line.id} line={line} />
        ))}
      </ul>
    </>
  )
}

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

function OrderTable({ title, lines }: LinesProps) {
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
          line.way.from,
          line.way.to,
          line.estBoxNum,
          ...(hasCarrier ? [line.shipCompany ? t(`order:carrier.${line.shipCompany}`) : ''] : []),
        ],
      }))}
    />
  )
}

function OrderCard({ line }: { line: OrderLine }) {
  const t = useT()
  const { shipCompany } = line
  return (
    <Card as="li" className="figures flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Day line={line} />
        <OrderBadges {...line} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-medium">{line.userName}</span>
        <Tel tel={line.tel} />
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-14">
        <dt className="text-muted">{t('admin:order.column.from')}</dt>
        <dd>
          {line.fromAddress} {line.fromZip}
        </dd>
        <dt className="text-muted">{t('admin:order.column.to')}</dt>
        <dd>
          {line.toAddress} {line.toZip}
        </dd>
        <dt className="text-muted">{t('admin:order.column.boxes')}</dt>
        <dd>
          {line.estBoxNum}
          {shipCompany && ` · ${t(`order:carrier.${shipCompany}`)}`}
        </dd>
      </dl>
      <LineBadges line={line} />
    </Card>
  )
}

/** What else the order asks for: help, boxes to be delivered. */
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
