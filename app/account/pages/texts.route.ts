import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { savePreferences } from '#app/account/service/accounts.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'

/** The switch on the profile: whether news of the student's cars may come by text message. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const rideTexts = (await request.formData()).get('texts') === 'on'
  await savePreferences(context, user.id, { rideTexts })
  return redirectWithFlash(context, '/profile#info', {
    key: `account:texts.turned.${rideTexts ? 'on' : 'off'}`,
  })
}

export const loader = () => redirect('/profile#info')
