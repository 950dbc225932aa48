import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { savePreferences } from '#app/account/service/accounts.server.ts'
import { isLanguage, LANGUAGE_COOKIE_SECONDS, LANGUAGE_KEY } from '#app/i18n/languages.ts'
import { writeCookie } from '#app/platform/cookies.server.ts'
import { safeReturnTo } from '#app/web/http/return-to.server.ts'

/** Stores the visitor's language for a year and goes back to the page where it was chosen. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const language = form.get('language')
  if (isLanguage(language)) {
    // Readable by scripts: local storage holds the same value and restores this cookie if it is
    // lost.
    const options = {
      maxAgeSeconds: LANGUAGE_COOKIE_SECONDS,
      httpOnly: false,
      secure: context.secure,
    }
    context.setCookie(writeCookie(LANGUAGE_KEY, language, options))
    const { user } = await context.viewer()
    if (user) await savePreferences(context, user.id, { language })
  }
  return redirect(safeReturnTo(form.get('returnTo'), '/'), 303)
}

export const loader = () => redirect('/')
