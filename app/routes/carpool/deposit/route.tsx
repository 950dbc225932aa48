import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { fail } from '#app/domain/result.ts'
import { setFlash } from '#app/http/flash.server.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { providerOf } from '#app/http/payment-view.server.ts'
import { replaceDocument } from '#app/http/replace-document.server.ts'
import { requireRecord } from '#app/routes/carpool/pay-view.server.ts'
import { Refused } from '#app/routes/carpool/refused.tsx'
import { recordPath } from '#app/ui/carpool/paths.ts'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { RepayDialog } from './repay-dialog.tsx'
import { readRepayView } from './view.server.ts'

export { keepForm as clientAction, readUnlessLost as shouldRevalidate } from '#app/ui/offline.tsx'

export const handle: PageHandle = { title: 'pay:again.title', payment: true }

/**
 * The deposit of the viewer's own place that the bank has released, or is about to. Reading it
 * begins no payment.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const record = await requireRecord(context, user, params.participantId)
  const view = await readRepayView(context, user, record)
  if (view.kind === 'paid') throw redirect(recordPath(record.participantId))
  return { view, record, provider: providerOf(context) }
}

/** The browser reports that the bank has agreed; what counts is the bank's own answer. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const { participantId } = await requireRecord(context, user, params.participantId)
  const passed = await context.shield('carpool/deposit')
  if (!passed.ok) return passed
  const confirmed = await context.carpools.confirmDeposit(user, participantId)
  if (!confirmed.ok) return confirmed
  if (!confirmed.value.deposit.isValid) return fail('paymentNotConfirmed')
  setFlash(context, { kind: 'success', key: 'pay:done.depositAgain' })
  return replaceDocument(recordPath(participantId))
}

export default function RepayRoute() {
  const { view, record, provider } = useLoaderData<typeof loader>()
  if (view.kind === 'refused') return <Refused record={record} text={view.text} />
  return <RepayDialog record={record} provider={provider} {...view} />
}
