import { redirect } from '@remix-run/cloudflare'
import { emptySessionCookie, type User } from '#app/account/service/sessions.server.ts'
import type { ViewerRef } from '#app/group/service/viewer.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { setFlash } from './flash.server.ts'
import { loginPath, pathOf, safeReturnTo } from './return-to.server.ts'

/**
 * The user of a page that needs a login. Throws a redirect to /login that leads back here. After an
 * expired session it first redirects, once, to the page that says so, and removes the dead cookie.
 */
export async function requireUser(context: AppContext, request: Request): Promise<User> {
  const { user, expired } = await context.viewer()
  if (user) return user
  const path = pathOf(request)
  if (!expired) throw redirect(loginPath(path))
  context.setCookie(emptySessionCookie(context.secure))
  const query = new URLSearchParams({ redirect: safeReturnTo(path) })
  // A full page load, since that page uses a header that only documents obey.
  throw redirect(`/session-expired?${query}`)
}

/**
 * Like `requireUser`, for a page whose visitors may not expect a login: a message explains it first
 * (docs/rules.md#who-may-do-what).
 */
export async function requireLogin(context: AppContext, request: Request): Promise<User> {
  const { user, expired } = await context.viewer()
  if (!user && !expired) setFlash(context, { kind: 'info', key: 'errors:fallback.loginRequired' })
  return requireUser(context, request)
}

/**
 * The user of a page, and the result of `read` for them, in the round trip that reads the session.
 * The result is discarded if there is no user. Without a cookie nothing is read.
 */
export async function withUser<T>(
  { viewerRef }: AppContext,
  user: Promise<User>,
  read: (viewer: ViewerRef) => Promise<T>,
): Promise<[User, T]> {
  const found = viewerRef ? read(viewerRef) : user.then(read)
  // A redirect to the login takes precedence over a failed read.
  found.catch(() => {})
  return [await user, await found]
}
