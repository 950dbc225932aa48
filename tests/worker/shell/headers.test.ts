import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { api, createPayload } from '#tests/worker/world/api.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import type { HandlePage } from '#workers/app.server.ts'
import { handlePage } from '#workers/remix.ts'
// @ts-expect-error The build of the pages exists only once `npm run build` has run.
import { assets } from '../../../build/server/index.js'
import { ask, brokenDatabase, ORIGIN, policyOf } from './kit.ts'

const BASE = '/neighbourhelp'
const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js'

test.each(['/', BASE])('%s redirects to the product, below its base path', async (path) => {
  const answer = await ask(path)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, `${BASE}/`])
})

test('a page’s redirect stays below the base path, which is added once', async () => {
  expect((await ask(`${BASE}/move`)).headers.get('Location')).toBe(`${BASE}/moving`)
  expect((await ask(`${BASE}/trip`)).headers.get('Location')).toBe(`${BASE}/login?redirect=%2Ftrip`)
})

test.each(['/elsewhere', '/neighbourhelpers', '/carpool'])(
  '%s, outside the base path, is not a page',
  async (path) => {
    expect((await ask(path)).status).toBe(404)
  },
)

const tagsOf = (text: string, name: string) =>
  text.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
const nonceOf = (tag: string) => / nonce="([^"]+)"/.exec(tag)?.[1]

const fileOf = (name: string, attributes: string) =>
  expect.stringMatching(
    new RegExp(
      `^<script type="module" async="" ${attributes}src="/neighbourhelp/assets/${name}-\\w+\\.js">$`,
    ),
  )
const PAGE_SCRIPT = fileOf('page', 'blocking="render" ')

test.each([
  // Without a ticket there is nothing to keep up to date.
  ['/', 200, [PAGE_SCRIPT]],
  ['/carpool?tripType=DROPOFF', 200, [PAGE_SCRIPT, fileOf('live', '')]],
  ['/storage', 200, [PAGE_SCRIPT]],
  ['/mail', 200, [PAGE_SCRIPT, fileOf('form', '')]],
  ['/register', 200, [PAGE_SCRIPT, fileOf('form', '')]],
  ['/no-such-page', 404, [PAGE_SCRIPT]],
  ['/profile', 500, [PAGE_SCRIPT]],
] as const)(
  'the scripts of a plain page (%s) are files of ours, without another visitor’s nonce',
  async (path, status, scripts) => {
    const env = status === 500 ? brokenDatabase : {}
    const page = await ask(BASE + path, { env, session: status === 500 ? 'any' : '' })
    expect(page.status).toBe(status)
    expect(tagsOf(page.text, 'script')).toEqual(scripts)
    expect(page.text).not.toContain('nonce')
    expect(tagsOf(page.text, 'style')).toEqual([])
    expect(page.text.replace(/<script[\s\S]*?<\/script>/g, '')).not.toMatch(
      /<[^>]* (style|on[a-z]+)="/,
    )
  },
)

test('no nonce is used twice', async () => {
  const [a, b] = [await ask(`${BASE}/`), await ask(`${BASE}/`)]
  expect(policyOf(a)['script-src']).not.toBe(policyOf(b)['script-src'])
})

/** A seat waiting for its deposit: the address of its payment page, and its owner's cookie. */
async function openPayment() {
  const student = await newStudent()
  const json = createPayload()
  const draft = await api('POST', '/carpool/deposit-payment-intent-for-create', {
    as: student,
    json,
  })
  return { path: `${BASE}/pay/deposit-${draft.body.participantId}`, session: student.token }
}

