import type { ReactNode } from 'react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { OrderView } from '#app/orders/service/orders.server.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { Calendar, Icon, type IconType, MapPin, Package, Truck, User } from '#app/web/ui/icon.tsx'
import { placeText } from './order-line.tsx'
import { OrderSteps } from './order-steps.tsx'
import { OwnPart } from './own-part.tsx'
import { OrderStatusBadge } from './status-badge.tsx'

type OrderCardProps = {
  order: OrderView
  now: number
  /** The name of customer service's account. */
  contact: string
  /** Whether every order in this list is the viewer's own, so the cards need not say so. */
  mine: boolean
}

/**
 * One order of the list. Another student's order shows towns and outward postcodes, no name, phone
 * or street. The viewer's own shows all details, the amount due, and the possible actions.
 */
export function OrderCard({ order, now, contact, mine }: OrderCardProps) {
  const t = useT()
  const format = useFormat()
  const { id, kind, own, shipCompany, boxDate } = order
  const title = `${id}-title`
  return (
    <Card as="article" labelledBy={title} className="flex h-full flex-col gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        {/* The badges wrap below when even a two-line title leaves no room for them. */}
        <h3 id={title} className="figures flex-1 text-18">
          <span className="whitespace-nowrap">{format.day(order.sendDate)}</span>{' '}
          <span className="whitespace-nowrap font-normal text-13 text-muted">
            {own && (
              <span>{`${t(own.sendDaytime ? 'order:daytime.day' : 'order:daytime.evening')} · `}</span>
            )}
            <span>{t(`order:${kind}.collect`)}</span>
          </span>
        </h3>
        <span className="flex flex-wrap gap-1 whitespace-nowrap">
          {own && !mine && <Badge icon={User}>{t('order:card.own')}</Badge>}
          <OrderStatusBadge order={order} />
        </span>
      </div>
      <Route order={order} />
      <Line icon={Package}>{t('order:card.boxes', { count: order.estBoxNum })}</Line>
      {shipCompany && <Line icon={Truck}>{t(`order:carrier.${shipCompany}`)}</Line>}
      {boxDate && (
        <Line icon={Calendar}>{t('order:card.boxDay', { day: format.day(boxDate) })}</Line>
      )}
      {own && <OrderSteps order={order} own={own} />}
      {own && <OwnPart order={order} own={own} now={now} contact={contact} />}
    </Card>
  )
}

/** The route: on one line for others, each address on its own line for the owner. */
function Route({ order }: { order: OrderView }) {
  const t = useT()
  const { own, fromAddress, fromZip, toAddress, toZip } = order
  if (!own)
    return (
      <Line icon={MapPin} className="font-medium">
        {t('order:card.route', {
          from: placeText(fromAddress, fromZip),
          to: placeText(toAddress, toZip),
        })}
      </Line>
    )
  return (
    <Line icon={MapPin}>
      {[
        [t('order:card.from'), fromAddress, fromZip],
        [t('order:card.to'), toAddress, toZip],
      ].map(([word, address, zip]) => (
        <span key={word} className="block break-words">
          <span className="text-muted">{word}</span>{' '}
          <span className="font-medium">
            <span>{address}</span> <span className="whitespace-nowrap">{zip}</span>
          </span>
        </span>
      ))}
    </Line>
  )
}

function Line(props: { icon: IconType; className?: string; children: ReactNode }) {
  return (
    <p className={cx('figures flex gap-2 text-14', props.className)}>
      <Icon of={props.icon} size={18} className="mt-0.5" />
      <span className="min-w-0">{props.children}</span>
    </p>
  )
}
