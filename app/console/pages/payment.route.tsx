import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import {
  checkPayment,
  type FoundPayment,
  findPayment,
} from '#app/console/service/payment-checks.server.ts'
import { askProvider } from '#app/console/service/stuck.server.ts'
import { RefundsByHand, StripeFigures } from '#app/console/ui/figures.tsx'
import { Id, IdLink } from '#app/console/ui/kit.tsx'
import { PaymentRef } from '#app/console/ui/payment-ref.tsx'
import { pathOfSubject } from '#app/console/ui/subject.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { AdminId } from '#app/kernel/id.ts'
import { closeLostPayment, readLostPayment } from '#app/reconciliation/service/recovery.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Card, type Fact, Facts } from '#app/web/ui/card.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:payment.one', console: true }

/** One payment, as read from Stripe now. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'records' })
  const { intentId = '' } = params
  const [found, lost] = await Promise.all([
    findPayment(context, intentId),
    readLostPayment(context, intentId),
  ])
  const missing = lost?.missing ?? null
  if (found.ok) {
    // A refund's id is redirected here too.
    const stripe = await askProvider(context, found.value.intentId)
    return { intentId: found.value.intentId, payment: found.value, stripe, missing }
  }
  if (found.error.code === 'notFound') throw new Response(null, { status: 404 })
  const stripe = { answer: 'unreachable', figures: null } as const
  return { intentId, payment: null, stripe, missing }
}

/**
 * Reads the payment again and applies it like an event of Stripe's; or closes a lost payment's
 * task.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'records' })
  const { intentId = '' } = params
  if ((await request.formData()).get('intent') === 'settle')
    return settleLost(context, intentId, admin.id)

  const checked = await checkPayment(context, intentId, admin.id)
  const to = `/admin/payments/${encodeURIComponent(intentId)}`
  if (!checked.ok) {
    if (checked.error.code === 'notFound') throw new Response(null, { status: 404 })
    return redirectWithFlash(context, to, { kind: 'error', key: 'admin:payment.checked.down' })
  }
  return redirectWithFlash(
    context,
    to,
    checked.value.changed
      ? { key: 'admin:payment.checked.changed' }
      : { kind: 'info', key: 'admin:payment.checked.same' },
  )
}

async function settleLost(context: AppContext, intentId: string, by: AdminId) {
  const settled = await closeLostPayment(context, intentId, by)
  return redirectWithFlash(
    context,
    '/admin',
    settled ? { key: 'admin:lostPayment.done' } : { kind: 'info', key: 'admin:lostPayment.over' },
  )
}

export default function PaymentPage() {
  const t = useT()
  const format = useFormat()
  const { intentId, payment, stripe, missing } = useLoaderData<typeof loader>()
  const items: Fact[] = [
    { term: t('admin:payment.fact.intent'), detail: <PaymentRef id={intentId} /> },
    ...(payment ? factsOf(payment) : []),
    { term: t('admin:payment.fact.stripe'), detail: <StripeFigures stripe={stripe} /> },
  ]
  function factsOf(found: FoundPayment): Fact[] {
    const { purpose, amount, subjectId, participantId, userId } = found
    return [
      {
        term: t('admin:payment.fact.purpose'),
        detail: t(`admin:payment.purpose.${purpose}`, { amount: format.money(amount) }),
      },
      {
        term: t('admin:payment.fact.what'),
        detail: <IdLink to={pathOfSubject(subjectId)}>{subjectId}</IdLink>,
      },
      { term: t('admin:payment.fact.place'), detail: participantId && <Id id={participantId} /> },
      {
        term: t('admin:payment.fact.user'),
        detail: <IdLink to={`/admin/users/${userId}`}>{userId}</IdLink>,
      },
      {
        term: t('admin:refundPart.byHand'),
        detail: found.refunds.length > 0 && <RefundsByHand refunds={found.refunds} />,
      },
    ]
  }
  return (
    <Page
      title={t('admin:payment.one')}
      lead={t('admin:payment.oneLead')}
      back={{ to: '/admin/payments', label: t('admin:payment.title') }}
      width="text"
    >
      {stripe.answer === 'unreachable' && (
        <Banner tone="warn" role="status" title={t('admin:payment.down')}>
          {t('admin:payment.downText')}
        </Banner>
      )}
      <Card className="figures">
        <Facts items={items} />
      </Card>
      {payment && (
        <LinkButton to={`/receipt/${intentId}`} variant="secondary" small>
          {t('admin:payment.receipt')}
        </LinkButton>
      )}
      {payment && payment.left > 0 && (
        <LinkButton
          to={`/admin/payments/${intentId}/refund`}
          variant="secondary"
          className="self-start"
        >
          {t('admin:refundPart.open')}
        </LinkButton>
      )}
      {missing && (
        <Form method="post" className="flex flex-col items-start gap-3">
          <input type="hidden" name="intent" value="settle" />
          <p>{t(`admin:lostPayment.means.${missing}`)}</p>
          <Button type="submit" variant="secondary">
            {t('admin:lostPayment.settle')}
          </Button>
        </Form>
      )}
    </Page>
  )
}
