import { useFormat, useT } from '#app/i18n/context.tsx'
import type { OrderView, OwnOrder } from '#app/orders/service/orders.server.ts'
import { type Fact, Facts } from '#app/web/ui/card.tsx'

type OwnFactsProps = { order: OrderView; own: OwnOrder }

/** Everything in an order that its card does not show already. */
export function OwnFacts({ order, own }: OwnFactsProps) {
  const t = useT()
  const format = useFormat()
  // On a paid order, only a partial refund can have failed.
  const isOwed = own.refundOwed > 0 && own.payment !== 'paid'
  const items: Fact[] = [
    { term: t('order:fact.name'), detail: own.userName },
    { term: t('order:fact.tel'), detail: own.tel },
    ...useKindFacts({ order, own }),
    {
      term: t('order:fact.base'),
      detail: isOwed
        ? t('order:payment.owed', { amount: format.money(own.refundOwed) })
        : t(`order:payment.${own.payment}`, { amount: format.money(own.baseAmount) }),
    },
    ...(own.payment === 'paid' && own.refundedAmount > 0
      ? [{ term: t('order:fact.refunded'), detail: format.money(own.refundedAmount) }]
      : []),
    { term: t('order:fact.created'), detail: format.dateTime(own.createdAt) },
    {
      term: t('order:fact.id'),
      detail: (
        <code translate="no" className="break-all text-13">
          {order.id}
        </code>
      ),
    },
  ]
  return (
    <div className="figures text-14">
      <Facts items={items} />
    </div>
  )
}

/** The facts in which the two services differ. */
function useKindFacts({ order, own }: OwnFactsProps): Fact[] {
  const t = useT()
  const format = useFormat()
  const { kind } = order
  const daytime = (day: boolean | null) => t(day ? 'order:daytime.day' : 'order:daytime.evening')
  const help: Fact = {
    term: t(`order:${kind}.isHelpTerm`),
    detail: own.isHelp ? t('order:fact.yes') : t('order:fact.no'),
  }
  if (kind === 'move')
    return [
      help,
      { term: t('order:fact.friend'), detail: own.friTel ?? t('order:fact.friendNone') },
    ]
  const bought = { count: own.buyBoxNum ?? 0, day: format.day(order.boxDate ?? order.sendDate) }
  return [
    help,
    {
      term: t('order:fact.buyBox'),
      detail: own.isBuyBox
        ? t('order:fact.buyBoxValue', { ...bought, daytime: daytime(own.isBoxDaytime) })
        : t('order:fact.buyBoxNone'),
    },
  ]
}
