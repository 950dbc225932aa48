import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import {
  adminCookieName,
  emptyAdminCookie,
  endAdminSession,
} from '#app/console/service/accounts.server.ts'
import { bestEffort } from '#app/platform/best-effort.server.ts'
import { readCookie } from '#app/platform/cookies.server.ts'

/** Clears the console's cookie and ends its session, as far as that can be done now. */
export async function action({ request, context }: ActionFunctionArgs) {
  const token = readCookie(request, adminCookieName(context.secure))
  context.setCookie(emptyAdminCookie(context.secure))
  if (token) await bestEffort('a console session was not ended', endAdminSession(context, token))
  return redirect('/admin/login', 303)
}

export const loader = () => redirect('/admin')
