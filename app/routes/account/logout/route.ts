import { type ActionFunctionArgs, redirect, redirectDocument } from '@remix-run/cloudflare'
import { readCookie } from '#app/cookies.server.ts'
import { setFlash } from '#app/http/flash.server.ts'
import { sessionCookieName } from '#app/services/accounts/sessions.server.ts'

/** Ends the session, clears its cookie and redirects home (docs/rules.md#sessions). */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = readCookie(request, sessionCookieName(context.secure))
  if (token) await context.accounts.logout(token)
  context.setCookie(context.sessions.clearCookie(context.secure))
  setFlash(context, { kind: 'info', key: 'account:logout.done' })
  // As a document, so that nothing of this user stays in the page's memory.
  return redirectDocument('/', 303)
}

export const loader = () => redirect('/')
