import { reasonFormSchema } from '#app/console/schemas/members.server.ts'
import type { GroupView } from '#app/console/service/group-views.server.ts'
import { settleFlight, settleMissed } from '#app/console/service/groups.server.ts'
import { groupPath } from '#app/console/ui/group-words.tsx'
import { keepFlightSchema } from '#app/features/ride/dispatch-schema.server.ts'
import type { AdminId, ParticipantId } from '#app/kernel/id.ts'
import { countIn } from '#app/kernel/number.ts'
import { ok } from '#app/kernel/result.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { judgeTripTexts } from '#app/trip/service/trip-texts.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refused, refuseForm } from '#app/web/http/form.server.ts'

/** The context of a form on a group's page. */
type FormContext = { context: AppContext; group: GroupView; by: AdminId; form: FormData }

const placeIn = (form: FormData) => String(form.get('participantId')) as ParticipantId

/** Keeps a ride as it is although the flight shown has changed. */
export async function keepFlight({ context, group, by, form }: FormContext) {
  const read = readForm(context, form, keepFlightSchema)
  if (!read.ok) return refuseForm(context, form, read.error)
  const about = { participantId: placeIn(form), seen: countIn(form, 'seen'), by }
  const command = { ...about, note: read.value.note }
  const done = await settleFlight(context, group.about.kind, group.id, command)
  if (!done.ok) return refuseForm(context, form, done.error)
  return redirectWithFlash(context, groupPath(group), { key: 'admin:car.flight.kept' })
}

/** Approves or declines the version of the texts that was shown; newer ones must be read first. */
export async function decideTexts({ context, group, by, form }: FormContext) {
  const declines = form.get('decision') === 'decline'
  const read = declines ? readForm(context, form, reasonFormSchema) : ok({ reason: null })
  if (!read.ok) return refuseForm(context, form, read.error)
  const decision = { seen: countIn(form, 'seen'), ...read.value }
  const done = await judgeTripTexts(context, by, group.id, decision)
  if (!done.ok) return refuseForm(context, form, done.error)
  return redirectWithFlash(context, groupPath(group), {
    key: declines ? 'admin:group.texts.declined' : 'admin:group.texts.approved',
  })
}

/** Records that somebody has dealt with a passenger whom the driver did not find. */
export async function closeMissed({ context, group, by, form }: FormContext) {
  const command = { participantId: placeIn(form), by }
  const done = await settleMissed(context, group.about.kind, group.id, command)
  if (!done.ok) return refused({ missed: failureText(context.t, done.error) }, done.error.code)
  return redirectWithFlash(context, groupPath(group), { key: 'admin:car.missed.settled' })
}
