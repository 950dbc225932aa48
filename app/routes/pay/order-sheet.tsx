import { ORDER_PAYMENT_MS } from '#app/domain/limits.ts'
import type { OrderKind } from '#app/domain/order/order.ts'
import type { PaymentView } from '#app/http/payment-view.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { OwnView } from '#app/services/orders/orders.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Page } from '#app/ui/page.tsx'
import { CancelForm } from '#app/ui/pay/cancel-form.tsx'
import { HoldClock } from '#app/ui/pay/hold-clock.tsx'
import { PaymentDialog } from '#app/ui/pay/payment-dialog.tsx'
import { CheckingView, FailedView, GoneView } from '#app/ui/pay/views.tsx'
import { BaseLines } from './base-lines.tsx'
import { OrderLine } from './order-line.tsx'
import { createPath, minePath } from './query.ts'

const KEPT_MINUTES = ORDER_PAYMENT_MS / 60_000

type PayPageProps = {
  kind: OrderKind
  order: OwnView | null
  view: Exclude<PaymentView, { kind: 'paid' }> | null
  now: number
}

/** The payment of an order's base price, over just the heading of its service's page. */
export function PayPage(props: PayPageProps) {
  const t = useT()
  const { kind } = props
  return (
    <>
      <Page title={t(`order:${kind}.title`)} lead={t(`order:${kind}.lead`)} />
      <PayDialog {...props} />
    </>
  )
}

/** The dialog, or why there is nothing to pay. */
function PayDialog({ kind, order, view, now }: PayPageProps) {
  const t = useT()
  const format = useFormat()
  const closeTo = minePath(kind)
  if (!order || !view) return <Deleted kind={kind} />
  switch (view.kind) {
    case 'open':
      return <PayOrder {...view} order={order} now={now} />
    case 'checking':
      return <CheckingView closeTo={closeTo} text={t('order:pay.checking')} />
    case 'gone':
      return <Over order={order} />
    case 'failed': {
      const kept = t('order:pay.kept', { time: format.time(order.own.payBefore) })
      return <FailedView closeTo={closeTo} text={view.text} kept={kept} />
    }
  }
}

type PayOrderProps = { order: OwnView; now: number } & Extract<PaymentView, { kind: 'open' }>

/**
 * The base price: what it is for, what happens to it, the card, and the one button that charges it.
 */
function PayOrder({ order, now, clientSecret, provider, amount, until }: PayOrderProps) {
  const t = useT()
  const format = useFormat()
  const { kind, id } = order
  return (
    <PaymentDialog
      title={t(`order:${kind}.pay`)}
      closeTo={minePath(kind)}
      provider={provider}
      submit={t('order:pay.submit', { amount: format.money(amount) })}
      begin={async () => ({ kind: 'ready', clientSecret })}
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

function Deleted({ kind }: { kind: OrderKind }) {
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
