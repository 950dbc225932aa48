import { useFormat, useT } from '#app/i18n/context.tsx'
import type { OrderView } from '#app/services/orders/orders.server.ts'

/** An address with its postcode, as far as the viewer may see them. */
export const placeText = (address: string, zip: string): string =>
  [address, zip].filter(Boolean).join(' ')

/**
 * Which order a payment is for, in one line: what, when, from where to where; a date is never split
 * across lines.
 */
export function OrderLine({ order }: { order: OrderView }) {
  const t = useT()
  const format = useFormat()
  const { kind, fromAddress, fromZip, toAddress, toZip } = order
  return (
    <p className="figures flex flex-col gap-1">
      <span>
        {t('pay:what')} <strong className="font-semibold">{t(`order:${kind}.what`)}</strong> ·{' '}
        <span className="whitespace-nowrap">{format.day(order.sendDate)}</span>
      </span>
      <span className="text-14 text-muted">
        {t('order:card.route', {
          from: placeText(fromAddress, fromZip),
          to: placeText(toAddress, toZip),
        })}
      </span>
    </p>
  )
}
