const BASE = '/neighbourhelp'
/** Anything will do: only where a path leads relative to it matters. */
const HERE = 'https://here.invalid'
// Browsers drop tabs and line breaks from addresses and read a backslash as a slash.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const TRICKS = /[\u0000-\u001f\u007f\\]/

/**
 * Where to go after a form: a path of our own pages, without the base path (the router puts it on).
 * Takes what a query or a form said; gives `fallback` for anything that could lead to another site.
 */
export function safeReturnTo(value: unknown, fallback = '/'): string {
  if (typeof value !== 'string' || !value.startsWith('/') || TRICKS.test(value)) return fallback
  const url = URL.parse(value, HERE)
  if (!url || url.origin !== HERE) return fallback
  const path = withoutBase(`${url.pathname}${url.search}${url.hash}`)
  return path.startsWith('//') ? fallback : path
}

/**
 * Pages that only make sense without a login: to lead back to them after one would be going in
 * circles.
 */
const DEAD_ENDS = /^\/(?:login|logout|register|forgot-password|session-expired|language)(?:[/?#]|$)/

/**
 * Where to go after a login: the `redirect` of its address, if that is a page of ours to be logged
 * in on.
 */
export function afterLogin(request: Request): string {
  const path = safeReturnTo(new URL(request.url).searchParams.get('redirect'))
  return DEAD_ENDS.test(path) ? '/' : path
}

/**
 * The page a request is for, as a path to come back to: the base path and the data suffix of client
 * navigation are off.
 */
export function pathOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const query = new URLSearchParams(searchParams)
  // Remix's own marks on the address, not the page's.
  query.delete('_routes')
  query.delete('index')
  const path = withoutBase(pathname).replace(/\.data$/, '')
  return query.size > 0 ? `${path}?${query}` : path
}

/** `/login`, leading back to `path` afterwards. */
export function loginPath(path: string): string {
  const to = safeReturnTo(path)
  return to === '/' ? '/login' : `/login?redirect=${encodeURIComponent(to)}`
}

/** A path as the browser needs it where no router puts the base path on. */
export const withBase = (path: string): string => `${BASE}${path}`

const withoutBase = (path: string): string =>
  path === BASE ? '/' : path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path
