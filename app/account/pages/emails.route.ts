import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { savePreferences } from '#app/account/service/accounts.server.ts'
import { emailingOf } from '#app/kernel/account.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'

/** The switch on the profile: whether notices are also emailed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context, request)
  const emailNotices = (await request.formData()).get('emails') === 'on'
  await savePreferences(context, user.id, { emailNotices })
  return redirectWithFlash(context, '/profile#info', {
    key: `common:notices.turned.${emailingOf({ ...user, emailNotices })}`,
  })
}

export const loader = () => redirect('/profile#info')
