import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { requestKind } from '#app/i18n/status-words.ts'
import { readOwnRequest } from '#app/requests/service/views.server.ts'
import { payPath } from '#app/requests/ui/paths.ts'
import { RequestBadge } from '#app/requests/ui/request-badge.tsx'
import { RequestSum } from '#app/requests/ui/request-sum.tsx'
import { requireUser } from '#app/web/http/guard.server.ts'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'request:title' }

/** One request for money, to the student it was made to. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const asked = await readOwnRequest(context, user, params.requestId ?? '')
  if (!asked) throw new Response(null, { status: 404 })
  return asked
}

export default function RequestPage() {
  const t = useT()
  const format = useFormat()
  const asked = useLoaderData<typeof loader>()
  const { id, stage, amount, askedAt, endedAt, refundedAmount, refundOwed } = asked
  const back = subjectPath(asked)
  return (
    <Page
      width="form"
      title={t('request:one', { what: requestKind(t, asked.what) })}
      action={<RequestBadge stage={stage} />}
      back={{ to: back ?? '/rides', label: t(back ? 'request:back' : 'request:backToRides') }}
    >
      <Card className="flex flex-col gap-3">
        <RequestSum request={asked} />
        <p className="figures text-14 text-muted">
          {t('request:asked', { time: format.dateTime(askedAt) })}
          {endedAt !== null &&
            ` · ${t(`request:ended.${stage}`, { time: format.dateTime(endedAt) })}`}
        </p>
        {refundedAmount > 0 && stage === 'paid' && (
          <p className="figures">
            {t('request:refunded', { amount: format.money(refundedAmount) })}
          </p>
        )}
        {refundOwed > 0 && (
          <p className="figures text-danger">
            {t('request:refundOwed', { amount: format.money(refundOwed) })}
          </p>
        )}
      </Card>
      {stage === 'open' && (
        <div className="flex flex-col gap-2">
          <LinkButton to={payPath(id)} wide>
            {t('request:pay.submit', { amount: format.money(amount) })}
          </LinkButton>
          <p className="text-14 text-muted">{t('request:openLead')}</p>
        </div>
      )}
      {(stage === 'paid' || stage === 'refunded') && (
        <LinkButton to={`/receipt/${id}`} variant="secondary">
          {t('pay:receipt.title')}
        </LinkButton>
      )}
      {asked.replacedBy && (
        <LinkButton to={`/requests/${asked.replacedBy}`} variant="secondary">
          {t('request:replaced')}
        </LinkButton>
      )}
      <p className="text-14 text-muted">
        {t('request:wrong')}{' '}
        <Link to="/#contact" className="whitespace-nowrap text-brand underline">
          {t('order:card.contactLink')}
        </Link>
      </p>
    </Page>
  )
}

/** The page of the order or the place that the request is about. */
function subjectPath({
  subjectId,
  participantId,
}: ReturnType<typeof useLoaderData<typeof loader>>) {
  if (!subjectId) return null
  if (subjectId.startsWith('mail_')) return '/mail?tab=mine'
  if (subjectId.startsWith('move_')) return '/moving?tab=mine'
  return `/${subjectId.startsWith('trip_') ? 'trip' : 'carpool'}/record/${participantId}`
}
