const STRIPE = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
  img: 'https://*.stripe.com',
}
type Sources = { script?: string; frame?: string; connect?: string; img?: string }

/** The enforced Content-Security-Policy of a page; `more` adds sources beyond our own origin. */
export const contentSecurityPolicy = (nonce: string, more: Sources = {}): string =>
  [
    "default-src 'none'",
    `script-src ${list("'self'", `'nonce-${nonce}'`, more.script)}`,
    "style-src 'self'",
    `img-src ${list("'self' data:", more.img)}`,
    "font-src 'self'",
    `connect-src ${list("'self'", more.connect)}`,
    ...(more.frame ? [`frame-src ${more.frame}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')

const list = (...sources: (string | undefined)[]) => sources.filter(Boolean).join(' ')

/**
 * The policy of a page that takes a card. Only such pages may contact Stripe's hosts. A Stripe.js
 * that we serve ourselves (development) needs frames of our own origin instead.
 */
export const paymentPolicy = (nonce: string, stripeJsUrl: string): string =>
  contentSecurityPolicy(
    nonce,
    stripeJsUrl.startsWith('https://js.stripe.com/') ? STRIPE : { frame: "'self'" },
  )

const TURNSTILE = 'https://challenges.cloudflare.com'
/**
 * The policy of a page that sends codes. In development the widget is served from our own origin.
 */
export const personPolicy = (nonce: string, turnstileJsUrl: string): string =>
  contentSecurityPolicy(
    nonce,
    turnstileJsUrl.startsWith(TURNSTILE) ? { script: TURNSTILE, frame: TURNSTILE } : {},
  )

/** `secret`: the URL alone gives access to the page, so it must not leak. */
type Answer = { nonce: string; secure: boolean; secret: boolean }

/**
 * Sets the headers of every response of the worker; a page without its own policy gets the strict
 * one.
 */
export function setSecurityHeaders(headers: Headers, { nonce, secure, secret }: Answer): void {
  if (secure) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', secret ? 'no-referrer' : 'strict-origin-when-cross-origin')
  if (secret) headers.set('X-Robots-Tag', 'noindex, nofollow')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  headers.set(
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
  )
  if (
    !headers.has('Content-Security-Policy') &&
    headers.get('Content-Type')?.startsWith('text/html')
  )
    headers.set('Content-Security-Policy', contentSecurityPolicy(nonce))
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
}
