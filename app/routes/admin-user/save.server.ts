import type { AdminId } from '#app/domain/id.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm, refused, refuseForm, sendBack } from '#app/http/form.server.ts'
import { levelFormSchema, pointsFormSchema } from '#app/schemas/admin-members.server.ts'
import { fieldOfFailure, issueText } from '#app/schemas/issue.ts'
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

/** Gives or takes back points as the form says. */
export async function savePoints(context: AppContext, by: AdminId, id: string, form: FormData) {
  const submission = readForm(context, form, pointsFormSchema)
  if (submission.status !== 'success')
    return refused({ form: 'points' as const, result: sendBack(submission) })
  const saved = await context.admin.members.allocatePoints(by, id, submission.value)
  if (saved.ok)
    return redirectWithFlash(context, `/admin/users/${id}`, { kind: 'success', key: 'admin:user.given' })
  const wrong = fieldOfFailure(saved.error)
  const result = wrong
    ? submission.reply({ fieldErrors: { [wrong.field]: [issueText(context.t, wrong.message)] } })
    : refuseForm(context, submission, saved.error)
  return refused({ form: 'points' as const, result }, saved.error.code)
}
