import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { countOf } from '#app/domain/number.ts'
import { type Flash, setFlash } from '#app/http/flash.server.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { providerOf } from '#app/http/payment-view.server.ts'
import { replaceDocument, replaceWithFlash } from '#app/http/replace-document.server.ts'
import { requireRecord } from '#app/routes/carpool/pay-view.server.ts'
import { Refused } from '#app/routes/carpool/refused.tsx'
import type { AppContext } from '#app/services/context.server.ts'
import type { CarpoolRecord } from '#app/services/groups/carpools.server.ts'
import type { Viewer } from '#app/services/groups/viewer.ts'
import { balancePath, donePath, recordPath } from '#app/ui/carpool/paths.ts'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { BalanceDialog } from './balance-dialog.tsx'
import { PointsDialog } from './points-dialog.tsx'
import { beginBalance, readBalanceView, readShown } from './view.server.ts'

export { keepForm as clientAction, readUnlessLost as shouldRevalidate } from '#app/ui/offline.tsx'

export const handle: PageHandle = { title: 'pay:balance.title', payment: true }

/**
 * The remaining balance of the viewer's own place. Reading it begins no payment. All points that
 * help are used, or as many as `?points=` says.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  const asked = new URL(request.url).searchParams.get('points') ?? ''
  const wanted = countOf(asked) ?? 'all'
  const view = await readBalanceView(context, user, record, wanted)
  if (view.kind === 'paid') throw redirect(recordPath(record.participantId))
  return { view, record, provider: providerOf(context), now: context.clock.now() }
}

/**
 * `points`: pay with points alone. `confirm`: the bank has agreed. `cancel`: give up the payment
 * that was begun.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  const form = await request.formData()
  switch (form.get('intent')) {
    case 'points':
      return payWithPoints(context, user, record, form)
    case 'confirm':
      return confirm(context, user, record)
    default:
      return cancel(context, user, record)
  }
}

async function payWithPoints(
  context: AppContext,
  user: Viewer,
  record: CarpoolRecord,
  form: FormData,
) {
  const begun = await beginBalance(context, user, record, readShown(form))
  if (begun.kind === 'paid') return done(record)
  if (begun.kind === 'refused') return data({ text: begun.text }, { status: 409 })
  setFlash(context, { kind: 'info', key: 'pay:error.changed' })
  return redirectDocument(balancePath(record.participantId), 303)
}

async function confirm(context: AppContext, user: Viewer, record: CarpoolRecord) {
  const passed = await context.shield('carpool/balance')
  if (!passed.ok) return passed
  const confirmed = await context.carpools.confirmBalance(user, record.participantId)
  return confirmed.ok ? done(record) : confirmed
}

const done = ({ participantId }: CarpoolRecord) => replaceDocument(donePath(participantId))

async function cancel(context: AppContext, user: Viewer, record: CarpoolRecord) {
  const given = await context.carpools.giveUpBalance(user, record.participantId)
  const leave = (kind: Flash['kind'], key: string) =>
    replaceWithFlash(context, recordPath(record.participantId), { kind, key })
  if (given.ok) return leave('info', 'pay:done.balanceCancelled')
  if (given.error.code === 'alreadyPaid') return leave('info', 'errors:alreadyPaid')
  // The bank may have charged the card: promise nothing, and don't let it be paid again.
  return leave('error', 'pay:done.balanceUnknown')
}

export default function BalanceRoute() {
  const { view, ...rest } = useLoaderData<typeof loader>()
  if (view.kind === 'refused') return <Refused record={rest.record} {...view} />
  return view.quote.amount === 0 ? (
    <PointsDialog {...rest} sum={view} />
  ) : (
    <BalanceDialog {...rest} sum={view} />
  )
}
