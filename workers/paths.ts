/** The path that all pages and files are under; `basename` in vite.config.ts. */
export const BASE_PATH = '/neighbourhelp/'
const API = /^(?:\/neighbourhelp)?\/api(?=\/|$)/

export const isApiPath = (pathname: string): boolean => API.test(pathname)

/** A driver's page. Its URL alone gives access, so the URL is a secret. */
const DRIVE = /^(?:\/neighbourhelp)?\/drive\//i

export const isDrivePath = (pathname: string): boolean => DRIVE.test(pathname)

/** The unsubscribe page of our emails, which mail programs post to: its URL is signed. */
const EMAIL_OFF = /^\/neighbourhelp\/email-off\/?$/i

/** A page whose URL alone authorises its reader, so that it must not leak. */
export const isSecretPath = (pathname: string): boolean =>
  isDrivePath(pathname) || EMAIL_OFF.test(pathname)

/** Methods that Remix hands to a route. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])
export const isKnownMethod = ({ method }: Request): boolean => METHODS.has(method)

/**
 * Rewrites an API call's request for Remix: always the one address of the API's route. Remix would
 * interpret some addresses (`.data` at the end, `_data`) and finds no route for others (a line
 * break in an id).
 */
export const asApiRequest = (request: Request, { origin }: URL): Request =>
  new Request(`${origin}${BASE_PATH}api`, request)

/**
 * The first segment of a page's address, or of the request for its data: '' for the index page,
 * null where Remix would interpret the address differently.
 */
export function firstSegment(pathname: string): string | null {
  if (pathname === BASE_PATH || pathname === `${BASE_PATH}_root.data`) return ''
  return /^\/neighbourhelp\/([a-z-]+)(?:\/|\.data$|$)/.exec(pathname)?.[1] ?? null
}
