import { expect, test } from 'vitest'
import { readCookie, writeCookie } from '#app/platform/cookies.server.ts'
import { visitorAddress, widerNetwork } from '#app/platform/rate-limit.server.ts'
import { isSameOrigin } from './origin.server.ts'
import { asPlainForm } from './plain-form.server.ts'
import {
  contentSecurityPolicy,
  paymentPolicy,
  personPolicy,
  setSecurityHeaders,
} from './security-headers.server.ts'

const post = (headers: Record<string, string>) =>
  new Request('https://help.example/neighbourhelp/login', { method: 'POST', headers })

test.each([
  ['a form of our own page', { 'Sec-Fetch-Site': 'same-origin' }, true],
  ['a form on a sister site', { 'Sec-Fetch-Site': 'same-site' }, false],
  ['a form elsewhere', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://help.example' }, false],
  ['an old browser that sends Origin', { Origin: 'https://help.example' }, true],
  ['an old browser on another site', { Origin: 'https://evil.example' }, false],
  ['a page with a hidden origin', { Origin: 'null' }, false],
  ['a browser that sends only Referer', { Referer: 'https://help.example/neighbourhelp/' }, true],
  ['another site by Referer', { Referer: 'https://evil.example/help.example' }, false],
  ['a request that shows nothing', {}, false],
] as [string, Record<string, string>, boolean][])(
  '%s: allowed %o %s',
  (_name, headers, allowed) => {
    expect(isSameOrigin(post(headers))).toBe(allowed)
  },
)
test('a request that changes nothing needs no origin', () => {
  expect(isSameOrigin(new Request('https://help.example/'))).toBe(true)
})

const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js'
test("only a payment page may reach Stripe's hosts", () => {
  expect(contentSecurityPolicy('N')).not.toMatch(/stripe\.com|frame-src/)
  const payment = paymentPolicy('N', STRIPE_JS)
  expect(payment).toContain("script-src 'self' 'nonce-N' https://js.stripe.com")
  expect(payment).toContain('frame-src https://js.stripe.com')
  expect(payment).toContain("connect-src 'self' https://api.stripe.com")
})
test('with the stand-in, a payment page reaches only our own host', () => {
  const payment = paymentPolicy('N', '/__dev/stripe/stripe.js')
  expect(payment).toContain("frame-src 'self'")
  expect(payment).not.toContain('stripe.com')
})
test("only a page that sends codes may reach Turnstile's host", () => {
  const host = 'https://challenges.cloudflare.com'
  expect(personPolicy('N', `${host}/turnstile/v0/api.js`)).toContain(`frame-src ${host}`)
  expect(personPolicy('N', `${host}/turnstile/v0/api.js`)).toContain(`'nonce-N' ${host}`)
  for (const policy of [contentSecurityPolicy('N'), personPolicy('N', '/__dev/turnstile/api.js')])
    expect(policy).not.toContain(host)
})
test('no policy allows inline or evaluated scripts', () => {
  for (const policy of [contentSecurityPolicy('N'), paymentPolicy('N', STRIPE_JS)])
    expect(policy).not.toContain('unsafe')
})
test('pages carry the policy, other replies do not, and nothing is cached by accident', () => {
  const page = new Headers({ 'Content-Type': 'text/html; charset=utf-8' })
  setSecurityHeaders(page, { nonce: 'N', secure: true, secret: false })
  expect(page.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(page.get('Strict-Transport-Security')).toContain('max-age=31536000')
  expect(page.get('Cache-Control')).toBe('private, no-store')
  const json = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'public' })
  setSecurityHeaders(json, { nonce: 'N', secure: false, secret: false })
  expect(json.has('Content-Security-Policy')).toBe(false)
  expect(json.has('Strict-Transport-Security')).toBe(false)
  expect(json.get('Cache-Control')).toBe('public')
})
test('a page whose address is a secret tells nobody the address, and is not listed', () => {
  const page = new Headers({ 'Content-Type': 'text/html' })
  setSecurityHeaders(page, { nonce: 'N', secure: true, secret: true })
  expect(page.get('Referrer-Policy')).toBe('no-referrer')
  expect(page.get('X-Robots-Tag')).toContain('noindex')
  expect(page.get('Cache-Control')).toBe('private, no-store')
})
test('a policy set by a page is kept', () => {
  const page = new Headers({ 'Content-Type': 'text/html', 'Content-Security-Policy': 'its own' })
  setSecurityHeaders(page, { nonce: 'N', secure: true, secret: false })
  expect(page.get('Content-Security-Policy')).toBe('its own')
})

test('a cookie is read back as it was written', () => {
  const header = writeCookie('flash', '{"key":"账号"}; x', {
    maxAgeSeconds: 60,
    httpOnly: true,
    secure: true,
  })
  expect(header).toContain('HttpOnly; Secure')
  const request = new Request('https://help.example/', {
    headers: { Cookie: `a=1; ${header.split(';')[0]}; b=2` },
  })
  expect(readCookie(request, 'flash')).toBe('{"key":"账号"}; x')
  expect(readCookie(request, 'c')).toBe(null)
})

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['2001:0db8:0001:00ff:ffff::1', '2001:db8:1:0::/56', '2001:db8:1::/48'],
  ['2001:db8:1:100::1', '2001:db8:1:100::/56', '2001:db8:1::/48'],
  ['2001:db8:1:abcd::1', '2001:db8:1:ab00::/56', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/56', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/56', '0:0:0::/48'],
])('address %s counts as %s, and for a whole day as %s', (ip, counted, wider) => {
  const address = visitorAddress(
    new Request('https://help.example/', { headers: { 'CF-Connecting-IP': ip } }),
  )
  expect(address).toBe(counted)
  expect(widerNetwork(address)).toBe(wider)
})
test('X-Forwarded-For is never trusted', () => {
  expect(
    visitorAddress(
      new Request('https://x.example/', { headers: { 'X-Forwarded-For': '1.2.3.4' } }),
    ),
  ).toBe('local')
})

test.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
  'a form reaches its page without invisible characters (%s)',
  async (type) => {
    const fields = {
      tripName: 'a\u202Eb\u200Bc\u0000',
      'items.0.zh.content': 'one\r\ntwo\uFEFF',
      password: 'a\u200Bb',
    }
    const body = type === 'multipart/form-data' ? new FormData() : new URLSearchParams()
    for (const [name, text] of Object.entries(fields)) body.append(name, text)
    const read = await asPlainForm(new Request('https://help.example/', { method: 'POST', body }))
    expect(read.ok && Object.fromEntries(await read.value.formData())).toEqual({
      tripName: 'abc',
      'items.0.zh.content': 'one\ntwo',
      password: 'a\u200Bb',
    })
  },
)
