import { confirmByForm } from '#app/console/http/admin-guard.server.ts'
import { levelFormSchema, reasonFormSchema } from '#app/console/schemas/members.server.ts'
import {
  changeLevel,
  reinstateAccount,
  suspendAccount,
} from '#app/console/service/members.server.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'

/** Sets the level of an account as given in the form. */
export async function saveLevel(context: AppContext, by: AdminId, id: string, form: FormData) {
  const read = readForm(context, form, levelFormSchema)
  const saved = read.ok ? await changeLevel(context, by, id, read.value.membershipLevel) : read
  if (!saved.ok) return refuseForm(context, form, saved.error, { form: 'level' as const })
  return redirectWithFlash(context, `/admin/users/${id}`, { key: 'admin:user.levelSaved' })
}

/** Refuses a form without the administrator's password, at its password field. */
async function refuseUnproved(context: AppContext, form: FormData) {
  const proved = await confirmByForm(context, form)
  if (proved.ok) return null
  const errors = { password: [failureText(context.t, proved.error)] }
  return refuseForm(context, form, { ...proved.error, errors }, { form: 'suspend' as const })
}

/** Suspends the account, for the reason given in the form. */
export async function saveSuspension(context: AppContext, by: AdminId, id: string, form: FormData) {
  const read = readForm(context, form, reasonFormSchema)
  if (!read.ok) return refuseForm(context, form, read.error, { form: 'suspend' as const })
  const refused = await refuseUnproved(context, form)
  if (refused) return refused
  const saved = await suspendAccount(context, by, id, read.value.reason)
  if (!saved.ok) return refuseForm(context, form, saved.error, { form: 'suspend' as const })
  return redirectWithFlash(context, `/admin/users/${id}`, { key: 'admin:user.suspend.done' })
}

/** Lifts the suspension. */
export async function reinstate(context: AppContext, by: AdminId, id: string, form: FormData) {
  const refused = await refuseUnproved(context, form)
  if (refused) return refused
  const saved = await reinstateAccount(context, by, id)
  const key = saved.ok ? 'admin:user.suspend.lifted' : `errors:${saved.error.code}`
  return redirectWithFlash(context, `/admin/users/${id}`, {
    kind: saved.ok ? 'success' : 'error',
    key,
  })
}
