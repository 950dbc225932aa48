import type { AdminId } from '#app/domain/id.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm, refuseForm } from '#app/http/form.server.ts'
import { levelFormSchema, reasonFormSchema } from '#app/schemas/admin-members.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

/** Sets the level of an account as given in the form. */
export async function saveLevel(context: AppContext, by: AdminId, id: string, form: FormData) {
  const read = readForm(context, form, levelFormSchema)
  const saved = read.ok
    ? await context.admin.members.setLevel(by, id, read.value.membershipLevel)
    : read
  if (!saved.ok) return refuseForm(context, form, saved.error, { form: 'level' as const })
  return redirectWithFlash(context, `/admin/users/${id}`, {
    kind: 'success',
    key: 'admin:user.levelSaved',
  })
}

/** Suspends the account, for the reason given in the form. */
export async function saveSuspension(context: AppContext, by: AdminId, id: string, form: FormData) {
  const read = readForm(context, form, reasonFormSchema)
  const saved = read.ok ? await context.admin.members.suspend(by, id, read.value.reason) : read
  if (!saved.ok) return refuseForm(context, form, saved.error, { form: 'suspend' as const })
  return redirectWithFlash(context, `/admin/users/${id}`, {
    kind: 'success',
    key: 'admin:user.suspend.done',
  })
}

/** Lifts the suspension. */
export async function reinstate(context: AppContext, by: AdminId, id: string) {
  const saved = await context.admin.members.reinstate(by, id)
  const key = saved.ok ? 'admin:user.suspend.lifted' : `errors:${saved.error.code}`
  return redirectWithFlash(context, `/admin/users/${id}`, {
    kind: saved.ok ? 'success' : 'error',
    key,
  })
}
