import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { sendEmailLinkAgain } from '#app/account/service/email-links.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { safeReturnTo } from '#app/web/http/return-to.server.ts'

const PROFILE = '/profile#info'

/** Sends the confirmation link again, and redirects to the page that asked for it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const back = safeReturnTo((await request.formData()).get('from'), PROFILE)
  const passed = await context.shield('account/email-link')
  const sent = passed.ok ? await sendEmailLinkAgain(context, user.id) : passed
  if (sent.ok) return redirectWithFlash(context, back, { key: 'account:emailLink.sent' })
  const { code, params } = sent.error
  const key = code === 'rateLimited' ? 'account:emailLink.tooMany' : `errors:${code}`
  return redirectWithFlash(context, back, { kind: 'error', key, params })
}

export const loader = () => redirect(PROFILE)
