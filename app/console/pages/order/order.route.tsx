import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { kindOf } from '#app/console/http/order-list.server.ts'
import { accessToMove } from '#app/console/service/access.server.ts'
import { readNotes } from '#app/console/service/notes.server.ts'
import {
  changeOrderStatus,
  openOrder,
  readOrderHistory,
} from '#app/console/service/orders.server.ts'
import { newRequestId, readRequestsAbout } from '#app/console/service/requests.server.ts'
import { Disputes } from '#app/console/ui/disputes.tsx'
import { FailedRefunds } from '#app/console/ui/failed-refunds.tsx'
import { TextLink } from '#app/console/ui/kit.tsx'
import { Notes } from '#app/console/ui/notes.tsx'
import { AccountFacts, OrderFacts, OrderHistory } from '#app/console/ui/order-facts.tsx'
import { OrderBadges } from '#app/console/ui/order-status.tsx'
import { RequestLines } from '#app/console/ui/request-lines.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import { ORDER_STATUSES } from '#app/orders/rules/order.ts'
import { billedBy, stageOf } from '#app/orders/rules/stage.ts'
import { readDisputesOf } from '#app/reconciliation/service/disputes.server.ts'
import { readFailedRefundsOf } from '#app/reconciliation/service/failed-refunds.server.ts'
import { stageOf as requestStageOf } from '#app/requests/rules/request.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { refuseForm } from '#app/web/http/form.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { NextStep } from './next-step.tsx'
import { sendOrder, weighOrder } from './work.server.ts'

type Data = Awaited<ReturnType<typeof loader>>

export const handle: PageHandle<Data> = {
  title: (t, data) =>
    data
      ? t(`admin:order.one.${data.order.kind}`, { day: formatOf(t).day(data.order.sendDate) })
      : t('admin:order.title.mail'),
  console: true,
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id, scopes } = await requireAdmin(context, request, { scope: 'orders' })
  const found = await openOrder(context, id, kindOf(params.kind), params.orderId ?? '')
  if (!found) throw new Response(null, { status: 404 })
  const [history, disputes, failedRefunds, requests, notes] = await Promise.all([
    readOrderHistory(context, found.order.id),
    readDisputesOf(context, found.order.id),
    readFailedRefundsOf(context, found.order.id),
    readRequestsAbout(context, found.order.id),
    readNotes(context, found.order.id),
  ])
  const stage = stageOf(found.order, billedBy(requests.map(requestStageOf)))
  const ids = { requestId: newRequestId(), noteId: crypto.randomUUID() }
  const seesUsers = scopes.includes('members')
  return { ...found, history, disputes, failedRefunds, requests, notes, stage, seesUsers, ...ids }
}

/**
 * Takes the order's next step. Marking it as failed has a page of its own, which shows the money.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, { scope: 'orders' })
  const kind = kindOf(params.kind)
  const id = params.orderId ?? ''
  const form = await request.formData()
  const here = `/admin/orders/${kind}/${encodeURIComponent(id)}`
  const intent = form.get('intent')
  if (intent === 'show' || intent === 'ask' || intent === 'send') {
    const opened = await openOrder(context, admin.id, kind, id)
    if (!opened) throw new Response(null, { status: 404 })
    const work = { context, opened, by: admin.id, here }
    if (intent !== 'send') return weighOrder(work, form)
    const requests = await readRequestsAbout(context, opened.order.id)
    return sendOrder(work, form, stageOf(opened.order, billedBy(requests.map(requestStageOf))))
  }
  const status = ORDER_STATUSES.find((one) => one === form.get('status'))
  if (!status || accessToMove(status).confirmed)
    return redirectWithFlash(context, here, { kind: 'error', key: 'errors:validationFailed' })
  const move = { by: admin.id, seen: String(form.get('seen') ?? '') }
  const moved = await changeOrderStatus(context, kind, id, status, move)
  if (!moved.ok) return refuseForm(context, form, moved.error, { shown: null })
  return redirectWithFlash(context, here, { key: `admin:order.done.${status}` })
}

export default function Order() {
  const t = useT()
  const format = useFormat()
  const { order, account, history, disputes, failedRefunds, notes, noteId, seesUsers, stage } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // The forms of these stages show what is wrong with them.
  const hasForm = ['weigh', 'pay', 'send', 'done'].includes(stage)
  const refusal = hasForm ? [] : (answer?.result.errors[''] ?? [])
  return (
    <Page
      title={t(`admin:order.one.${order.kind}`, { day: format.day(order.sendDate) })}
      action={<OrderBadges {...order} />}
      back={{ to: `/admin/orders/${order.kind}`, label: t('admin:order.back') }}
    >
      <FormErrors errors={refusal} title={t('admin:order.notSaved')} />
      <Section id="order-move" title={t(`admin:order.stage.${stage}`)}>
        <Work />
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
              <AccountFacts userId={order.userId} account={account} seesUsers={seesUsers} />
            </Card>
            {account?.phone && order.moves.length > 0 && (
              <TextLink to={`/admin/correct?order=${order.id}`} tall>
                {t('admin:correct.open')}
              </TextLink>
            )}
            {account?.phone && (
              <TextLink to={`/admin/messages/new?order=${order.id}`} tall>
                {t('admin:message.send')}
              </TextLink>
            )}
          </Section>
          <Section id="order-notes" title={t('admin:note.title')}>
            <Notes subjectId={order.id} notes={notes} newId={noteId} isClosed={!account?.phone} />
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

/** The order's next step, what was asked for it, and the way to give it up. */
function Work() {
  const t = useT()
  const format = useFormat()
  const { order, stage, requests, requestId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { payment, moves } = order
  if (moves.length === 0) {
    const why = payment === 'paid' ? 'refunding' : payment
    return (
      <Banner tone="info">
        {t(`admin:order.noMoves.${why}`, { amount: format.money(order.baseAmount) })}
      </Banner>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <NextStep
        order={order}
        stage={stage}
        requestId={requestId}
        result={answer?.result ?? null}
        shown={answer?.shown ?? null}
      />
      {requests.length > 0 && <RequestLines requests={requests} />}
      <div className="flex flex-wrap gap-3">
        {stage !== 'weigh' && stage !== 'quote' && stage !== 'pay' && (
          <LinkButton to={`/admin/requests/new?about=${order.id}`} variant="quiet">
            {t('admin:request.ask')}
          </LinkButton>
        )}
        {moves.includes('failed') && (
          <LinkButton to="fail" variant="danger">
            {payment === 'paid' ? t('admin:order.to.failed') : t('admin:order.to.failedFree')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
