import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { recordView } from '#app/audit/audit.server.ts'
import { confirmByForm, isConfirmed, requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { readRequest, scopeOf } from '#app/console/service/requests.server.ts'
import { Id, IdLink, TextLink } from '#app/console/ui/kit.tsx'
import { PaymentRef } from '#app/console/ui/payment-ref.tsx'
import { pathOfSubject } from '#app/console/ui/subject.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { requestKind } from '#app/i18n/status-words.ts'
import { isOpen, stageOf } from '#app/requests/rules/request.ts'
import { outsideFormSchema } from '#app/requests/schema.server.ts'
import { payOutside, voidRequest } from '#app/requests/service/requests.server.ts'
import { RequestBadge } from '#app/requests/ui/request-badge.tsx'
import { RequestSum } from '#app/requests/ui/request-sum.tsx'
import { failureText } from '#app/schemas/issue.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Ending } from './ending.tsx'

export const handle: PageHandle = { title: 'admin:request.one', console: true }

async function requireRequest({ request, params, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request)
  const asked = await readRequest(context, params.requestId ?? '')
  if (!asked) throw new Response(null, { status: 404 })
  return { asked, admin: await requireAdmin(context, request, { scope: scopeOf(asked) }) }
}

/** One request for money. */
export async function loader(args: LoaderFunctionArgs) {
  const { asked, admin } = await requireRequest(args)
  await recordView(args.context, admin.id, 'userViewed', asked.userId)
  return { asked, asksPassword: !(await isConfirmed(args.context)) }
}

/** Takes the request back, or records that it was paid outside the product. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const { asked, admin } = await requireRequest(args)
  const form = await request.formData()
  const here = `/admin/requests/${asked.id}`
  if (form.get('intent') === 'void') {
    const ended = await voidRequest(context, admin.id, asked)
    if (!ended.ok) return refuseForm(context, form, ended.error)
    return redirectWithFlash(context, here, { key: 'admin:request.voided' })
  }
  const read = readForm(context, form, outsideFormSchema)
  if (!read.ok) return refuseForm(context, form, read.error)
  const proved = await confirmByForm(context, form)
  if (!proved.ok) {
    const errors = { password: [failureText(context.t, proved.error)] }
    return refuseForm(context, form, { ...proved.error, errors })
  }
  const paid = await payOutside(context, admin.id, asked, read.value)
  if (!paid.ok) return refuseForm(context, form, paid.error)
  return redirectWithFlash(context, here, { key: 'admin:request.outsideDone' })
}

export default function AdminRequestPage() {
  const t = useT()
  const format = useFormat()
  const { asked, asksPassword } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, userId, name, subjectId, participantId, outside, intentId, endedAt } = asked
  const stage = stageOf(asked)
  const back = (asked.refundedAmount || asked.payment === 'refunded') && stage !== 'refunded'
  return (
    <Page
      width="text"
      title={t('request:one', { what: requestKind(t, asked.what) })}
      action={<RequestBadge stage={stage} />}
      back={{ to: '/admin/requests', label: t('admin:request.title') }}
    >
      <Card>
        <RequestSum request={asked} />
      </Card>
      <Card className="figures">
        <Facts
          items={[
            {
              term: t('admin:payment.fact.user'),
              detail: <IdLink to={`/admin/users/${userId}`}>{name || userId}</IdLink>,
            },
            {
              term: t('admin:payment.fact.what'),
              detail: subjectId && <IdLink to={pathOfSubject(subjectId)}>{subjectId}</IdLink>,
            },
            {
              term: t('admin:payment.fact.place'),
              detail: participantId && <Id id={participantId} />,
            },
            { term: t('admin:request.askedAt'), detail: format.dateTime(asked.askedAt) },
            {
              term: t('admin:request.endedAt'),
              detail: endedAt !== null && format.dateTime(endedAt),
            },
            {
              term: t('admin:request.outside'),
              detail: outside && `${t(`admin:request.how.${outside.how}`)} · ${outside.reference}`,
            },
            {
              term: t('admin:dispute.returned'),
              detail: back && format.money(asked.refundedAmount),
            },
            {
              term: t('admin:payment.fact.intent'),
              detail: intentId && <PaymentRef id={intentId} />,
            },
            { term: t('admin:request.id'), detail: <Id id={id} /> },
          ]}
        />
      </Card>
      {asked.replacedBy && (
        <TextLink to={`/admin/requests/${asked.replacedBy}`} tall>
          {t('request:replaced')}
        </TextLink>
      )}
      {isOpen(asked) && (
        <Ending id={id} result={answer?.result ?? null} asksPassword={asksPassword} />
      )}
    </Page>
  )
}
