import { redirect, redirectDocument } from '@remix-run/cloudflare'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { setFlash } from './flash.server.ts'
import { loginPath, pathOf, safeReturnTo } from './return-to.server.ts'

/**
 * The user of a page that needs a login. Throws a redirect to /login that leads back here; for a
 * visitor whose session has ended, first to the page that says so, once: the dead cookie goes with
 * it.
 */
export async function requireUser(context: AppContext, request: Request): Promise<User> {
  const { user, expired } = await context.viewer()
  if (user) return user
  const path = pathOf(request)
  if (!expired) throw redirect(loginPath(path))
  context.setCookie(context.sessions.clearCookie(context.secure))
  const query = new URLSearchParams({ redirect: safeReturnTo(path) })
  // As a document, since the page leads on by a header that only documents obey.
  throw redirectDocument(`/session-expired?${query}`)
}

/**
 * The same for a page that a visitor may ask for without knowing that it needs a login: she is told
 * first (docs/rules.md#who-may-do-what).
 */
export async function requireLogin(context: AppContext, request: Request): Promise<User> {
  const { user, expired } = await context.viewer()
  if (!user && !expired) setFlash(context, { kind: 'info', key: 'errors:fallback.loginRequired' })
  return requireUser(context, request)
}
