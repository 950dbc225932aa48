import type { AdminOrder, OrderAccount, OrderDeed } from '#app/console/service/orders.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { orderStatus } from '#app/i18n/status-words.ts'
import type { OrderKind } from '#app/orders/rules/order.ts'
import { type Fact, Facts } from '#app/web/ui/card.tsx'
import { Id, IdLink } from './kit.tsx'
import { Tel } from './order-lines.tsx'
import { PaymentRef } from './payment-ref.tsx'

/** Everything in an order. */
export function OrderFacts({ order }: { order: AdminOrder }) {
  const t = useT()
  const format = useFormat()
  const { kind } = order
  const daytime = (day: boolean | null) => t(day ? 'order:daytime.day' : 'order:daytime.evening')
  const yes = (is: boolean) => t(is ? 'order:fact.yes' : 'order:fact.no')
  const when = `${format.longDay(order.sendDate)} · ${daytime(order.sendDaytime)}`
  const ofKind: Record<OrderKind, Fact[]> = {
    mail: [
      {
        term: t('admin:order.fact.carrier'),
        detail: order.shipCompany ? t(`order:carrier.${order.shipCompany}`) : '',
      },
      {
        term: t('order:fact.buyBox'),
        detail:
          order.isBuyBox && order.boxDate
            ? t('order:fact.buyBoxValue', {
                count: order.buyBoxNum ?? 0,
                day: format.day(order.boxDate),
                daytime: daytime(order.isBoxDaytime),
              })
            : t('order:fact.buyBoxNone'),
      },
    ],
    move: [
      {
        term: t('order:fact.friend'),
        detail: order.friTel ? <Tel inFacts tel={order.friTel} /> : t('order:fact.friendNone'),
      },
    ],
  }
  const items: Fact[] = [
    { term: t('admin:order.fact.day'), detail: when },
    { term: t('order:fact.name'), detail: order.userName },
    { term: t('order:fact.tel'), detail: <Tel inFacts tel={order.tel} /> },
    { term: t('admin:order.fact.from'), detail: `${order.fromAddress} ${order.fromZip}` },
    { term: t('admin:order.fact.to'), detail: `${order.toAddress} ${order.toZip}` },
    { term: t('admin:order.fact.boxes'), detail: order.estBoxNum },
    { term: t(`order:${kind}.isHelpTerm`), detail: yes(order.isHelp) },
    ...ofKind[kind],
    {
      term: t('order:fact.base'),
      detail: t(`order:payment.${order.payment}`, { amount: format.money(order.baseAmount) }),
    },
    {
      term: t('admin:dispute.returned'),
      detail: order.refundedAmount > 0 && format.money(order.refundedAmount),
    },
    {
      term: t('admin:order.fact.payBefore'),
      detail: order.payment === 'awaiting' && format.dateTime(order.payBefore),
    },
    {
      term: t('admin:order.fact.intent'),
      detail: order.intentId && (
        <PaymentRef id={order.intentId} isKept={order.payment === 'paid'} />
      ),
    },
    { term: t('order:fact.created'), detail: format.dateTime(order.createdAt) },
    { term: t('order:fact.id'), detail: <Id id={order.id} /> },
  ]
  return (
    <div className="figures">
      <Facts items={items} />
    </div>
  )
}

/** The account that made the order: contact details in addition to the order's own. */
export function AccountFacts({
  userId,
  account,
  seesUsers,
}: {
  userId: string
  account: OrderAccount | null
  seesUsers: boolean
}) {
  const t = useT()
  if (!account?.phone) return <p className="text-muted">{t('admin:order.accountGone')}</p>
  return (
    <Facts
      items={[
        { term: t('admin:order.fact.account'), detail: account.name },
        { term: t('admin:order.fact.phone'), detail: <Tel inFacts tel={account.phone} /> },
        { term: t('admin:order.fact.wechat'), detail: account.wechat },
        { term: t('admin:order.fact.email'), detail: account.email },
        {
          term: t('admin:order.fact.user'),
          detail: seesUsers ? (
            <IdLink to={`/admin/users/${userId}`}>{userId}</IdLink>
          ) : (
            <Id id={userId} />
          ),
        },
      ]}
    />
  )
}

/** Changes of an order: what, when and by whom. */
export function OrderHistory({ deeds, kind }: { deeds: OrderDeed[]; kind: OrderKind }) {
  const t = useT()
  const format = useFormat()
  if (deeds.length === 0) return <p className="text-muted">{t('admin:order.historyNone')}</p>
  return (
    <ol className="divide-y divide-line">
      {deeds.map(({ id, at, adminPhone, from, to }) => (
        <li key={id} className="figures flex flex-wrap justify-between gap-x-4 gap-y-1 py-2">
          <span>
            {from && to
              ? t('admin:order.historyLine', {
                  before: orderStatus(t, from, kind),
                  after: orderStatus(t, to, kind),
                })
              : t('admin:order.historyRetried')}
          </span>
          <span className="text-muted">
            {format.dateTime(at)} · {adminPhone ?? '–'}
          </span>
        </li>
      ))}
    </ol>
  )
}
