import { stateAt, Timeline } from '#app/carpool/ui/timeline.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { requestKind } from '#app/i18n/status-words.ts'
import { billedBy } from '#app/orders/rules/stage.ts'
import { trackingUrl } from '#app/orders/rules/tracking.ts'
import type { OwnView } from '#app/orders/service/orders.server.ts'
import type { RequestView } from '#app/requests/service/views.server.ts'
import { requestPath } from '#app/requests/ui/paths.ts'
import { RequestBadge } from '#app/requests/ui/request-badge.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Page } from '#app/web/ui/page.tsx'
import { OrderLine } from './order-line.tsx'
import { nextStep } from './own-part.tsx'
import { minePath } from './query.ts'
import { OrderStatusBadge } from './status-badge.tsx'

type OrderProgressProps = { order: OwnView; requests: RequestView[]; contact: string }

/** An order on its way: the one next step, what was asked for it, and the parcels' numbers. */
export function OrderProgress({ order, requests, contact }: OrderProgressProps) {
  const t = useT()
  const format = useFormat()
  const { kind, own } = order
  const bills = requests.filter(({ stage }) => stage !== 'void')
  const open = bills.find(({ stage }) => stage === 'open')
  const next = open ? t('order:progress.pay') : nextStep(t, order, own)
  return (
    <Page
      width="form"
      title={t(`order:${kind}.what`)}
      action={<OrderStatusBadge order={order} />}
      back={{ to: minePath(kind), label: t(`order:${kind}.mine`) }}
    >
      <Card className="flex flex-col gap-4">
        <OrderLine order={order} />
        {next && <p>{next}</p>}
        {open && (
          <LinkButton to={requestPath(open.id)} wide>
            {t('order:progress.seeBill', { amount: format.money(open.amount) })}
          </LinkButton>
        )}
        <Timeline steps={useSteps(order, bills)} />
        <Parcels order={order} />
      </Card>
      {bills.length > 0 && (
        <Card>
          <ul className="figures divide-y divide-line">
            {bills.map(({ id, what, amount, stage }) => (
              <li key={id} className="flex items-center justify-between gap-3 py-2">
                <Link to={requestPath(id)}>{t('request:one', { what: requestKind(t, what) })}</Link>
                <span className="flex items-center gap-2">
                  {format.money(amount)} <RequestBadge stage={stage} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <p className="text-14 text-muted">
        {t('order:card.contact', { name: contact })}{' '}
        <Link to="/#contact" className="whitespace-nowrap text-brand underline">
          {t('order:card.contactLink')}
        </Link>
      </p>
    </Page>
  )
}

/** The numbers of the parcels, each with its carrier's page. */
export function Parcels({
  order: { own, shipCompany },
}: {
  order: Pick<OwnView, 'own' | 'shipCompany'>
}) {
  const t = useT()
  if (!own.parcels?.length) return null
  return (
    <p className="figures flex flex-wrap gap-x-3 text-14">
      <span className="text-muted">{t('order:progress.numbers')}</span>
      {own.parcels.map((number) => {
        const to = shipCompany && trackingUrl(shipCompany, number)
        return to ? (
          <a key={number} href={to} rel="noreferrer" className="text-brand underline">
            {number}
          </a>
        ) : (
          <span key={number}>{number}</span>
        )
      })}
    </p>
  )
}

/** What has happened and what is to come. */
function useSteps({ kind, own, sendDate, status, shipCompany }: OwnView, bills: RequestView[]) {
  const t = useT()
  const format = useFormat()
  const billed = billedBy(bills.map(({ stage }) => stage))
  const sum = bills.reduce((total, { amount }) => total + amount, 0)
  const kg = (own.weights ?? []).reduce((total, grams) => total + grams, 0) / 1000
  const asked = { ...(sum > 0 && { detail: format.money(sum) }) }
  const weighed = {
    label: t('order:progress.weighed'),
    ...(kg > 0 && { detail: t('order:progress.kg', { kg, count: own.weights?.length ?? 0 }) }),
  }
  const ended = kind === 'mail' ? 'sent' : 'moved'
  const carrier = shipCompany && { detail: t(`order:carrier.${shipCompany}`) }
  const steps = [
    { label: t('order:steps.placed') },
    ...(kind === 'mail'
      ? [{ label: t('order:steps.collected.mail'), detail: format.day(sendDate) }, weighed]
      : []),
    { label: t(`order:progress.paid.${kind}`), ...asked },
    { label: t(`order:progress.${ended}`), ...carrier },
  ]
  const worked = kind === 'mail' ? (billed === 'none' ? 2 : 3) : 1
  const done = status === 'completed' ? steps.length : billed === 'settled' ? worked + 1 : worked
  return steps.map((step, at) => {
    const state = stateAt(at, done)
    return { ...step, state, stateLabel: t(`carpool:record.timeline.state.${state}`) }
  })
}
