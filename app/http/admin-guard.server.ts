import { data, redirect } from '@remix-run/cloudflare'
import { type Access, mayDo } from '#app/services/admin/access.server.ts'
import type { Admin } from '#app/services/admin/accounts.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { pathOf, safeReturnTo } from './return-to.server.ts'

const HOME = '/admin'
const CONSOLE = /^\/admin(?:[/?#]|$)/
const NOT_BACK_TO = /^\/admin\/(?:login|logout|confirm)(?:[/?#]|$)/

/** Whether a request is for the console, which has no student sessions. */
export const isConsolePath = (request: Request): boolean => CONSOLE.test(pathOf(request))

/**
 * The administrator viewing a page of the console, if they may do what `access` requires. Throws a
 * redirect to the console's login, or to the page that asks for the password again, both of which
 * lead back here; 403 with the missing `scope` if the account lacks it.
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
 * Where the console goes after a login or a password check: the URL's `redirect` if that is a page
 * of the console.
 */
export function afterAdminLogin(request: Request): string {
  const path = safeReturnTo(new URL(request.url).searchParams.get('redirect'), HOME)
  return CONSOLE.test(path) && !NOT_BACK_TO.test(path) ? path : HOME
}
