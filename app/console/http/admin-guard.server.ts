import { data, redirect } from '@remix-run/cloudflare'
import { type Access, mayDo } from '#app/console/service/access.server.ts'
import { type Admin, confirmAdmin } from '#app/console/service/accounts.server.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { pathOf, safeReturnTo } from '#app/web/http/return-to.server.ts'
import { requireShield } from '#app/web/http/shield.server.ts'

const HOME = '/admin'
const CONSOLE = /^\/admin(?:[/?#]|$)/
const NOT_BACK_TO = /^\/admin\/(?:login|logout|confirm)(?:[/?#]|$)/

/** Whether a request is for the console, which has no student sessions. */
export const isConsolePath = (request: Request): boolean => CONSOLE.test(pathOf(request))

/**
 * The administrator viewing a page of the console, if they may do what `access` requires. Throws a
 * redirect to the console's login, or to the page that asks for the password again, both of which
 * lead back here or to `backTo`, the page of a file; 403 with the missing `scope` if the account
 * lacks it; 429 after too many forms.
 */
export async function requireAdmin(
  context: AppContext,
  request: Request,
  access: Access = {},
  backTo = pathOf(request),
): Promise<Admin> {
  if (request.method !== 'GET') await requireShield(context, 'console/admin-guard')
  const viewer = await context.adminViewer()
  const back = new URLSearchParams({ redirect: backTo })
  if (!viewer) throw redirect(`/admin/login?${back}`)
  const allowed = mayDo(viewer.session, access, context.clock.now())
  if (allowed.ok) return allowed.value
  if (allowed.error.code === 'passwordNeeded') throw redirect(`/admin/confirm?${back}`)
  throw data({ scope: access.scope }, { status: 403 })
}

/** Whether the administrator has entered their password recently enough for what moves money. */
export async function isConfirmed(context: AppContext): Promise<boolean> {
  const viewer = await context.adminViewer()
  return (
    viewer !== null && mayDo(viewer.session, { own: true, confirmed: true }, context.clock.now()).ok
  )
}

/**
 * Asks for the password within a form that must not lose its fields and so cannot redirect: the
 * form has a password field, which is checked here. Fails with passwordNeeded if it is empty, or as
 * `confirmAdmin` does.
 */
export async function confirmByForm(context: AppContext, form: FormData): Promise<Result<null>> {
  if (await isConfirmed(context)) return ok(null)
  const password = String(form.get('password') ?? '')
  if (password === '') return fail('passwordNeeded')
  const viewer = await context.adminViewer()
  const confirmed = await confirmAdmin(context, viewer?.token ?? '', password)
  return confirmed.ok ? ok(null) : confirmed
}

/**
 * The page after a login or a password check: the URL's `redirect` if that is a page of the
 * console.
 */
export function afterAdminLogin(request: Request): string {
  const path = safeReturnTo(new URL(request.url).searchParams.get('redirect'), HOME)
  return CONSOLE.test(path) && !NOT_BACK_TO.test(path) ? path : HOME
}
