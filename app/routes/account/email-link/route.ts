import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { requireUser } from '#app/http/guard.server.ts'

const PROFILE = '/profile#info'

/** Resends the link that confirms an email: the button on the profile. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const sent = await context.emailLinks.sendAgain(user.id)
  if (sent.ok)
    return redirectWithFlash(context, PROFILE, { kind: 'success', key: 'account:emailLink.sent' })
  const key =
    sent.error.code === 'rateLimited' ? 'account:emailLink.tooMany' : `errors:${sent.error.code}`
  return redirectWithFlash(context, PROFILE, { kind: 'error', key })
}

export const loader = () => redirect(PROFILE)