test("only the payment page may reach Stripe, and its scripts carry the nonce or are Stripe's", async () => {
  const { path, session } = await openPayment()
  const env = { STRIPE_JS_URL: STRIPE_JS }
  const page = await ask(path, { session, env })
  expect(page.status).toBe(200)
  const policy = policyOf(page)
  expect(policy['script-src']).toMatch(
    /^'self' 'nonce-[\w+/=]+' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com$/,
  )
  expect(policy['frame-src']).toBe(
    'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  )
  expect(policy['connect-src']).toBe("'self' https://api.stripe.com")
  const nonce = /'nonce-([^']+)'/.exec(policy['script-src'] ?? '')?.[1]
  const scripts = tagsOf(page.text, 'script')
  expect(scripts.some((tag) => tag.includes(`src="${STRIPE_JS}"`))).toBe(true)
  for (const tag of scripts)
    if (!tag.includes(`src="${STRIPE_JS}"`)) expect(nonceOf(tag), tag).toBe(nonce)

  for (const other of ['/carpool', '/carpool/create', '/profile'])
    expect(
      (await ask(BASE + other, { session, env })).headers.get('Content-Security-Policy'),
    ).not.toMatch(/stripe|frame-src/)
})

test('the page of every charge may reach Stripe, and the list of trips may not', async () => {
  const { token: session } = await newStudent()
  const env = { STRIPE_JS_URL: STRIPE_JS }
  for (const charge of ['deposit-par_none', 'balance-par_none', 'deposit-trip_none']) {
    const none = await ask(`${BASE}/pay/${charge}`, { session, env })
    expect(none.status).toBe(404)
    expect(none.headers.get('Content-Security-Policy')).toContain('frame-src https://js.stripe.com')
  }
  const list = await ask(`${BASE}/trip`, { session, env })
  expect(list.status).toBe(200)
  expect(list.headers.get('Content-Security-Policy')).not.toMatch(/stripe|frame-src/)
})

test('with the stand-in for Stripe the payment page reaches only our own host', async () => {
  const { path, session } = await openPayment()
  const page = await ask(path, { session })
  expect(page.status).toBe(200)
  expect(policyOf(page)['frame-src']).toBe("'self'")
  expect(page.headers.get('Content-Security-Policy')).not.toContain('https:')
})

const post = { method: 'POST', body: 'a=1' }
const own = { Origin: 'https://help.example' }
test.each([
  ['a page', `${BASE}/`, {}, 200],
  ['a redirect', '/', {}, 302],
  ['a page that is not there', `${BASE}/none`, {}, 404],
  ['a page that failed', `${BASE}/profile`, { env: brokenDatabase, session: 'any' }, 500],
  ['a worker without its secrets', `${BASE}/carpool`, { env: { PEPPER: undefined } }, 503],
  ['a form from elsewhere', `${BASE}/login`, { ...post, headers: { Origin: ORIGIN } }, 403],
  [
    'a form that is too big',
    `${BASE}/login`,
    { method: 'POST', body: 'a'.repeat(70_000), headers: own },
    413,
  ],
  ['an API answer', '/api/normal-price-matrix', {}, 200],
  ['an API problem', '/api/nothing', {}, 404],
] as const)('%s carries the security headers', async (_name, path, options, status) => {
  const { headers, status: answered } = await ask(path, {
    origin: 'https://help.example',
    ...options,
  })
  expect(answered).toBe(status)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
  expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups')
  expect(headers.get('Permissions-Policy')).toContain('camera=()')
  expect(headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/)
  if (!path.startsWith('/api')) expect(headers.get('Cache-Control')).toBe('private, no-store')
  const csp = headers.get('Content-Security-Policy')
  if (headers.get('Content-Type')?.startsWith('text/html')) {
    expect(csp).toMatch(/^default-src 'none'; /)
    expect(csp).toContain("frame-ancestors 'none'")
    expect(csp).not.toContain('unsafe')
  }
})

test('over plain http there are no headers about https', async () => {
  expect((await ask(`${BASE}/`)).headers.has('Strict-Transport-Security')).toBe(false)
})

test('a request id made up by the caller is ignored', async () => {
  const answer = await ask(`${BASE}/`, { headers: { 'X-Request-Id': 'mine' } })
  expect(answer.headers.get('X-Request-Id')).not.toBe('mine')
})

