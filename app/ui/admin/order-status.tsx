import { type BasePayment, ORDER_STATUSES, type OrderStatus } from '#app/domain/order/order.ts'
import { useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import { Badge } from '../badge.tsx'
import type { Tone } from '../tone.ts'

export const PAYMENTS: readonly BasePayment[] = ['free', 'awaiting', 'paid', 'refunding', 'refunded']

const statusTones: Record<OrderStatus, Tone> = {
  open: 'brand',
  processing: 'info',
  completed: 'neutral',
  failed: 'danger',
}
const paymentTones: Record<BasePayment, Tone> = {
  free: 'neutral',
  awaiting: 'accent',
  paid: 'ok',
  refunding: 'warn',
  refunded: 'neutral',
}

const isKnown = (status: string): status is OrderStatus =>
  (ORDER_STATUSES as readonly string[]).includes(status)

/** A status in words; one that this version does not know as it is. */
export const statusText = (t: Translate, status: string): string =>
  isKnown(status) ? t(`admin:order.status.${status}`) : status

/** How an order and its base price stand, as those see it who carry it out. */
export function OrderBadges({ status, payment }: { status: string; payment: BasePayment }) {
  const t = useT()
  return (
    <span className="inline-flex flex-wrap gap-1 whitespace-nowrap">
      <Badge tone={isKnown(status) ? statusTones[status] : 'neutral'}>{statusText(t, status)}</Badge>
      <Badge tone={paymentTones[payment]}>{t(`admin:order.payment.${payment}`)}</Badge>
    </span>
  )
}
