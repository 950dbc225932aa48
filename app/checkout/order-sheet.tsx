import { useFormat, useT } from '#app/i18n/context.tsx'
import { ORDER_PAYMENT_MS } from '#app/kernel/limits.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import type { OwnView } from '#app/orders/service/orders.server.ts'
import { BaseLines } from '#app/orders/ui/base-lines.tsx'
import { OrderLine } from '#app/orders/ui/order-line.tsx'
import { createPath, minePath } from '#app/orders/ui/query.ts'
import { CancelForm } from '#app/payments/ui/cancel-form.tsx'
import { HoldClock } from '#app/payments/ui/hold-clock.tsx'
import { PaymentDialog, type Provider } from '#app/payments/ui/payment-dialog.tsx'
import { GoneView } from '#app/payments/ui/views.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'

const KEPT_MINUTES = ORDER_PAYMENT_MS / 60_000

type OrderSheetProps = { order: OwnView; now: number; provider: Provider }

/** The base price of an order, or a note that the time to pay is over. */
export function OrderSheet(props: OrderSheetProps) {
  const { order, now } = props
  return order.own.payment === 'awaiting' && now < order.own.payBefore ? (
    <PayOrder {...props} />
  ) : (
    <ExpiredOrder order={order} />
  )
}

/** The base price: its purpose and conditions, the card, and the one button that charges it. */
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
      amount={amount}
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

/** The time to pay is over. The values still exist, so the order can be placed again. */
function ExpiredOrder({ order: { kind, id } }: { order: OwnView }) {
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
