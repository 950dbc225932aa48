import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { kindOf } from '#app/console/http/order-list.server.ts'
import { accessToMove } from '#app/console/service/access.server.ts'
import { changeOrderStatus, openOrder } from '#app/console/service/orders.server.ts'
import { askProvider } from '#app/console/service/stuck.server.ts'
import { StripeFigures } from '#app/console/ui/figures.tsx'
import { Id } from '#app/console/ui/kit.tsx'
import { OrderBadges } from '#app/console/ui/order-status.tsx'
import { PaymentRef } from '#app/console/ui/payment-ref.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import { orderStatus } from '#app/i18n/status-words.ts'
import { failureText } from '#app/schemas/issue.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { refused } from '#app/web/http/form.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:order.fail.title', console: true }

/**
 * Before an order is marked as failed: exactly what is refunded to whom. The administrator must
 * have entered their password recently.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id } = await requireAdmin(context, request, accessToMove('failed'))
  const kind = kindOf(params.kind)
  const found = await openOrder(context, id, kind, params.orderId ?? '')
  if (!found) throw new Response(null, { status: 404 })
  const { order, account } = found
  return { order, account, stripe: await askProvider(context, order.intentId) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, accessToMove('failed'))
  const kind = kindOf(params.kind)
  const id = params.orderId ?? ''
  const move = { by: admin.id, seen: String((await request.formData()).get('seen') ?? '') }
  const moved = await changeOrderStatus(context, kind, id, 'failed', move)
  if (!moved.ok) return refused({ text: failureText(context.t, moved.error) }, moved.error.code)
  const { payment, baseAmount } = moved.value
  const done = payment === 'refunding' || payment === 'refunded' ? payment : 'failed'
  return redirectWithFlash(context, `/admin/orders/${kind}/${encodeURIComponent(id)}`, {
    kind: payment === 'refunding' ? 'info' : 'success',
    key: `admin:order.done.${done}`,
    params: { amount: formatOf(context.t).money(baseAmount) },
  })
}

export default function FailOrder() {
  const t = useT()
  const format = useFormat()
  const { order, stripe } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const here = `/admin/orders/${order.kind}/${order.id}`
  const amount = format.money(order.baseAmount)
  return (
    <Page
      width="text"
      title={t('admin:order.fail.title')}
      lead={t('admin:order.fail.lead')}
      action={<OrderBadges {...order} />}
      back={{ to: here, label: t('admin:order.backToOne') }}
    >
      {refusal && (
        <Banner tone="danger" role="alert" title={t('admin:order.notSaved')}>
          {refusal.text}
        </Banner>
      )}
      {!refusal && !order.moves.includes('failed') && (
        <Banner tone="info">{t('admin:order.done.none')}</Banner>
      )}
      <Section id="who" title={t('admin:order.fail.who')}>
        <Card>
          <Who />
        </Card>
      </Section>
      {stripe.answer === 'unreachable' && (
        <Banner tone="warn" title={t('admin:payment.down')}>
          {t('admin:order.fail.later')}
        </Banner>
      )}
      <p className="text-muted">{t('admin:order.fail.consequence')}</p>
      {order.moves.includes('failed') && (
        <Form method="post" className="flex flex-wrap gap-3">
          <input type="hidden" name="seen" value={order.status} />
          <Button type="submit" variant="danger">
            {order.payment === 'paid'
              ? t('admin:order.fail.submit', { amount })
              : t('admin:order.fail.submitFree')}
          </Button>
          <LinkButton to={here} variant="quiet">
            {t('admin:order.fail.keep')}
          </LinkButton>
        </Form>
      )}
    </Page>
  )
}

/** Who gets how much back, and by which payment. */
function Who() {
  const t = useT()
  const format = useFormat()
  const { order, account, stripe } = useLoaderData<typeof loader>()
  const { payment, baseAmount, intentId } = order
  // The paying account's name and the name on the order: usually the same.
  const who = [...new Set([account?.name, order.userName])].filter(Boolean).join(' / ')
  const back =
    payment === 'paid'
      ? t('admin:order.fail.amountCard', { amount: format.money(baseAmount) })
      : t(payment === 'free' ? 'admin:order.fail.amountNone' : 'admin:order.fail.amountGone')
  return (
    <Facts
      items={[
        { term: t('admin:order.fail.student'), detail: `${who} · ${order.tel}` },
        { term: t('admin:order.fail.amount'), detail: <strong>{back}</strong> },
        {
          term: t('admin:order.fact.intent'),
          detail: intentId && <PaymentRef id={intentId} linksOnly />,
        },
        {
          term: t('admin:order.fail.stripe'),
          detail: intentId && <StripeFigures stripe={stripe} />,
        },
        { term: t('admin:order.column.status'), detail: orderStatus(t, order.status, order.kind) },
        { term: t('order:fact.id'), detail: <Id id={order.id} /> },
      ]}
    />
  )
}
