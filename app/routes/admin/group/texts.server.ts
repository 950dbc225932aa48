import type { AdminId } from '#app/domain/id.ts'
import { countIn } from '#app/domain/number.ts'
import { ok } from '#app/domain/result.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm, refuseForm } from '#app/http/form.server.ts'
import { reasonFormSchema } from '#app/schemas/admin-members.server.ts'
import type { GroupView } from '#app/services/admin/group-views.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { groupPath } from '#app/ui/admin/group-words.tsx'

/** Approves or declines the texts that were shown; newer ones have to be read first. */
export async function decideTexts(
  context: AppContext,
  group: GroupView,
  by: AdminId,
  form: FormData,
) {
  const declines = form.get('decision') === 'decline'
  const read = declines ? readForm(context, form, reasonFormSchema) : ok({ reason: null })
  if (!read.ok) return refuseForm(context, form, read.error)
  const decision = { seen: countIn(form, 'seen'), ...read.value }
  const done = await context.trips.texts.decide(by, group.id, decision)
  if (!done.ok) return refuseForm(context, form, done.error)
  return redirectWithFlash(context, groupPath(group), {
    key: declines ? 'admin:group.texts.declined' : 'admin:group.texts.approved',
  })
}
