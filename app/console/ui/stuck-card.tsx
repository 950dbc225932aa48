import type { StuckPayment } from '#app/console/service/stuck.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { AdminScope } from '#app/kernel/admin.ts'
import { isOrderKind } from '#app/orders/rules/order.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Card, type Fact, Facts } from '#app/web/ui/card.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { StripeFigures } from './figures.tsx'
import { Id, TextLink } from './kit.tsx'
import { PaymentRef } from './payment-ref.tsx'

const KINDS = [
  'resolve',
  'release',
  'capture',
  'check',
  'renew',
  'openPrivate',
  'sendPlace',
  'giveUp',
  'refund',
] as const

type StuckCardProps = { item: StuckPayment; scopes: AdminScope[]; now: number }

/**
 * One stuck payment: the pending action, since when, the provider's report, and the button to
 * retry.
 */
export function StuckCard({ item, scopes, now }: StuckCardProps) {
  const t = useT()
  const format = useFormat()
  const { id, kind, participantId, intentId, sinceAt, attempts } = item
  const known = KINDS.find((one) => one === kind)
  const since = { duration: format.duration(now - sinceAt), time: format.dateTime(sinceAt) }
  const items: Fact[] = [
    { term: t('admin:payment.fact.since'), detail: t('admin:payment.fact.sinceValue', since) },
    { term: t('admin:payment.fact.what'), detail: <Owner item={item} scopes={scopes} /> },
    { term: t('admin:payment.fact.place'), detail: participantId && <Id id={participantId} /> },
    {
      term: t('admin:payment.fact.intent'),
      detail: intentId && <PaymentRef id={intentId} linksOnly />,
    },
    { term: t('admin:payment.fact.tries'), detail: attempts },
    { term: t('admin:payment.fact.stripe'), detail: <StripeFigures stripe={item.stripe} /> },
  ]
  return (
    <Card as="li" className="flex flex-col gap-3">
      <h2 className="text-18">{known ? t(`admin:payment.kind.${known}`) : kind}</h2>
      <div className="figures text-14">
        <Facts items={items} />
      </div>
      <Form method="post" className="mt-auto">
        <input type="hidden" name="id" value={id} />
        <Button type="submit" variant="secondary">
          {t('admin:payment.retry')}
          <span className="for-ears"> {t('admin:payment.retryAbout', { id })}</span>
        </Button>
      </Form>
    </Card>
  )
}

/** What the payment belongs to, with a link for administrators who may see it. */
function Owner({ item: { service, id }, scopes }: Omit<StuckCardProps, 'now'>) {
  const t = useT()
  const [scope, to] = isOrderKind(service)
    ? (['orders', `/admin/orders/${service}/${id}`] as const)
    : (['groups', `/admin/${service}s/${id}`] as const)
  return (
    <span className="flex flex-col items-end">
      {scopes.includes(scope) ? (
        <TextLink to={to}>{t(`admin:payment.of.${service}`)}</TextLink>
      ) : (
        <span>{t(`admin:payment.of.${service}`)}</span>
      )}
      <Id id={id} />
    </span>
  )
}
