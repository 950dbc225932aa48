import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import type { OrderView, OwnOrder } from '#app/orders/service/orders.server.ts'
import { CancelForm } from '#app/payments/ui/cancel-form.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { ChevronDown, Clock, Icon } from '#app/web/ui/icon.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { TimeLeft } from '#app/web/ui/time-left.tsx'
import { OwnFacts } from './own-facts.tsx'
import { createPath, donePath, payPath } from './query.ts'
import { isUnpaid } from './status-badge.tsx'

type OwnPartProps = { order: OrderView; own: OwnOrder; now: number; contact: string }

/**
 * The part of an order only its owner sees: the next step with its deadline, the buttons, and all
 * its details.
 */
export function OwnPart(props: OwnPartProps) {
  const t = useT()
  const { order, own } = props
  return (
    <div className="mt-auto flex flex-col gap-2 pt-1">
      {isUnpaid(order) ? <UnpaidOrder {...props} /> : <PlacedOrder {...props} />}
      <details className="group border-line border-t pt-1">
        <summary className="flex min-h-11 items-center justify-between gap-2 text-14 text-muted">
          <span>{t('order:card.details')}</span>
          <Icon of={ChevronDown} className="transition-transform group-open:rotate-180" />
        </summary>
        <OwnFacts order={order} own={own} />
      </details>
    </div>
  )
}

/** The payment deadline, and the buttons to pay or cancel. */
function UnpaidOrder({ order, own, now }: OwnPartProps) {
  const t = useT()
  const format = useFormat()
  const { id, kind } = order
  const { payBefore, canPay, canDelete } = own
  const amount = format.money(own.baseAmount)
  const labels = (action: string) => ({
    label: action,
    ariaLabel: t('order:card.about', { action, day: format.day(order.sendDate) }),
  })
  const pay = labels(t('order:card.pay'))
  return (
    <>
      {canPay ? (
        <p className="figures flex gap-2 text-14 text-accent">
          <Icon of={Clock} size={18} className="mt-0.5" />
          <span>
            <span>{t('order:card.payBefore', { time: format.time(payBefore), amount })}</span>
            <TimeLeft until={payBefore} now={now} />
          </span>
        </p>
      ) : (
        <p className="text-14">{t('order:card.overdue')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {canPay && (
          // The payment page has its own security policy, so it is loaded as a document.
          <LinkButton small to={payPath(id)} aria-label={pay.ariaLabel}>
            {pay.label}
          </LinkButton>
        )}
        {canDelete && (
          <CancelForm
            small
            {...labels(t('order:card.cancel'))}
            action={createPath(kind)}
            fields={{ orderId: id }}
          />
        )}
      </div>
    </>
  )
}

/** The next step of a confirmed order, and whom to ask about it. */
function PlacedOrder({ order, own, contact }: OwnPartProps) {
  const t = useT()
  const format = useFormat()
  const { status } = order
  const amount = { amount: format.money(own.baseAmount) }
  const owed = own.refundOwed > 0 && (
    <p className="text-14 text-danger">
      <span>{t('order:card.refundOwed', { amount: format.money(own.refundOwed) })}</span>{' '}
      <Link to="/#contact" className="whitespace-nowrap underline">
        {t('order:card.contactLink')}
      </Link>
    </p>
  )
  if (owed && status === 'failed') return owed
  if (status === 'failed') {
    const gone = own.payment === 'refunding' || own.payment === 'refunded'
    return (
      <p className="text-14">
        {gone
          ? t(`order:card.${own.payment as 'refunding' | 'refunded'}`, amount)
          : t('order:card.notDone')}
      </p>
    )
  }
  const follow = status !== 'open' && (
    <LinkButton to={donePath(order.kind, order.id)} variant="secondary" small>
      {t('order:progress.see')}
    </LinkButton>
  )
  if (status === 'completed')
    return (
      <div className="flex flex-col items-start gap-1 text-14">
        {owed}
        {follow}
      </div>
    )
  const next = nextStep(t, order, own)
  return (
    <div className="flex flex-col gap-1 text-14">
      {owed}
      {next && <p>{next}</p>}
      {follow}
      <p className="text-muted">
        <span>{t('order:card.contact', { name: contact })}</span>{' '}
        <Link to="/#contact" className="whitespace-nowrap text-brand underline">
          {t('order:card.contactLink')}
        </Link>
      </p>
    </div>
  )
}

/** The text about the next step, or null for a status that this version does not know. */
export function nextStep(
  t: Translate,
  { kind, status }: OrderView,
  { isHelp }: OwnOrder,
): string | null {
  // A student who gets help with packing does not have to close any boxes beforehand.
  if (kind === 'mail' && status === 'open' && isHelp) return t('order:mail.next.openHelp')
  return status === 'open' || status === 'processing' ? t(`order:${kind}.next.${status}`) : null
}
