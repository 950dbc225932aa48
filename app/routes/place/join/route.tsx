import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirectDocument,
} from '@remix-run/cloudflare'
import { useLoaderData, useLocation } from '@remix-run/react'
import { consentIn } from '#app/domain/group/consent.ts'
import { readForm } from '#app/http/form.server.ts'
import { requireLogin, withUser } from '#app/http/guard.server.ts'
import { requirePayments } from '#app/http/payments-guard.server.ts'
import { noteAgreement, readTerms } from '#app/http/terms.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { listSearch } from '#app/routes/carpool/query.ts'
import { carpoolJoinSchema } from '#app/schemas/carpool.server.ts'
import { payPath } from '#app/ui/carpool/paths.ts'
import { waitPath } from '#app/ui/carpool/waiting.ts'
import { DialogRoute } from '#app/ui/dialog.tsx'
import { keepForm, readIfChanged, useAnswer } from '#app/ui/offline.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Refusal } from '#app/ui/place/refusal.tsx'
import { readJoinForm, refuseJoin } from './carpool.server.ts'
import { JoinForm } from './join-form.tsx'

export const handle: PageHandle = { title: 'carpool:join.title' }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = requirePayments(context).then(() => requireLogin(context, request))
  const asked = new URL(request.url).searchParams
  const [[, join], terms] = await Promise.all([
    withUser(context, user, (viewer) =>
      readJoinForm(context, { viewer, user }, params.carpoolId, asked),
    ),
    readTerms(context, user, 'carpool'),
  ])
  return { terms, ...join }
}

/** Holds the seats and redirects to their deposit (docs/rules.md#joining-a-carpool). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  if (!context.viewerRef) await requireLogin(context, request)
  const form = await request.formData()
  const passed = await context.shield('carpool/join')
  const read = passed.ok ? readForm(context, form, carpoolJoinSchema) : passed
  const user = requireLogin(context, request)
  const consent = consentIn(form.get('sharing'))
  const [, hold] = await withUser(context, user, async (viewer) => {
    if (!read.ok) return read
    const [held] = await Promise.all([
      context.carpools.hold({ viewer, user }, params.carpoolId ?? '', read.value, consent),
      noteAgreement(context, viewer, 'carpool', form),
    ])
    return held
  })
  if (!hold.ok) return refuseJoin(context, form, hold.error)
  // As a document: the payment page has its own security policy.
  return redirectDocument(payPath(hold.value.participantId), 303)
}

export const clientAction = keepForm
export const shouldRevalidate = readIfChanged

export default function JoinRoute() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const answer = useAnswer<typeof action>()
  const { search } = useLocation()
  const closeTo = `/carpool${listSearch(search)}`
  const waitTo = data.canWait ? waitPath(data.carpool.id) : null
  if (data.closed === null || answer)
    return <JoinForm {...data} answer={answer} closeTo={closeTo} waitTo={waitTo} />
  return (
    <DialogRoute title={t('carpool:refused.closedTitle')} closeTo={closeTo}>
      <Refusal {...data.closed} contact={data.contact} listTo={closeTo} waitTo={waitTo} />
    </DialogRoute>
  )
}
