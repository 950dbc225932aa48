import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { refused } from '#app/http/form.server.ts'
import { requireUser } from '#app/http/guard.server.ts'
import { replaceDocument } from '#app/http/replace-document.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { donePath } from '#app/ui/trip/query.ts'
import { PayDialog } from './pay-dialog.tsx'
import { readPayView } from './view.server.ts'

export { keepForm as clientAction, readUnlessLost as shouldRevalidate } from '#app/ui/offline.tsx'

export const handle: PageHandle = { title: 'trip:pay.title', payment: true }

/**
 * The open deposit of the viewer's own place. A reload finds the same payment again; a paid one
 * redirects to the page that says what has been achieved.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(context, request)
  const place = await context.trips.place(user, params.tripId ?? '')
  if (!place.ok) throw new Response(null, { status: place.error.code === 'notFound' ? 404 : 503 })
  const { trip, party, creates, holdExpiresAt, leaving } = place.value
  const view = await readPayView(context, user, place.value)
  const now = context.clock.now()
  return { view, trip, people: party.people, creates, holdExpiresAt, leaving, now }
}

/** The browser reports that the bank has agreed; what counts is the bank's own answer. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const passed = await context.shield('trip/pay')
  if (!passed.ok) return refused(passed, passed.error.code)
  const id = params.tripId ?? ''
  const confirmed = await context.trips.confirmDeposit(user, id)
  if (!confirmed.ok) return refused(confirmed, confirmed.error.code)
  return replaceDocument(donePath(id))
}

export default function PayRoute() {
  const t = useT()
  return (
    <>
      <Page title={t('trip:title')} lead={t('trip:lead')} />
      <PayDialog {...useLoaderData<typeof loader>()} />
    </>
  )
}
