import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirectDocument,
} from '@remix-run/cloudflare'
import { useLoaderData, useLocation } from '@remix-run/react'
import { consentIn } from '#app/domain/group/consent.ts'
import { tripTotal } from '#app/domain/trip/state.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/form.server.ts'
import { requireLogin } from '#app/http/guard.server.ts'
import { partyValues } from '#app/http/party-values.server.ts'
import { requirePayments } from '#app/http/payments-guard.server.ts'
import { refusePrice } from '#app/http/shown-price.server.ts'
import { noteAgreement, readTerms } from '#app/http/terms.server.ts'
import { answerCancel, refuseTrip, tripFailureText } from '#app/routes/trip/form.server.ts'
import { requireTrip } from '#app/routes/trip/require.server.ts'
import { tripJoinSchema } from '#app/schemas/trip.server.ts'
import { keepForm, readIfChanged, useAnswer } from '#app/ui/offline.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Closed } from '#app/ui/trip/closed.tsx'
import { payPath, recordPath, underPath } from '#app/ui/trip/query.ts'
import { readJoinForm } from './form.server.ts'
import { JoinForm } from './join-form.tsx'

export const handle: PageHandle = { title: 'trip:join.title' }

/** What the join form needs. A student already on the trip is redirected to it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requirePayments(context)
  const user = await requireLogin(context, request)
  const trip = await requireTrip(context, params.tripId, user)
  if (trip.own && trip.own.paymentStatus !== 'REFUNDED')
    throw redirectWithFlash(context, recordPath(trip.own.participantId), {
      kind: 'info',
      key: 'errors:alreadyJoined',
      params: { context: 'trip' },
    })
  const [{ closed, ...form }, terms] = await Promise.all([
    readJoinForm(context, user, trip),
    readTerms(context, user, 'trip'),
  ])
  const refusal = closed && {
    code: closed,
    text: tripFailureText(context, { code: closed, params: { context: 'tripClosed' } }),
  }
  return { trip, terms, ...form, closed: refusal, contact: (await context.site.contact()).name }
}

/**
 * Holds the places and redirects to their deposit; or gives them up and returns the form
 * (docs/rules.md#joining-a-trip).
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await requireLogin(context, request)
  const id = params.tripId ?? ''
  const form = await request.formData()
  if (form.get('intent') === 'cancel')
    return answerCancel(context, user, id, form, ({ party }) => partyValues(party))
  const passed = await context.shield('trip/join')
  const needsFlight = await context.trips.needsFlight(id)
  const read = passed.ok
    ? readForm(context, form, tripJoinSchema({ now: context.clock.now(), needsFlight }))
    : passed
  const consent = consentIn(form.get('sharing'))
  const price = (await context.trips.find(id, user))?.balancePrice
  const changed =
    read.ok && refusePrice(context, form, price === undefined ? null : tripTotal(price))
  if (changed) return refuseTrip(context, form, changed)
  if (!read.ok) return refuseTrip(context, form, read.error)
  const [hold] = await Promise.all([
    context.trips.hold(user, id, read.value, consent),
    noteAgreement(context, user, 'trip', form),
  ])
  if (!hold.ok) return refuseTrip(context, form, hold.error)
  // As a document: the payment page has its own security policy.
  return redirectDocument(payPath(id), 303)
}

export const clientAction = keepForm
export const shouldRevalidate = readIfChanged

export default function JoinRoute() {
  const { closed, contact, ...rest } = useLoaderData<typeof loader>()
  const answer = useAnswer<typeof action>()
  const { search } = useLocation()
  const closeTo = underPath(search)
  if (closed && !answer)
    return <Closed {...closed} trip={rest.trip} contact={contact} closeTo={closeTo} />
  return <JoinForm {...rest} answer={answer} closeTo={closeTo} />
}
