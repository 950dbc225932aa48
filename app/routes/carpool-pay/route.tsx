import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash, setFlash } from '#app/http/flash.server.ts'
import { requireUser } from '#app/http/guard.server.ts'
import type { CarpoolRecord, Viewer } from '#app/services/carpools.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Checking, Failed, Gone } from './other-views.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { formPath, isDraft, readPayView, requireRecord } from './view.server.ts'

export { sayOffline as clientAction, stayOffline as shouldRevalidate } from '#app/ui/pay/offline.ts'

export const handle: PageHandle = { title: 'pay:title' }

/** The open deposit of one's own place. A reload finds the same payment again; a paid one leads on to its record. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  const view = await readPayView(context, user, record)
  if (view.kind === 'paid') throw redirect(`/carpool/record/${record.participantId}`)
  return {
    view,
    record,
    create: isDraft(record),
    formTo: formPath(record),
    now: context.clock.now(),
    contact: (await context.site.contact()).name,
  }
}

/** `confirm`: the browser says that the bank has agreed; what counts is read from the bank. `cancel`: give the seat up. */
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
  const passed = await context.shield('PAYMENT')
  if (!passed.ok) return passed
  const confirmed = create
    ? await context.carpools.confirmCreate(user, participantId)
    : await context.carpools.confirmJoin(user, participantId)
  if (!confirmed.ok) return confirmed
  const done = create ? (record.maxPassengers === 1 ? 'privateSuccess' : 'createSuccess') : 'joinSuccess'
  setFlash(context, { kind: 'success', key: `pay:done.${done}` })
  // As a document, so that "back" to this page is one too, with the security policy it needs.
  return redirectDocument(`/carpool/record/${participantId}`, 303)
}

async function cancel(context: AppContext, user: Viewer, record: CarpoolRecord) {
  const given = await context.carpools.giveUp(user, record.participantId)
  if (given.ok)
    return redirectWithFlash(context, formPath(record), { kind: 'info', key: 'pay:done.cancelled' })
  if (given.error.code !== 'alreadyPaid') return given
  return redirectWithFlash(context, `/carpool/record/${record.participantId}`, {
    kind: 'info',
    key: 'errors:alreadyPaid',
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
