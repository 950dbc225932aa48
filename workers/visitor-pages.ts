import { boundedCache } from '#app/kernel/bounded-cache.ts'

/**
 * Matches requests without a session, a flash message, or any other cookie that a page could depend
 * on.
 */
const NO_COOKIE_BUT_LANGUAGE = /^(?:language=\w+)?$/
/** Maximum number of cached pages, about 100 kB each. */
const PAGES_MAX = 50
/** Larger pages are not cached: they repeat the query of their URL in every link. */
const PAGE_BYTES_MAX = 200_000

type CachedPage = { body: ArrayBuffer; headers: Headers; until: number }

/**
 * Answers visitors with a page that another visitor received less than `visitorPagesMs` ago
 * (decision 0016). When a link is shared, hundreds of visitors open one list at once; the page is
 * then read and rendered once, not hundreds of times.
 */
export function createVisitorPages() {
  const cache = boundedCache<string, CachedPage>(PAGES_MAX)
  return {
    /**
     * The cache key of a request's page, or null if the page could not be shared with everybody.
     */
    keyOf({ method, headers }: Request, url: URL): string | null {
      const cookie = headers.get('Cookie') ?? ''
      const shared = method === 'GET' && NO_COOKIE_BUT_LANGUAGE.test(cookie)
      return shared ? `${url.protocol}${url.pathname}${url.search} ${cookie}` : null
    },

    /** The page, if it is still fresh at `now`. */
    find(key: string, now: number): Response | null {
      const page = cache.get(key)
      return page && now < page.until ? new Response(page.body, { headers: page.headers }) : null
    },

    /** Keeps a page of status 200 until `until` and returns it. */
    async keep(key: string, response: Response, until: number): Promise<Response> {
      if (response.status !== 200) return response
      const body = await response.arrayBuffer()
      if (body.byteLength <= PAGE_BYTES_MAX)
        cache.set(key, { body, headers: response.headers, until })
      return new Response(body, { headers: response.headers })
    },
  }
}
