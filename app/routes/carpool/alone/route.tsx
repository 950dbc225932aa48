import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { ALONE_VERSION } from '#app/domain/group/alone.ts'
import { countIn } from '#app/domain/number.ts'
import { type Failure, fail } from '#app/domain/result.ts'
import type { Flash } from '#app/http/flash.server.ts'
import { refused } from '#app/http/form.server.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { providerOf } from '#app/http/payment-view.server.ts'
import { replaceDocument, replaceWithFlash } from '#app/http/replace-document.server.ts'
import { alonePath } from '#app/routes/carpool/alone-path.ts'
import { requireRecord } from '#app/routes/carpool/pay-view.server.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'
import { donePath, recordPath } from '#app/ui/carpool/paths.ts'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { AloneDialog } from './dialog.tsx'
import { AlonePayment } from './payment.tsx'

export { keepForm as clientAction, readUnlessLost as shouldRevalidate } from '#app/ui/offline.tsx'

const OVER: Failure = { code: 'operationExpired', params: { context: 'alone' } }

export const handle: PageHandle = { title: 'account:alone.title', payment: true }

/**
 * The car alone that the viewer is offered: first what it is, to be agreed to; then its payment
 * (decision 0092). Reading it begins nothing. Once it is paid, leads to the private car.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const before = await requireRecord(context, user, params.participantId)
  const isNew = before.alone !== null && !before.alone.agreed
  const went = isNew ? null : await context.carpools.confirmAlone(user, before.participantId)
  if (went?.ok) throw redirect(recordPath(went.value))
  const record = isNew ? before : await requireRecord(context, user, params.participantId)
  const why = went && went.error.code !== 'paymentNotConfirmed' ? went.error : OVER
  return {
    record,
    alone: record.alone,
    consent: ALONE_VERSION,
    closed: record.alone ? null : { text: failureText(context.t, why) },
    contact: (await context.site.contact()).name,
    provider: providerOf(context),
  }
}

/**
 * `agree`: to what was shown. `confirm`: the bank has agreed. Otherwise: give up the payment that
 * was begun.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  const form = await request.formData()
  switch (form.get('intent')) {
    case 'agree':
      return agree(context, user, record, form)
    case 'confirm': {
      const passed = await context.shield('carpool/alone')
      if (!passed.ok) return passed
      const went = await context.carpools.confirmAlone(user, record.participantId)
      return went.ok ? replaceDocument(donePath(went.value)) : went
    }
    default:
      return cancel(context, user, record)
  }
}

async function agree(context: AppContext, user: Viewer, record: CarpoolRecord, form: FormData) {
  const { participantId } = record
  const shown = { carpoolAt: countIn(form, 'carpoolAt'), amount: countIn(form, 'amount') }
  const agreed =
    form.get('consent') === ALONE_VERSION
      ? await context.carpools.agreeAlone(user, participantId, shown)
      : fail('versionConflict', { context: 'alone' })
  if (!agreed.ok) return refused({ text: failureText(context.t, agreed.error) }, agreed.error.code)
  if (shown.amount > 0) return redirectDocument(alonePath(participantId), 303)
  const went = await context.carpools.confirmAlone(user, participantId)
  const to = went.ok ? donePath(went.value) : recordPath(participantId)
  return replaceDocument(to)
}

async function cancel(context: AppContext, user: Viewer, { participantId }: CarpoolRecord) {
  const given = await context.carpools.giveUpAlone(user, participantId)
  const leave = (kind: Flash['kind'], key: string) =>
    replaceWithFlash(context, recordPath(participantId), { kind, key })
  if (given.ok) return leave('info', 'account:alone.done.cancelled')
  if (given.error.code === 'alreadyPaid') return leave('info', 'errors:alreadyPaid')
  // The bank may have charged the card: promise nothing, and don't let it be paid again.
  return leave('error', 'account:alone.done.unknown')
}

export default function AloneRoute() {
  const { provider, ...offer } = useLoaderData<typeof loader>()
  const { record, alone } = offer
  return alone?.agreed ? (
    <AlonePayment record={record} alone={alone} provider={provider} />
  ) : (
    <AloneDialog {...offer} />
  )
}
