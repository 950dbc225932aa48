const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a page request that may change something comes from our own pages (reference: OWASP CSRF,
 * Fetch Metadata). `Sec-Fetch-Site` decides if the browser sends it; older web views send only
 * Origin or Referer. A request with none of the three is refused.
 */
export function isSameOrigin(request: Request): boolean {
  if (SAFE.has(request.method)) return true
  const site = request.headers.get('Sec-Fetch-Site')
  if (site) return site === 'same-origin'
  const from = request.headers.get('Origin') ?? request.headers.get('Referer')
  if (!from) return false
  try {
    return new URL(from).origin === new URL(request.url).origin
  } catch {
    return false
  }
}
