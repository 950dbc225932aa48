import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { listSearch } from '#app/carpool/http/query.ts'
import { carpoolCreateSchema, fewerIn } from '#app/carpool/schema.server.ts'
import { type CarpoolDraft, draftCarpool } from '#app/carpool/service/carpools.server.ts'
import { payPath } from '#app/carpool/ui/paths.ts'
import { quoteAirport } from '#app/catalog/service/catalog.server.ts'
import { noteAgreement } from '#app/group/http/terms.server.ts'
import { consentIn } from '#app/group/rules/consent.ts'
import type { AirportId } from '#app/kernel/id.ts'
import { londonDay } from '#app/kernel/time.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { requireLogin } from '#app/web/http/guard.server.ts'
import { requirePayments } from '#app/web/http/payments-guard.server.ts'
import { refusePrice } from '#app/web/http/shown-price.server.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { readCreateForm } from './defaults.server.ts'
import { CreateDialog } from './dialog.tsx'
import { pricedOf } from './values.ts'

export const handle: PageHandle = { title: 'carpool:create.title' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = requirePayments(context).then(() => requireLogin(context, request))
  return readCreateForm(context, user, new URL(request.url))
}

/** Makes the draft and redirects to its deposit (docs/rules.md#opening-a-carpool). */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireLogin(context, request)
  const form = await request.formData()
  const passed = await context.shield('carpool/create')
  const read = passed.ok
    ? readForm(context, form, carpoolCreateSchema({ now: context.clock.now() }))
    : passed
  if (!read.ok) return refuseForm(context, form, read.error)
  const { carpoolDatetime, ...rest } = read.value
  const draft = { ...rest, airportId: rest.airportId as AirportId, carpoolAt: carpoolDatetime }
  const changed = await priceChanged(context, form, draft)
  if (changed) return refuseForm(context, form, changed)
  const attemptId = String(form.get('attemptId') || crypto.randomUUID())
  const [drafted] = await Promise.all([
    draftCarpool(context, user, draft, attemptId, {
      consent: consentIn(form.get('sharing')),
      fewer: fewerIn(form),
    }),
    noteAgreement(context, user, 'carpool', form),
  ])
  if (!drafted.ok) return refuseForm(context, form, drafted.error)
  // As a document: the payment page has its own security policy.
  return redirect(payPath(drafted.value.place.id), 303)
}

async function priceChanged(context: AppContext, form: FormData, draft: CarpoolDraft) {
  const { airportId, carpoolAt, maxPassengers } = draft
  const day = londonDay(carpoolAt)
  const quote = await quoteAirport(context, airportId, day)
  const of = pricedOf(airportId, day, maxPassengers)
  return refusePrice(context, form, quote?.prices[maxPassengers - 1], of)
}

export default function CreateRoute() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { search } = useLocation()
  return <CreateDialog {...data} answer={answer} closeTo={`/carpool${listSearch(search)}`} />
}