/** The worker as deployed, except for its keys. */
const production = {
  ENVIRONMENT: 'production',
  SITE_URL: 'https://help.example',
  EMAIL_FROM: 'Help <hello@help.example>',
  CONTACT_LINK: 'https://u.wechat.com/own',
  CONTACT_NAME: 'own-helper',
}
const sent = {
  method: 'POST',
  headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
}

test.each([
  ['/', 308, {}],
  [`${BASE}/`, 308, {}],
  [`${BASE}/carpool?tripType=DROPOFF`, 308, {}],
  [`${BASE}/login.data`, 308, {}],
  [`${BASE}/login`, 308, { ...sent, body: 'phone=07700900123&password=a' }],
  [`${BASE}/admin/login`, 308, { ...sent, body: 'phone=07700900123&password=a' }],
  ['/.well-known/security.txt', 308, {}],
  ['/api/health', 403, {}],
  [`${BASE}/api/carpool/get`, 403, {}],
  [
    '/api/user/login',
    403,
    { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } },
  ],
  ['/api/stripe/webhook', 403, { method: 'POST', body: '{}' }],
] as const)('in production plain http is refused: %s is %i', async (path, status, options) => {
  const answer = await ask(path, { origin: 'http://other.example', env: production, ...options })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('Location')).toBe(status === 308 ? `https://help.example${path}` : null)
  expect(answer.headers.getSetCookie()).toEqual([])
  if (status === 403) expect(JSON.parse(answer.text)).toMatchObject({ code: 'forbidden' })
})

test.each(['http:', 'https:'])(
  'in production every cookie is Secure and limited to this host (%s)',
  async (protocol) => {
    const seen = new Set<string>()
    const pages: HandlePage = async (request, context) => {
      // The scheme reported by a proxy in front makes no difference.
      expect(context.secure).toBe(true)
      return handlePage(request, context)
    }
    const forms = [
      ['/logout', ''],
      ['/admin/logout', ''],
      ['/register', 'intent=send-code&phone=07700900456'],
    ] as const
    for (const [path, body] of forms) {
      const options = { ...sent, body, env: production, pages, session: 'any' }
      const { headers } = await ask(BASE + path, {
        ...options,
        origin: `${protocol}//help.example`,
      })
      for (const cookie of headers.getSetCookie()) {
        seen.add(cookie.split('=', 1)[0] ?? '')
        expect(cookie).toMatch(/^__Host-[\w-]+=[^;]*; Path=\/; .*; HttpOnly; Secure$/)
      }
    }
    const all = ['__Host-asid', '__Host-code-wait', '__Host-flash', '__Host-sid']
    expect([...seen].sort()).toEqual(protocol === 'https:' ? all : [])
  },
)

test.each(['/robots.txt', '/neighbourhelp/images/share-trip-en.png', `${assets.entry.module}`])(
  'the platform serves %s with the headers of every file',
  async (path) => {
    const { status, headers } = await env.ASSETS.fetch(`https://help.example${path}`)
    expect(status).toBe(200)
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    )
  },
)

test('the service worker may reach the product alone, and is never kept longer than it is true', async () => {
  const { status, headers } = await env.ASSETS.fetch('https://help.example/sw.js')
  expect(status).toBe(200)
  expect(headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  )
  expect(headers.get('Cache-Control')).toBe('no-cache')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
})

test('security.txt says where to report a vulnerability, and has not expired', async () => {
  const { status, text, headers } = await ask('/.well-known/security.txt', {
    origin: 'https://help.example',
    env: production,
  })
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain('Contact: mailto:hello@help.example\n')
  expect(text).toContain('Canonical: https://help.example/.well-known/security.txt\n')
  const left = Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '') - Date.now()
  expect(left / 86_400_000).toBeGreaterThan(90)
  expect(left / 86_400_000).toBeLessThan(366)
})
