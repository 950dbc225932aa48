import { memoryOf } from '#app/memo.ts'

/**
 * Such a request brings no session, no message of a page before, and nothing else that a page could
 * hang on.
 */
const NO_COOKIE_BUT_LANGUAGE = /^(?:language=\w+)?$/
/** Views of the list that are kept at a time, at some 100 kB each. */
const KEPT_MAX = 50
/** A larger one repeats what its address asks for in each of its links. */
const KEPT_BYTES_MAX = 200_000

type Kept = { body: ArrayBuffer; headers: Headers; until: number }

/**
 * Answers visitors with the page that another visitor was given less than `forMs` before (decision
 * 0024). When a link goes round, hundreds look at one list at once; what they see is then read and
 * written once, not hundreds of times.
 */
export function createVisitorPages() {
  const known = memoryOf<string, Kept>(KEPT_MAX)
  return {
    /** Under what a request's page would be kept; null when it could not be one for everybody. */
    keyOf({ method, headers }: Request, url: URL): string | null {
      const cookie = headers.get('Cookie') ?? ''
      const shared = method === 'GET' && NO_COOKIE_BUT_LANGUAGE.test(cookie)
      return shared ? `${url.protocol}${url.pathname}${url.search} ${cookie}` : null
    },

    /** The page, if it is still good at `now`. */
    find(key: string, now: number): Response | null {
      const kept = known.get(key)
      return kept && now < kept.until ? new Response(kept.body, { headers: kept.headers }) : null
    },

    /** Keeps a good page until `until` and gives it back. */
    async keep(key: string, response: Response, until: number): Promise<Response> {
      if (response.status !== 200) return response
      const body = await response.arrayBuffer()
      if (body.byteLength <= KEPT_BYTES_MAX)
        known.set(key, { body, headers: response.headers, until })
      return new Response(body, { headers: response.headers })
    },
  }
}
