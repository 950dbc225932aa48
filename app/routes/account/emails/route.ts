import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { requireUser } from '#app/http/guard.server.ts'

/** Whether notices also go out by email: the switch on the profile. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const emailNotices = (await request.formData()).get('emails') === 'on'
  await context.accounts.setPreferences(user.id, { emailNotices })
  const key = emailNotices ? 'common:notices.turnedOn' : 'common:notices.turnedOff'
  return redirectWithFlash(context, '/profile#info', { kind: 'success', key })
}

export const loader = () => redirect('/profile#info')
