import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirectDocument,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import type { Flash } from '#app/http/flash.server.ts'
import { refused } from '#app/http/form.server.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { providerOf } from '#app/http/payment-view.server.ts'
import { replaceDocument, replaceWithFlash } from '#app/http/replace-document.server.ts'
import { useT } from '#app/i18n/context.tsx'
import type { AppContext } from '#app/services/context.server.ts'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { donePath, tabPath } from '#app/ui/trip/query.ts'
import { BalanceDialog, Refused } from './balance-dialog.tsx'
import { readBalanceView, requireOwnTrip } from './view.server.ts'

export { keepForm as clientAction, readUnlessLost as shouldRevalidate } from '#app/ui/offline.tsx'

export const handle: PageHandle = { title: 'trip:balance.title', payment: true }

/** The remaining balance of the viewer's own place. Reading it begins no payment. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const trip = await requireOwnTrip(context, user, params.tripId)
  const view = await readBalanceView(context, user, trip)
  if (view.kind === 'paid') throw redirectDocument(donePath(trip.id))
  return { view, trip, provider: providerOf(context) }
}

/** `confirm`: the bank has agreed. `cancel`: give up the payment that was begun. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const id = params.tripId ?? ''
  if ((await request.formData()).get('intent') === 'cancel') {
    const given = await context.trips.giveUpBalance(user, id)
    if (given.ok) return leave(context, 'info', 'trip:done.balanceCancelled')
    if (given.error.code === 'alreadyPaid') return leave(context, 'info', 'errors:alreadyPaid')
    // The bank may have charged the card: promise nothing, and don't let it be paid again.
    return leave(context, 'error', 'pay:done.balanceUnknown')
  }
  const passed = await context.shield('trip/balance')
  if (!passed.ok) return refused(passed, passed.error.code)
  const confirmed = await context.trips.confirmBalance(user, id)
  if (!confirmed.ok) return refused(confirmed, confirmed.error.code)
  return replaceDocument(donePath(id))
}

const leave = (context: AppContext, kind: Flash['kind'], key: string) =>
  replaceWithFlash(context, tabPath('end'), { kind, key })

export default function BalanceRoute() {
  const t = useT()
  const { view, trip, provider } = useLoaderData<typeof loader>()
  return (
    <>
      <Page title={t('trip:title')} lead={t('trip:lead')} />
      {view.kind === 'refused' ? (
        <Refused trip={trip} text={view.text} />
      ) : (
        <BalanceDialog trip={trip} amount={view.amount} provider={provider} />
      )}
    </>
  )
}
