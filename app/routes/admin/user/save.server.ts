import type { AdminId } from '#app/domain/id.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm, refused, refuseForm, sendBack } from '#app/http/form.server.ts'
import { levelFormSchema, suspendFormSchema } from '#app/schemas/admin-members.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

/** Sets the level of an account as its form says. */
export async function saveLevel(context: AppContext, by: AdminId, id: string, form: FormData) {
  const submission = readForm(context, form, levelFormSchema)
  if (submission.status !== 'success')
    return refused({ form: 'level' as const, result: sendBack(submission) })
  const saved = await context.admin.members.setLevel(by, id, submission.value.membershipLevel)
  if (!saved.ok)
    return refused(
      { form: 'level' as const, result: refuseForm(context, submission, saved.error) },
      saved.error.code,
    )
  return redirectWithFlash(context, `/admin/users/${id}`, { kind: 'success', key: 'admin:user.levelSaved' })
}

/** Keeps the owner of an account out, for the reason that its form gives. */
export async function saveSuspension(context: AppContext, by: AdminId, id: string, form: FormData) {
  const submission = readForm(context, form, suspendFormSchema)
  if (submission.status !== 'success')
    return refused({ form: 'suspend' as const, result: sendBack(submission) })
  const saved = await context.admin.members.suspend(by, id, submission.value.reason)
  if (saved.ok)
    return redirectWithFlash(context, `/admin/users/${id}`, {
      kind: 'success',
      key: 'admin:user.suspend.done',
    })
  const result = refuseForm(context, submission, saved.error)
  return refused({ form: 'suspend' as const, result }, saved.error.code)
}

/** Lets the owner in again. */
export async function reinstate(context: AppContext, by: AdminId, id: string) {
  const saved = await context.admin.members.reinstate(by, id)
  const key = saved.ok ? 'admin:user.suspend.lifted' : `errors:${saved.error.code}`
  return redirectWithFlash(context, `/admin/users/${id}`, { kind: saved.ok ? 'success' : 'error', key })
}
