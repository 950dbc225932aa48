import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { kindOf } from '#app/console/http/order-list.server.ts'
import { accessToMove } from '#app/console/service/access.server.ts'
import {
  changeOrderStatus,
  openOrder,
  readOrderHistory,
} from '#app/console/service/orders.server.ts'
import { Disputes } from '#app/console/ui/disputes.tsx'
import { FailedRefunds } from '#app/console/ui/failed-refunds.tsx'
import { AccountFacts, OrderFacts, OrderHistory } from '#app/console/ui/order-facts.tsx'
import { OrderBadges } from '#app/console/ui/order-status.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import { orderStatus } from '#app/i18n/status-words.ts'
import { ORDER_STATUSES } from '#app/orders/rules/order.ts'
import { readDisputesOf } from '#app/reconciliation/service/disputes.server.ts'
import { readFailedRefundsOf } from '#app/reconciliation/service/failed-refunds.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { refused } from '#app/web/http/form.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

type Data = Awaited<ReturnType<typeof loader>>

export const handle: PageHandle<Data> = {
  title: (t, data) =>
    data
      ? t(`admin:order.one.${data.order.kind}`, { day: formatOf(t).day(data.order.sendDate) })
      : t('admin:order.title.mail'),
  console: true,
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id } = await requireAdmin(context, request, { scope: 'orders' })
  const found = await openOrder(context, id, kindOf(params.kind), params.orderId ?? '')
  if (!found) throw new Response(null, { status: 404 })
  const [history, disputes, failedRefunds] = await Promise.all([
    readOrderHistory(context, found.order.id),
    readDisputesOf(context, found.order.id),
    readFailedRefundsOf(context, found.order.id),
  ])
  return { ...found, history, disputes, failedRefunds }
}

/**
 * Moves the order on from the status the page showed. Marking it as failed has a page of its own,
 * which shows the money.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'orders' })
  const kind = kindOf(params.kind)
  const id = params.orderId ?? ''
  const form = await request.formData()
  const status = ORDER_STATUSES.find((one) => one === form.get('status'))
  const here = `/admin/orders/${kind}/${encodeURIComponent(id)}`
  if (!status || accessToMove(status).confirmed)
    return redirectWithFlash(context, here, { kind: 'error', key: 'errors:validationFailed' })
  const move = { by: admin.id, seen: String(form.get('seen') ?? '') }
  const moved = await changeOrderStatus(context, kind, id, status, move)
  if (!moved.ok) return refused({ text: failureText(context.t, moved.error) }, moved.error.code)
  return redirectWithFlash(context, here, { key: `admin:order.done.${status}` })
}

export default function Order() {
  const t = useT()
  const format = useFormat()
  const { order, account, history, disputes, failedRefunds } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Page
      title={t(`admin:order.one.${order.kind}`, { day: format.day(order.sendDate) })}
      action={<OrderBadges {...order} />}
      back={{ to: `/admin/orders/${order.kind}`, label: t('admin:order.back') }}
    >
      {refusal && (
        <Banner tone="danger" role="alert" title={t('admin:order.notSaved')}>
          {refusal.text}
        </Banner>
      )}
      <Section id="order-move" title={t('admin:order.move')}>
        <Moves />
      </Section>
      {failedRefunds.length > 0 && (
        <Section id="failed-refunds" title={t('admin:failedRefund.title')}>
          <FailedRefunds refunds={failedRefunds} />
        </Section>
      )}
      {disputes.length > 0 && (
        <Section id="disputes" title={t('admin:dispute.title')}>
          <Disputes disputes={disputes} />
        </Section>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        <Section id="order-facts" title={t('admin:order.facts')}>
          <Card>
            <OrderFacts order={order} />
          </Card>
        </Section>
        <div className="flex flex-col gap-6">
          <Section id="order-account" title={t('admin:order.account')}>
            <Card>
              <AccountFacts userId={order.userId} account={account} />
            </Card>
          </Section>
          <Section id="order-history" title={t('admin:order.history')}>
            <Card>
              <OrderHistory deeds={history} kind={order.kind} />
            </Card>
          </Section>
        </div>
      </div>
    </Page>
  )
}

/** The statuses the order can move to, the next regular one first; or why there are none. */
function Moves() {
  const t = useT()
  const format = useFormat()
  const { order } = useLoaderData<typeof loader>()
  const { status, payment, moves } = order
  if (moves.length === 0) {
    const why = payment === 'paid' ? 'refunding' : payment
    return (
      <Banner tone="info">
        {t(`admin:order.noMoves.${why}`, { amount: format.money(order.baseAmount) })}
      </Banner>
    )
  }
  const next = status === 'open' ? 'processing' : status === 'processing' ? 'completed' : null
  const onward = moves
    .filter((to) => to !== 'failed')
    .sort((a, b) => Number(b === next) - Number(a === next))
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-text text-muted">{t('admin:order.moveLead')}</p>
      <Form method="post" className="flex flex-wrap gap-3">
        <input type="hidden" name="seen" value={status} />
        {onward.map((to) => (
          <Button
            key={to}
            type="submit"
            name="status"
            value={to}
            variant={to === next ? 'primary' : 'secondary'}
          >
            {to === 'processing' && status === 'completed'
              ? t('admin:order.backTo.processing')
              : t(`admin:order.to.${to}`, { before: orderStatus(t, 'open', order.kind) })}
          </Button>
        ))}
        {moves.includes('failed') && (
          <LinkButton to="fail" variant="danger">
            {payment === 'paid' ? t('admin:order.to.failed') : t('admin:order.to.failedFree')}
          </LinkButton>
        )}
      </Form>
    </div>
  )
}
