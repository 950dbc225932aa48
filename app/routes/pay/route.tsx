import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { replaceDocument, replaceWithFlash } from '#app/http/replace-document.server.ts'
import {
  formPath,
  isDraft,
  outlastsHold,
  readPayView,
  requireRecord,
} from '#app/routes/carpool/pay-view.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'
import { donePath, recordPath } from '#app/ui/carpool/paths.ts'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Checking, Failed, Gone } from './other-views.tsx'
import { PayDialog } from './pay-dialog.tsx'

export { keepForm as clientAction, readUnlessLost as shouldRevalidate } from '#app/ui/offline.tsx'

export const handle: PageHandle = { title: 'pay:title', payment: true }

/**
 * The open deposit of the viewer's own place. A reload finds the same payment again; a paid one
 * redirects to its record.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  const view = await readPayView(context, user, record)
  if (view.kind === 'paid') throw redirect(recordPath(record.participantId))
  return {
    view,
    askToKeep: outlastsHold(context, record),
    record,
    create: isDraft(record),
    formTo: formPath(record),
    now: context.clock.now(),
    contact: (await context.site.contact()).name,
  }
}

/**
 * `confirm`: the browser reports that the bank has agreed; what counts is the bank's own answer.
 * `cancel`: give the seat up.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  const form = await request.formData()
  return form.get('intent') === 'cancel'
    ? cancel(context, user, record)
    : confirm(context, user, record, form.get('what') === 'create')
}

async function confirm(context: AppContext, user: Viewer, record: CarpoolRecord, create: boolean) {
  const { participantId } = record
  const passed = await context.shield('carpool/pay')
  if (!passed.ok) return passed
  const confirmed = create
    ? await context.carpools.confirmCreate(user, participantId)
    : await context.carpools.confirmDeposit(user, participantId)
  if (!confirmed.ok) return confirmed
  return replaceDocument(donePath(participantId))
}

async function cancel(context: AppContext, user: Viewer, record: CarpoolRecord) {
  const given = await context.carpools.giveUp(user, record.participantId)
  if (given.ok)
    return redirectWithFlash(context, formPath(record), { kind: 'info', key: 'pay:done.cancelled' })
  const { participantId } = record
  return given.error.code === 'alreadyPaid'
    ? replaceWithFlash(context, recordPath(participantId), {
        kind: 'info',
        key: 'errors:alreadyPaid',
      })
    : redirectWithFlash(context, `/carpool/pay/${participantId}`, {
        kind: 'error',
        key: 'pay:error.cancelFailed',
      })
}

export default function PayRoute() {
  const { view, ...rest } = useLoaderData<typeof loader>()
  switch (view.kind) {
    case 'open':
      return <PayDialog {...rest} {...view} />
    case 'checking':
      return <Checking />
    case 'gone':
      return <Gone {...rest} />
    case 'failed':
      return <Failed {...rest} text={view.text} />
  }
}
