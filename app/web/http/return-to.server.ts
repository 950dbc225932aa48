import { BASE } from '#app/kernel/base-path.ts'
import { isOurKind, isShort } from './address.server.ts'

/** An arbitrary host: only relative paths matter. */
const HERE = 'https://here.invalid'
// Browsers drop tabs and line breaks from URLs and read a backslash as a slash.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const TRICKS = /[\u0000-\u001f\u007f\\]/

/**
 * The target after a form: a path on our own site, without the base path (the router adds it).
 * Takes a value from a query or a form; returns `fallback` for anything that could lead to another
 * site.
 */
export function safeReturnTo(value: unknown, fallback = '/'): string {
  if (typeof value !== 'string' || !value.startsWith('/') || TRICKS.test(value)) return fallback
  const url = URL.parse(value, HERE)
  if (!url || url.origin !== HERE || !isOurKind(url.pathname) || !isShort(url)) return fallback
  return withoutBase(`${url.pathname}${url.search}${url.hash}`)
}

/** Pages that only make sense while logged out; returning to them after a login would be a loop. */
const DEAD_ENDS = /^\/(?:login|logout|register|forgot-password|session-expired|language)(?:[/?#]|$)/

/**
 * The target after a login: the URL's `redirect`, if it is one of our pages and makes sense while
 * logged in.
 */
export function afterLogin(request: Request): string {
  const path = safeReturnTo(new URL(request.url).searchParams.get('redirect'))
  return DEAD_ENDS.test(path) ? '/' : path
}

/**
 * The requested page as a path to return to, without the base path and the data suffix of client
 * navigation.
 */
export function pathOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const query = new URLSearchParams(searchParams)
  // Remix's own query parameters, not the page's.
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

const withoutBase = (path: string): string =>
  path === BASE ? '/' : path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path
