import { judgeMember } from '#app/console/service/members.server.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'

/**
 * Approves or rejects the member named in a form of the console, then redirects to `to` with the
 * outcome.
 */
export async function decideMember(context: AppContext, by: AdminId, form: FormData, to: string) {
  const approve = form.get('intent') === 'approve'
  const decision = approve ? 'APPROVED' : 'REJECTED'
  const decided = await judgeMember(context, by, String(form.get('userId')), decision)
  if (!decided.ok) {
    const reason = failureText(context.t, decided.error)
    return redirectWithFlash(context, to, {
      kind: 'error',
      key: 'admin:member.notDone',
      params: { reason },
    })
  }
  return redirectWithFlash(context, to, {
    key: approve ? 'admin:member.approved' : 'admin:member.rejected',
    params: { name: decided.value.name },
  })
}
