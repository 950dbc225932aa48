import type { AdminId, ParticipantId } from '#app/domain/id.ts'
import { countIn } from '#app/domain/number.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm, refuseForm } from '#app/http/form.server.ts'
import { keepFlightSchema } from '#app/schemas/dispatch.server.ts'
import type { GroupView } from '#app/services/admin/group-views.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { groupPath } from '#app/ui/admin/group-words.tsx'

/** Leaves a ride as it is although the flight that was shown has changed. */
export async function keepFlight(
  context: AppContext,
  group: GroupView,
  by: AdminId,
  form: FormData,
) {
  const read = readForm(context, form, keepFlightSchema)
  if (!read.ok) return refuseForm(context, form, read.error)
  const { note } = read.value
  const about = {
    participantId: String(form.get('participantId')) as ParticipantId,
    seen: countIn(form, 'seen'),
  }
  const command = { ...about, note, by }
  const done = await context.admin.groups.settleFlight(group.about.kind, group.id, command)
  if (!done.ok) return refuseForm(context, form, done.error)
  return redirectWithFlash(context, groupPath(group), { key: 'admin:car.flight.kept' })
}
