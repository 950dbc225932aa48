import { expect, test } from 'vitest'
import { api, createPayload, newStudent } from '../api/world.ts'
import { ask, brokenDatabase, ORIGIN, policyOf } from './kit.ts'

const BASE = '/neighbourhelp'
const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js'

test.each(['/', BASE])('%s leads to the product, below its base path', async (path) => {
  const answer = await ask(path)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, `${BASE}/`])
})

test('a redirect of a page stays below the base path, and puts it on once', async () => {
  expect((await ask(`${BASE}/move`)).headers.get('Location')).toBe(`${BASE}/moving`)
  expect((await ask(`${BASE}/trip`)).headers.get('Location')).toBe(`${BASE}/login?redirect=%2Ftrip`)
})

test.each(['/elsewhere', '/neighbourhelpers', '/carpool'])(
  '%s, outside the base path, is no page',
  async (path) => {
    expect((await ask(path)).status).toBe(404)
  },
)

const tagsOf = (text: string, name: string) => text.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
const nonceOf = (tag: string) => / nonce="([^"]+)"/.exec(tag)?.[1]

test.each([
  ['a form', '/register', {}],
  ['a page that is not there', '/no-such-page', {}],
  ['a page that failed', '/profile', brokenDatabase],
] as const)(
  "every script of %s carries the policy's nonce, and nothing is inline beside them",
  async (_name, path, env) => {
    const page = await ask(BASE + path, { env, session: env === brokenDatabase ? 'any' : '' })
    const script = policyOf(page)['script-src'] ?? ''
    const nonce = /^'self' 'nonce-([\w+/=]{24})'$/.exec(script)?.[1]
    expect(nonce, script).toBeDefined()
    const scripts = tagsOf(page.text, 'script')
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.map(nonceOf)).toEqual(scripts.map(() => nonce))
    expect(tagsOf(page.text, 'style')).toEqual([])
    expect(page.text.replace(/<script[\s\S]*?<\/script>/g, '')).not.toMatch(/<[^>]* (style|on[a-z]+)="/)
  },
)

test.each(['/', '/carpool?tripType=DROPOFF', '/storage'])(
  'the one script of a plain page (%s) is a file of ours, without a nonce that another visitor would be given',
  async (path) => {
    const page = await ask(BASE + path)
    expect(page.status).toBe(200)
    expect(tagsOf(page.text, 'script')).toEqual([
      expect.stringMatching(
        /^<script type="module" async="" blocking="render" src="\/neighbourhelp\/assets\/page-\w+\.js">$/,
      ),
    ])
    expect(page.text).not.toContain('nonce')
    expect(tagsOf(page.text, 'style')).toEqual([])
    expect(page.text.replace(/<script[\s\S]*?<\/script>/g, '')).not.toMatch(/<[^>]* (style|on[a-z]+)="/)
  },
)

test('no nonce is used twice', async () => {
  const [a, b] = [await ask(`${BASE}/`), await ask(`${BASE}/`)]
  expect(policyOf(a)['script-src']).not.toBe(policyOf(b)['script-src'])
})

/** A seat that waits for its deposit: the address of its payment page, and its owner's cookie. */
async function openPayment() {
  const student = await newStudent()
  const json = createPayload()
  const draft = await api('POST', '/carpool/deposit-payment-intent-for-create', { as: student, json })
  return { path: `${BASE}/carpool/pay/${draft.body.participantId}`, session: student.token }
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
  expect(policy['frame-src']).toBe('https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com')
  expect(policy['connect-src']).toBe("'self' https://api.stripe.com")
  const nonce = /'nonce-([^']+)'/.exec(policy['script-src'] ?? '')?.[1]
  const scripts = tagsOf(page.text, 'script')
  expect(scripts.some((tag) => tag.includes(`src="${STRIPE_JS}"`))).toBe(true)
  for (const tag of scripts) if (!tag.includes(`src="${STRIPE_JS}"`)) expect(nonceOf(tag), tag).toBe(nonce)

  for (const other of ['/carpool', '/carpool/create', '/profile'])
    expect((await ask(BASE + other, { session, env })).headers.get('Content-Security-Policy')).not.toMatch(
      /stripe|frame-src/,
    )
})

test('the pages of a balance and of a deposit paid again may reach Stripe too', async () => {
  const { path, session } = await openPayment()
  const env = { STRIPE_JS_URL: STRIPE_JS }
  for (const kind of ['pay', 'deposit']) {
    const page = await ask(path.replace('/carpool/pay/', `/profile/${kind}/`), { session, env })
    expect([200, 302]).toContain(page.status)
    const none = await ask(`${BASE}/profile/${kind}/par_none`, { session, env })
    for (const { status, headers } of [page, none])
      if (status !== 302)
        expect(headers.get('Content-Security-Policy')).toContain('frame-src https://js.stripe.com')
    expect(none.status).toBe(404)
  }
})

test('the pages of a trip’s deposit and balance may reach Stripe, and the list of trips may not', async () => {
  const { token: session } = await newStudent()
  const env = { STRIPE_JS_URL: STRIPE_JS }
  for (const kind of ['pay', 'balance']) {
    const none = await ask(`${BASE}/trip/${kind}/trip_none`, { session, env })
    expect(none.status).toBe(404)
    expect(none.headers.get('Content-Security-Policy')).toContain('frame-src https://js.stripe.com')
  }
  const list = await ask(`${BASE}/trip`, { session, env })
  expect(list.status).toBe(200)
  expect(list.headers.get('Content-Security-Policy')).not.toMatch(/stripe|frame-src/)
})

test('with the stand-in for Stripe the payment page reaches nothing but ourselves', async () => {
  const { path, session } = await openPayment()
  const page = await ask(path, { session })
  expect(page.status).toBe(200)
  expect(policyOf(page)['frame-src']).toBe("'self'")
  expect(page.headers.get('Content-Security-Policy')).not.toContain('https:')
})

test('a payment that is another’s is a 404 like one that never was', async () => {
  const { path } = await openPayment()
  const { token: session } = await newStudent()
  const [anothers, never] = [
    await ask(path, { session }),
    await ask(`${BASE}/carpool/pay/par_none`, { session }),
  ]
  expect([anothers.status, never.status]).toEqual([404, 404])
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
  const { headers, status: answered } = await ask(path, { origin: 'https://help.example', ...options })
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

test('over plain http nothing is said of https', async () => {
  expect((await ask(`${BASE}/`)).headers.has('Strict-Transport-Security')).toBe(false)
})

test('a request number that the caller makes up is not believed', async () => {
  const answer = await ask(`${BASE}/`, { headers: { 'X-Request-Id': 'mine' } })
  expect(answer.headers.get('X-Request-Id')).not.toBe('mine')
})
