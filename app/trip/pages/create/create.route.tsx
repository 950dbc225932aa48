import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { noteAgreement, readTerms } from '#app/group/http/terms.server.ts'
import { consentIn } from '#app/group/rules/consent.ts'
import { latestDay } from '#app/kernel/latest.ts'
import { refuseTrip } from '#app/trip/http/form.server.ts'
import { earliestCutoff } from '#app/trip/rules/check.ts'
import { tripTotal } from '#app/trip/rules/state.ts'
import { tripCreateSchema } from '#app/trip/schema.server.ts'
import { createTrip } from '#app/trip/service/trips.server.ts'
import { payPath } from '#app/trip/ui/query.ts'
import { readForm } from '#app/web/http/form.server.ts'
import { requireLogin } from '#app/web/http/guard.server.ts'
import { requirePayments } from '#app/web/http/payments-guard.server.ts'
import { refusePrice } from '#app/web/http/shown-price.server.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { CreateDialog } from './dialog.tsx'
import { valuesFrom } from './values.server.ts'

export const handle: PageHandle = { title: 'trip:create.title' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePayments(context)
  const user = await requireLogin(context, request)
  const { clock } = context
  const from = new URL(request.url).searchParams.get('from')
  const [values, { tripBalancePrice }, terms, contact] = await Promise.all([
    valuesFrom(context, user, from),
    readSettings(context),
    readTerms(context, user, 'trip'),
    readContact(context),
  ])
  return {
    values,
    /** Created before the first attempt and sent with each, so that a double tap makes one trip. */
    attemptId: crypto.randomUUID(),
    balancePrice: tripBalancePrice,
    earliest: earliestCutoff(clock.now()),
    latest: latestDay(clock.now()),
    terms,
    contact: contact.name,
  }
}

/** Makes the trip and redirects to its deposit (docs/rules.md#trips). */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireLogin(context, request)
  const form = await request.formData()
  const passed = await context.shield('trip/create')
  const read = passed.ok
    ? readForm(context, form, tripCreateSchema({ now: context.clock.now() }))
    : passed
  if (!read.ok) return refuseTrip(context, form, read.error)
  const { tripBalancePrice } = await readSettings(context)
  const changed = refusePrice(context, form, tripTotal(tripBalancePrice))
  if (changed) return refuseTrip(context, form, changed)
  const attemptId = String(form.get('attemptId') || crypto.randomUUID())
  const [made] = await Promise.all([
    createTrip(context, user, read.value, attemptId, consentIn(form.get('sharing'))),
    noteAgreement(context, user, 'trip', form),
  ])
  if (!made.ok) return refuseTrip(context, form, made.error)
  // As a document: the payment page has its own security policy.
  return redirect(payPath(made.value.id), 303)
}

export default function CreateRoute() {
  return (
    <CreateDialog {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  )
}
