import { reasonFormSchema } from '#app/console/schemas/members.server.ts'
import { judgeMember, judgeMembers } from '#app/console/service/members.server.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm } from '#app/web/http/form.server.ts'

/**
 * Approves or rejects the member named in a form of the console, or approves all those ticked, then
 * redirects to `to` with the outcome. A rejection needs a reason, which the student reads.
 */
export async function decideMember(context: AppContext, by: AdminId, form: FormData, to: string) {
  const intent = form.get('intent')
  const say = (key: 'admin:member.notDone' | 'admin:member.noReason', reason = '') =>
    redirectWithFlash(context, to, { kind: 'error', key, params: { reason } })
  if (intent === 'approveAll') {
    const ticked = form.getAll('ticked').map(String)
    const count = await judgeMembers(context, by, ticked, 'APPROVED')
    return redirectWithFlash(context, to, { key: 'admin:member.approvedAll', params: { count } })
  }
  const approve = intent === 'approve'
  const read = approve ? null : readForm(context, form, reasonFormSchema)
  if (read && !read.ok) return say('admin:member.noReason')
  const decision = approve ? 'APPROVED' : 'REJECTED'
  const id = String(form.get('userId'))
  const decided = await judgeMember(context, by, id, decision, read?.value.reason)
  if (!decided.ok) return say('admin:member.notDone', failureText(context.t, decided.error))
  return redirectWithFlash(context, to, {
    key: approve ? 'admin:member.approved' : 'admin:member.rejected',
    params: { name: decided.value.name },
  })
}
