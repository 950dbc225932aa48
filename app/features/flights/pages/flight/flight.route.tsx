import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { suggestedFor } from '#app/carpool/http/flight-suggestion.server.ts'
import { closedFor, requirePlace } from '#app/carpool/http/place.server.ts'
import { carpoolFlightSchema } from '#app/carpool/schema.server.ts'
import { changeFlight, readFlightChoice } from '#app/carpool/service/carpool-actions.server.ts'
import { recordPath } from '#app/carpool/ui/paths.ts'
import { RideLine } from '#app/carpool/ui/ride-line.tsx'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { PlaceRefusal } from '#app/group/ui/place-refusal.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { latestDay } from '#app/kernel/latest.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { FlightForm } from './form.tsx'

export const handle: PageHandle = { title: 'account:flight.title' }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user, record } = await requirePlace(context, request, params.participantId)
  const choice = await readFlightChoice(context, user, record.participantId)
  const wanted = new URL(request.url).searchParams.has('suggested')
  return {
    record,
    choice: choice.ok ? choice.value : null,
    latest: latestDay(context.clock.now()),
    suggested: wanted ? await suggestedFor(context, record) : null,
    closed: closedFor(context, record, 'changeFlight'),
    contact: (await readContact(context)).name,
  }
}

const PARTS = ['flightNumber', 'flightTime', 'terminal'] as const

/** Saves another flight and says what follows from it (docs/rules.md#changed-flights). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, record } = await requirePlace(context, request, params.participantId)
  const form = await request.formData()
  const passed = await context.shield('flights/flight')
  const read = passed.ok
    ? readForm(context, form, carpoolFlightSchema({ now: context.clock.now() }))
    : passed
  if (!read.ok) return refuseForm(context, form, read.error)
  const isSame = PARTS.every((part) => record.party[part] === read.value[part])
  const home = recordPath(record.participantId)
  // Submitted twice, or without a change.
  if (isSame && !record.flight)
    return redirectWithFlash(context, home, { kind: 'info', key: 'account:info.unchanged' })
  const saved = await changeFlight(context, user, record.participantId, read.value)
  if (!saved.ok) return refuseForm(context, form, saved.error)
  const fits = saved.value.flight?.fits ?? true
  return redirectWithFlash(context, home, {
    kind: fits ? 'success' : 'info',
    key: `account:flight.done.${fits ? 'fits' : 'apart'}`,
  })
}

/** The form for another flight, number or terminal, once the group is complete. */
export default function FlightPage() {
  const t = useT()
  const format = useFormat()
  const { record, choice, latest, suggested, closed, contact } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result ?? null
  const [text] = result?.errors[''] ?? []
  const back = recordPath(record.participantId)
  const refusal = text ? { title: t('account:info.failed'), text } : result ? null : closed
  return (
    <Page
      width="text"
      title={t('account:flight.title')}
      back={{ to: back, label: t('account:refused.back') }}
    >
      <RideLine carpool={record} />
      {refusal && <PlaceRefusal {...refusal} contact={contact} closeTo={back} />}
      {choice && (result || !closed) && (
        <>
          <p>{t('account:flight.lead', { until: format.dateTime(choice.until) })}</p>
          <FlightForm {...{ record, choice, latest, suggested, result }} />
        </>
      )}
    </Page>
  )
}
