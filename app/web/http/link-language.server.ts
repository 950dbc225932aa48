import { LANGUAGE_COOKIE_SECONDS, LANGUAGE_KEY, LINK_LANGUAGE } from '#app/i18n/languages.ts'
import { readCookie, writeCookie } from '#app/platform/cookies.server.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** Visitors without a chosen language keep that of the link they followed. */
export function keepLanguage(request: Request, context: AppContext): void {
  const linked = new URL(request.url).searchParams.has(LINK_LANGUAGE)
  if (!linked || readCookie(request, LANGUAGE_KEY) !== null) return
  const options = {
    maxAgeSeconds: LANGUAGE_COOKIE_SECONDS,
    httpOnly: false,
    secure: context.secure,
  }
  context.setCookie(writeCookie(LANGUAGE_KEY, context.language, options))
}
