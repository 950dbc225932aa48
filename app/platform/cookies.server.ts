/** Reads one cookie of a request, or null. */
export function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get('Cookie') ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name)
      return decodeURIComponentOrNull(part.slice(at + 1).trim())
  }
  return null
}

function decodeURIComponentOrNull(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

/**
 * `__Host-` binds a cookie to this exact host over https; development uses http, where the prefix
 * is invalid.
 */
export const hostCookie = (name: string, secure: boolean): string =>
  secure ? `__Host-${name}` : name

export type CookieOptions = { maxAgeSeconds: number; httpOnly: boolean; secure: boolean }

/**
 * A Set-Cookie header value for the whole site. SameSite=Lax, so that a visitor who opens a shared
 * link stays logged in.
 */
export const writeCookie = (
  name: string,
  value: string,
  { maxAgeSeconds, httpOnly, secure }: CookieOptions,
): string =>
  `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${httpOnly ? '; HttpOnly' : ''}${secure ? '; Secure' : ''}`
