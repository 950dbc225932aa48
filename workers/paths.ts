/** Below which all pages and files lie; `basename` in vite.config.ts. */
export const BASE_PATH = '/neighbourhelp/'
const API = /^(?:\/neighbourhelp)?\/api(?=\/|$)/

export const isApiPath = (pathname: string): boolean => API.test(pathname)

/** Methods that Remix hands to a route. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])
export const isKnownMethod = ({ method }: Request): boolean => METHODS.has(method)

/**
 * An API call as Remix is given it: below the pages' base path, at whichever of its two addresses it came. A slash at
 * the end and no `_data` keep Remix from taking it for a request of its own for a page's data.
 */
export function asApiRequest(request: Request, url: URL): Request {
  const address = new URL(url)
  address.pathname = `${BASE_PATH}api${url.pathname.replace(API, '').replace(/\/*$/, '/')}`
  if (address.searchParams.has('_data')) address.searchParams.delete('_data')
  return new Request(address, request)
}

/**
 * The first segment of a page's address, or of the request for its data: '' for the index page, null where Remix
 * would read more into it.
 */
export function firstSegment(pathname: string): string | null {
  if (pathname === BASE_PATH || pathname === `${BASE_PATH}_root.data`) return ''
  return /^\/neighbourhelp\/([a-z-]+)(?:\/|\.data$|$)/.exec(pathname)?.[1] ?? null
}
