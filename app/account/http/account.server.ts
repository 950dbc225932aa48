import { requireUser } from '#app/http/guard.server.ts'
import type { UserInfo } from '#app/services/accounts/accounts.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

/** The logged-in account, for a form that changes it. */
export async function requireAccount(context: AppContext, request: Request): Promise<UserInfo> {
  const viewer = await requireUser(context, request)
  const account = await context.accounts.find(viewer.id)
  if (!account) throw new Error('the user of a live session is gone')
  return account
}
