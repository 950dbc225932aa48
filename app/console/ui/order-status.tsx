import { useT } from '#app/i18n/context.tsx'
import { orderPayment, orderStatus } from '#app/i18n/status-words.ts'
import { ORDER_STATUSES, type OrderKind, type OrderStatus } from '#app/orders/rules/order.ts'
import type { RowPayment } from '#app/payments/rules/row-charge.ts'
import { Badge } from '#app/web/ui/badge.tsx'
import type { Tone } from '#app/web/ui/tone.ts'

const statusTones: Record<OrderStatus, Tone> = {
  open: 'brand',
  processing: 'info',
  completed: 'neutral',
  failed: 'danger',
}
const paymentTones: Record<RowPayment, Tone> = {
  free: 'neutral',
  awaiting: 'accent',
  paid: 'ok',
  refunding: 'warn',
  refunded: 'neutral',
}

const isKnown = (status: string): status is OrderStatus =>
  (ORDER_STATUSES as readonly string[]).includes(status)

type BadgesProps = { kind: OrderKind; status: string; payment: RowPayment; refundOwed: number }

/** The status of an order and its base price, for the administrators who carry it out. */
export function OrderBadges({ kind, status, payment, refundOwed }: BadgesProps) {
  const t = useT()
  return (
    <span className="inline-flex flex-wrap gap-1 whitespace-nowrap">
      <Badge tone={isKnown(status) ? statusTones[status] : 'neutral'}>
        {orderStatus(t, status, kind)}
      </Badge>
      <Badge tone={refundOwed > 0 ? 'danger' : paymentTones[payment]}>
        {orderPayment(t, { payment, refundOwed })}
      </Badge>
    </span>
  )
}
