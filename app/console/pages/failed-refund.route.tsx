import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { recordView } from '#app/audit/audit.server.ts'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { FailedRefundFacts } from '#app/console/ui/failed-refunds.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import {
  readFailedRefund,
  settleRefund,
} from '#app/reconciliation/service/failed-refunds.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { refused } from '#app/web/http/form.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:failedRefund.one', console: true }

/** Money moves, so the administrator must have entered their password recently. */
const ACCESS = { scope: 'records', confirmed: true } as const

async function requireRefund(context: AppContext, id = '') {
  const refund = await readFailedRefund(context, id)
  if (!refund) throw new Response(null, { status: 404 })
  return refund
}

/** The page on which an administrator confirms that a failed refund was returned another way. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id: by } = await requireAdmin(context, request, ACCESS)
  const refund = await requireRefund(context, params.refundId)
  await recordView(context, by, 'userViewed', refund.userId)
  return { refund, isOwed: refund.missing > 0 && refund.settledAt === null }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, ACCESS)
  const { id } = await requireRefund(context, params.refundId)
  const settled = await settleRefund(context, id, admin.id)
  if (!settled.ok)
    return refused({ text: failureText(context.t, settled.error) }, settled.error.code)
  return redirectWithFlash(context, '/admin', { key: 'admin:failedRefund.done' })
}

export default function SettleFailedRefund() {
  const t = useT()
  const format = useFormat()
  const { refund, isOwed } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Page
      title={t('admin:failedRefund.one')}
      back={{ to: '/admin', label: t('admin:today.title') }}
      width="text"
    >
      {refusal && (
        <Banner tone="danger" role="alert" title={t('admin:failedRefund.not')}>
          {refusal.text}
        </Banner>
      )}
      <Card className="figures flex flex-col gap-2">
        <FailedRefundFacts refund={refund} decided />
      </Card>
      {isOwed && (
        <>
          <p className="text-muted">{t('admin:failedRefund.sure')}</p>
          <Form method="post" className="flex flex-wrap gap-3">
            <Button type="submit" variant="danger">
              {t('admin:failedRefund.submit', { amount: format.money(refund.missing) })}
            </Button>
            <LinkButton to="/admin" variant="quiet">
              {t('admin:failedRefund.keep')}
            </LinkButton>
          </Form>
        </>
      )}
    </Page>
  )
}
