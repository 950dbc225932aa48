import { ORDER_PAYMENT_MS } from '#app/domain/limits.ts'
import type { OrderKind } from '#app/domain/order/order.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { OwnView } from '#app/services/orders/orders.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { BaseLines } from '#app/ui/order/base-lines.tsx'
import { OrderLine } from '#app/ui/order/order-line.tsx'
import { createPath, minePath } from '#app/ui/order/query.ts'
import { CancelForm } from '#app/ui/pay/cancel-form.tsx'
import { HoldClock } from '#app/ui/pay/hold-clock.tsx'
import { PaymentDialog, type Provider } from '#app/ui/pay/payment-dialog.tsx'
import { GoneView } from '#app/ui/pay/views.tsx'

const KEPT_MINUTES = ORDER_PAYMENT_MS / 60_000

type OrderSheetProps = { order: OwnView; now: number; provider: Provider }

/** The base price of an order, or that its time is over. */
export function OrderSheet(props: OrderSheetProps) {
  const { order, now } = props
  return order.own.payment === 'awaiting' && now < order.own.payBefore ? (
    <PayOrder {...props} />
  ) : (
    <Over order={order} />
  )
}

/**
 * The base price: what it is for, what happens to it, the card, and the one button that charges it.
 */
function PayOrder({ order, now, provider }: OrderSheetProps) {
  const t = useT()
  const format = useFormat()
  const { payBefore: until, baseAmount: amount } = order.own
  const { kind, id } = order
  return (
    <PaymentDialog
      title={t(`order:${kind}.pay`)}
      closeTo={minePath(kind)}
      provider={provider}
      begun={order.own.begun}
      submit={t('order:pay.submit', { amount: format.money(amount) })}
      kept={t('pay:kept.order', { time: format.time(until) })}
      clock={(busy) => <HoldClock until={until} now={now} busy={busy} what="order" />}
      about={
        <>
          <OrderLine order={order} />
          <BaseLines kind={kind} amount={amount} />
        </>
      }
      leave={(busy) => (
        <>
          <CancelForm
            label={t('order:pay.cancel')}
            busy={busy}
            variant="quiet"
            small
            action={createPath(kind)}
            fields={{ orderId: id }}
          />
          <LinkButton to={minePath(kind)} variant="quiet" small>
            {t('order:pay.later')}
          </LinkButton>
        </>
      )}
    />
  )
}

/** The time to pay is over; the values are still there, so the order can be placed again. */
function Over({ order: { kind, id } }: { order: OwnView }) {
  const t = useT()
  return (
    <GoneView
      closeTo={minePath(kind)}
      title={t('order:pay.goneTitle')}
      text={t('order:pay.gone', { minutes: KEPT_MINUTES })}
      back={t('order:pay.back')}
      again={
        <CancelForm
          label={t('order:pay.again')}
          variant="primary"
          action={createPath(kind)}
          fields={{ orderId: id }}
        />
      }
    />
  )
}

/** An unpaid order that was deleted when its time was over. */
export function NoOrder({ kind }: { kind: OrderKind }) {
  const t = useT()
  return (
    <GoneView
      closeTo={minePath(kind)}
      title={t('order:pay.goneTitle')}
      text={t('order:pay.goneForGood', { minutes: KEPT_MINUTES })}
      back={t('order:pay.back')}
      again={<LinkButton to={createPath(kind)}>{t('order:pay.again')}</LinkButton>}
    />
  )
}
