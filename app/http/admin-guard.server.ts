import { data, redirect } from '@remix-run/cloudflare'
import { type Access, mayDo } from '#app/services/admin/access.server.ts'
import type { Admin } from '#app/services/admin/accounts.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { pathOf, safeReturnTo } from './return-to.server.ts'

const HOME = '/admin'
const CONSOLE = /^\/admin(?:[/?#]|$)/
const NOT_BACK_TO = /^\/admin\/(?:login|logout|confirm)(?:[/?#]|$)/

/** Whether a request is for the console, which knows no students. */
export const isConsolePath = (request: Request): boolean => CONSOLE.test(pathOf(request))

/**
 * The administrator of a page of the console, if she may do what `access` asks. Throws a redirect
 * to the console's login, or to where the password is given again, both of which lead back here;
 * 403 with the missing `scope` where the account may not.
 */
export async function requireAdmin(
  context: AppContext,
  request: Request,
  access: Access = {},
): Promise<Admin> {
  const viewer = await context.adminViewer()
  const back = new URLSearchParams({ redirect: pathOf(request) })
  if (!viewer) throw redirect(`/admin/login?${back}`)
  const allowed = mayDo(viewer.session, access, context.clock.now())
  if (allowed.ok) return allowed.value
  if (allowed.error.code === 'passwordNeeded') throw redirect(`/admin/confirm?${back}`)
  throw data({ scope: access.scope }, { status: 403 })
}

/**
 * Where the console leads after a login or a password: the `redirect` of the address, if that is a
 * page of the console.
 */
export function afterAdminLogin(request: Request): string {
  const path = safeReturnTo(new URL(request.url).searchParams.get('redirect'), HOME)
  return CONSOLE.test(path) && !NOT_BACK_TO.test(path) ? path : HOME
}
