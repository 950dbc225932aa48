import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import {
  emptySessionCookie,
  endSession,
  sessionCookieName,
} from '#app/account/service/sessions.server.ts'
import { bestEffort } from '#app/platform/best-effort.server.ts'
import { readCookie } from '#app/platform/cookies.server.ts'
import { setFlash } from '#app/web/http/flash.server.ts'

/**
 * Clears the session's cookie, ends the session and redirects home (docs/rules.md#sessions). The
 * browser is logged out even if the session cannot be ended now.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = readCookie(request, sessionCookieName(context.secure))
  context.setCookie(emptySessionCookie(context.secure))
  if (token) await bestEffort('a session was not ended', endSession(context, token))
  setFlash(context, { kind: 'info', key: 'account:logout.done' })
  // A full page load, so that nothing of this user stays in the page's memory.
  return redirect('/', 303)
}

export const loader = () => redirect('/')
