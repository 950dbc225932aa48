import { isLanguage, LANGUAGE_COOKIE_SECONDS, LANGUAGE_KEY, type Language } from './languages.ts'

/** The language in which the server rendered the page. */
export const documentLanguage = (): Language =>
  document.documentElement.lang === 'en' ? 'en' : 'zh'

function chosenIn(cookies: string): string | undefined {
  const pair = cookies.split(/;\s*/).find((part) => part.startsWith(`${LANGUAGE_KEY}=`))
  return pair?.slice(LANGUAGE_KEY.length + 1)
}

/**
 * Keeps the choice in local storage and its mirror cookie in sync. If both exist the cookie is
 * newer (the toggle without scripts sets only the cookie); a lost cookie is restored. Returns true
 * if the page has to be reloaded in the restored language.
 */
export function restoreLanguage(): boolean {
  try {
    const inCookie = chosenIn(document.cookie)
    if (isLanguage(inCookie)) {
      localStorage.setItem(LANGUAGE_KEY, inCookie)
      return false
    }
    const stored = localStorage.getItem(LANGUAGE_KEY)
    if (!isLanguage(stored)) return false
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's own interface is missing in many WebViews
    document.cookie = `${LANGUAGE_KEY}=${stored}; Path=/; Max-Age=${LANGUAGE_COOKIE_SECONDS}; SameSite=Lax${secure}`
    // Where cookies are blocked entirely, reloading would never stop.
    return chosenIn(document.cookie) === stored && stored !== documentLanguage()
  } catch {
    return false
  }
}

/**
 * How often the texts are requested, after waits of one, two, four and eight seconds: without them
 * a page cannot take a card.
 */
const TRIES = 5

/**
 * The texts of the page's language, as one file that the document is already loading. Throws after
 * too many network failures.
 */
export async function loadStrings(): Promise<unknown> {
  const link = document.getElementById('strings')
  if (!(link instanceof HTMLLinkElement)) throw new Error('the page names no texts')
  for (let tries = 1; ; tries++) {
    try {
      const answer = await fetch(link.href)
      if (!answer.ok) throw new Error(`texts: ${answer.status}`)
      return await answer.json()
    } catch (error) {
      if (tries === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** (tries - 1)))
    }
  }
}
