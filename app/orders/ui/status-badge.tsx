import { useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import { ORDER_STATUSES, type OrderStatus } from '#app/orders/rules/order.ts'
import type { OrderView } from '#app/orders/service/orders.server.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import {
  Ban,
  CircleCheck,
  Clock,
  Hourglass,
  type IconType,
  Info,
  LoaderCircle,
} from '#app/web/ui/icon.tsx'
import type { Tone } from '#app/web/ui/tone.ts'

const looks: Record<OrderStatus, [Tone, IconType]> = {
  open: ['brand', Clock],
  processing: ['info', LoaderCircle],
  completed: ['neutral', CircleCheck],
  failed: ['neutral', Ban],
}

const isKnown = (status: string): status is OrderStatus =>
  (ORDER_STATUSES as readonly string[]).includes(status)

/** An order's status as tone, icon and word; one this version does not know, as it is. */
export function orderLook({ status, kind }: Pick<OrderView, 'status' | 'kind'>): {
  tone: Tone
  icon: IconType
  name(t: Translate): string
} {
  if (!isKnown(status)) return { tone: 'neutral', icon: Info, name: () => status }
  const [tone, icon] = looks[status]
  return { tone, icon, name: (t) => t(`order:status.${status}`, { context: kind }) }
}

/** Whether an order is waiting for payment, which only its owner can see. */
export const isUnpaid = ({ own }: OrderView): boolean => own?.payment === 'awaiting'

/**
 * An order's status as icon, word and colour (docs/rules.md#order-status); a value this version
 * does not know is shown as it is.
 */
export function OrderStatusBadge({ order }: { order: OrderView }) {
  const t = useT()
  const { status, own } = order
  if (isUnpaid(order))
    return (
      <Badge tone="accent" icon={Hourglass}>
        {t('order:status.unpaid')}
      </Badge>
    )
  if (status === 'failed' && own && own.refundOwed > 0)
    return (
      <Badge tone="danger" icon={Ban}>
        {t('order:status.refundOwed')}
      </Badge>
    )
  const { tone, icon, name } = orderLook(order)
  return (
    <Badge tone={tone} icon={icon}>
      {name(t)}
    </Badge>
  )
}
