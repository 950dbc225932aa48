import { findAccount, type UserInfo } from '#app/account/service/accounts.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'

/** The logged-in account, for a form that changes it. */
export async function requireAccount(context: AppContext, request: Request): Promise<UserInfo> {
  const viewer = await requireUser(context, request)
  const account = await findAccount(context, viewer.id)
  if (!account) throw new Error('the user of a live session is gone')
  return account
}
