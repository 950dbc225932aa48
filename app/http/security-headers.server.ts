type Policy = { nonce: string; payment: boolean; stripeJsUrl: string; secure: boolean }

const STRIPE = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
  img: 'https://*.stripe.com',
}

/**
 * The enforced Content-Security-Policy of a page. Only pages that take a card may talk to Stripe's
 * hosts, so a payment page is always loaded as a document of its own. A Stripe.js served by
 * ourselves (development) needs frames and scripts of our own origin instead.
 */
export function contentSecurityPolicy({ nonce, payment, stripeJsUrl }: Policy): string {
  const stripe = payment && stripeJsUrl.startsWith('https://js.stripe.com/')
  const own = payment && !stripe
  const list = (...sources: (string | false)[]) => sources.filter(Boolean).join(' ')
  return [
    "default-src 'none'",
    `script-src ${list("'self'", `'nonce-${nonce}'`, stripe && STRIPE.script)}`,
    "style-src 'self'",
    `img-src ${list("'self' data:", stripe && STRIPE.img)}`,
    "font-src 'self'",
    `connect-src ${list("'self'", stripe && STRIPE.connect)}`,
    ...(payment ? [`frame-src ${list(own && "'self'", stripe && STRIPE.frame)}`] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Headers of every answer of the worker; a page adds its CSP. */
export function setSecurityHeaders(headers: Headers, policy: Policy): void {
  if (policy.secure) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  headers.set(
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
  )
  if (!headers.has('Content-Security-Policy') && headers.get('Content-Type')?.startsWith('text/html'))
    headers.set('Content-Security-Policy', contentSecurityPolicy(policy))
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
}
