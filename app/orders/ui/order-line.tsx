import { useFormat, useT } from '#app/i18n/context.tsx'
import type { OrderView } from '#app/orders/service/orders.server.ts'
import { Subject } from '#app/payments/ui/subject.tsx'
import { Icon, Package, Truck } from '#app/web/ui/icon.tsx'

/** An address with its postcode, as far as the viewer may see them. */
export const placeText = (address: string, zip: string): string =>
  [address, zip].filter(Boolean).join(' ')

export const PICTURES = { mail: Package, move: Truck }

/** The order that a payment is for: service, date and route. */
export function OrderLine({ order }: { order: OrderView }) {
  const t = useT()
  const format = useFormat()
  const { kind, fromAddress, fromZip, toAddress, toZip } = order
  return (
    <Subject
      picture={
        <span className="flex size-11 shrink-0 items-center justify-center rounded-card bg-brand-soft text-brand">
          <Icon of={PICTURES[kind]} size={24} />
        </span>
      }
      title={`${t(`order:${kind}.what`)} · ${format.day(order.sendDate)}`}
    >
      {t('order:card.route', {
        from: placeText(fromAddress, fromZip),
        to: placeText(toAddress, toZip),
      })}
    </Subject>
  )
}
