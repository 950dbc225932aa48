import type { Mailbox } from '#app/account/ui/mailbox.ts'
import { ridesPath } from '#app/carpool/ui/paths.ts'
import { stateAt, Timeline } from '#app/carpool/ui/timeline.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { OwnView } from '#app/orders/service/orders.server.ts'
import { AfterPayment } from '#app/payments/ui/after-payment.tsx'
import type { RequestView } from '#app/requests/service/views.server.ts'
import { Icon } from '#app/web/ui/icon.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Perforation, Ticket } from '#app/web/ui/ticket/ticket.tsx'
import { PICTURES, placeText } from './order-line.tsx'
import { OrderProgress } from './order-progress.tsx'
import { nextStep } from './own-part.tsx'
import { minePath } from './query.ts'

type OrderDoneProps = {
  order: OwnView
  requests: RequestView[]
  /** The name of customer service's account. */
  contact: string
  mailbox: Mailbox | null
}

const TITLE = 'order'

/** The page of an order: after it was placed, and from then on. */
export function OrderDone({ order, requests, contact, mailbox }: OrderDoneProps) {
  return order.status === 'open' && requests.length === 0 ? (
    <JustPlaced order={order} contact={contact} mailbox={mailbox} />
  ) : (
    <OrderProgress order={order} requests={requests} contact={contact} />
  )
}

/** The payment, what to do now, and the next dates. */
function JustPlaced({ order, contact, mailbox }: Omit<OrderDoneProps, 'requests'>) {
  const t = useT()
  const format = useFormat()
  const { kind, own, sendDate, fromAddress, fromZip, toAddress, toZip } = order
  const free = own.payment === 'free'
  const paid = t('order:done.paid', { amount: format.money(own.baseAmount) })
  const next = nextStep(t, order, own)
  return (
    <AfterPayment
      title={t('order:done.title')}
      picture={<Icon of={PICTURES[kind]} size={72} />}
      lines={[free ? t('order:money.noteFree') : paid, ...(next ? [next] : [])]}
      mailbox={mailbox}
      first={{ to: minePath(kind), label: t('order:done.seeOrder') }}
      second={
        free
          ? { to: ridesPath, label: t('ride:done.seeRides') }
          : { to: `/receipt/${order.id}`, label: t('order:done.seeReceipt') }
      }
    >
      <Ticket
        title={TITLE}
        className="text-ink"
        heading={
          <h2 id={TITLE} className="text-18">
            {t(`order:${kind}.collect`)} {format.day(sendDate)}
          </h2>
        }
        line={t('order:card.route', {
          from: placeText(fromAddress, fromZip),
          to: placeText(toAddress, toZip),
        })}
      >
        <Perforation />
        <div className="flex flex-col gap-3 p-4">
          <Timeline steps={useNextSteps(order)} />
          {!free && <p className="text-14 text-muted">{t('order:done.receipt')}</p>}
          <p className="text-14 text-muted">
            {t('order:card.contact', { name: contact })}{' '}
            <Link to="/#contact" className="whitespace-nowrap text-brand underline">
              {t('order:card.contactLink')}
            </Link>
          </p>
        </div>
      </Ticket>
    </AfterPayment>
  )
}

/** The next steps of the order with who does them and when, including the owner's own. */
function useNextSteps({ kind, own, sendDate, boxDate, estBoxNum, status }: OwnView) {
  const t = useT()
  const format = useFormat()
  const slot = (day: string, daytime: boolean | null) =>
    `${format.day(day)} · ${t(daytime ? 'order:daytime.day' : 'order:daytime.evening')}`
  const before = t('order:done.before', { day: format.day(sendDate) })
  const pack = own.isHelp
    ? { label: t('order:done.packHelp'), detail: format.day(sendDate) }
    : { label: t('order:done.pack', { count: estBoxNum }), detail: before }
  const boxes = {
    label: t('order:done.boxes', { count: own.buyBoxNum ?? 0 }),
    detail: slot(boxDate ?? sendDate, own.isBoxDaytime),
  }
  const friend = { label: t('order:done.friend'), detail: own.friTel ?? '' }
  const collected = [
    ...(kind === 'mail' && own.isBuyBox ? [boxes] : []),
    ...(kind === 'mail' ? [pack] : [{ label: t('order:done.agree'), detail: before }]),
    ...(own.friTel === null ? [] : [friend]),
    { label: t(`order:steps.collected.${kind}`), detail: slot(sendDate, own.sendDaytime) },
  ]
  const last =
    kind === 'mail'
      ? { label: t('order:done.postage'), detail: t('order:done.postageWhen') }
      : { label: t('order:steps.completed') }
  const placed = {
    label: t('order:steps.placed'),
    ...(own.payment !== 'free' && { detail: format.money(own.baseAmount) }),
  }
  const steps = [placed, ...collected, last]
  const done = status === 'open' ? 1 : steps.length - 1
  return steps.map((step, at) => {
    const state = stateAt(at, done)
    return { ...step, state, stateLabel: t(`carpool:record.timeline.state.${state}`) }
  })
}
