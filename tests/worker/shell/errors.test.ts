import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import zhAccount from '#locales/zh/account.json' with { type: 'json' }
import { ask, brokenDatabase, LANGUAGES, ORIGIN, SECRET } from './kit.ts'

const BODY_LIMIT = 64 * 1024
const BASE = '/neighbourhelp'
const TEXTS = {
  zh: { notFound: '找不到这个页面', failure: '出错了' },
  en: { notFound: 'We can’t find this page', failure: 'Something went wrong' },
} as const

/** A page that cannot be shown without knowing who the viewer is. */
const path = `${BASE}/profile`

/** Neither an error's own text nor where in the code it happened. */
function expectNoInsides(text: string) {
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain('password_hash')
  expect(text).not.toMatch(/\bat \w[^<]*\(?[^<]*:\d+:\d+|\.tsx?:\d|node_modules|"stack":"[^"]/)
}

afterEach(() => vi.restoreAllMocks())

test.each(LANGUAGES)('an unknown address is a 404 page (%s)', async (lang) => {
  for (const missing of ['/no-such-page', '/carpools/old', '/..%2f..%2fetc/passwd']) {
    const page = await ask(BASE + missing, { lang })
    expect([missing, page.status]).toEqual([missing, 404])
    expect(page.text).toContain(TEXTS[lang].notFound)
    expectNoInsides(page.text)
  }
})

test.each(LANGUAGES)(
  'a page whose loader fails is a 500 page with a number to quote (%s)',
  async (lang) => {
    const page = await ask(path, { lang, session: 'any', env: brokenDatabase })
    expect(page.status).toBe(500)
    expect(page.text).toContain(TEXTS[lang].failure)
    expect(page.text).toContain(page.headers.get('X-Request-Id') ?? 'no id')
    expectNoInsides(page.text)
  },
)

test('the log has the details that the page omits, under the page’s number', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const page = await ask(path, { session: 'any', env: brokenDatabase })
  const lines = written.mock.calls.flat().join('\n')
  expect(lines).toContain(page.headers.get('X-Request-Id'))
})

test('a page’s data, as requested by a script, reveals no more than the page', async () => {
  const data = await ask(`${path}.data`, { session: 'any', env: brokenDatabase })
  expect(data.status).toBe(500)
  expectNoInsides(data.text)
})

test.each(LANGUAGES)('a failing API call says so without internals (%s)', async (lang) => {
  const answer = await ask(`/api/normal-price-matrix?lang=${lang}`, { env: brokenDatabase })
  expect(answer.status).toBe(500)
  expect(JSON.parse(answer.text)).toMatchObject({
    status: 500,
    code: 'internal',
    title: TEXTS[lang].failure,
    requestId: answer.headers.get('X-Request-Id'),
  })
  expectNoInsides(answer.text)
})

test('even if the page renderer fails there is a reply, in both languages', async () => {
  const answer = await ask(BASE, { pages: () => Promise.reject(new Error(SECRET)) })
  expect(answer.status).toBe(302)
  const page = await ask(`${BASE}/`, { pages: () => Promise.reject(new Error(SECRET)) })
  expect(page.status).toBe(500)
  expect(page.text).toContain('我们这边出了问题')
  expect(page.text).toContain('<p lang="en">Something went wrong on our side')
  expect(page.text).toContain(page.headers.get('X-Request-Id') ?? 'no id')
  expectNoInsides(page.text)
})

const SECRETS = Object.entries(env)
  .filter(([name, value]) => typeof value === 'string' && /KEY|SECRET|TOKEN|PEPPER|SID/.test(name))
  .map(([, value]) => value as string)

test.each(['PEPPER', 'STRIPE_SECRET_KEY', 'TWILIO_AUTH_TOKEN'])(
  'without %s every request is a 503 without details; the log names the missing setting, but no value',
  async (name) => {
    expect(SECRETS.length).toBeGreaterThanOrEqual(6)
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const [page, call] = [
      await ask(`${BASE}/carpool`, { env: { [name]: undefined } }),
      await ask('/api/health', { env: { [name]: undefined } }),
    ]
    expect([page.status, call.status]).toEqual([503, 503])
    expect(page.text).toContain('服务暂时连不上')
    expect(page.text).toContain('lang="en"')
    expect(JSON.parse(call.text)).toMatchObject({ status: 503, code: 'unavailable' })
    for (const { text } of [page, call]) {
      expect(text).not.toMatch(/PEPPER|STRIPE|TWILIO|ConfigError|missing/)
      expectNoInsides(text)
    }
    const lines = written.mock.calls.flat().join('\n')
    expect(lines).toContain(name)
    for (const secret of SECRETS) expect(page.text + call.text + lines).not.toContain(secret)
  },
)

test.each([
  ['another site', { Origin: 'https://evil.example' }],
  ['a sister site', { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-site' }],
  ['a hidden origin', { Origin: 'null' }],
  ['an unknown origin', {}],
] as [string, Record<string, string>][])(
  'a form from %s is refused before any page sees it',
  async (_from, headers) => {
    const pages = vi.fn(async () => new Response('a page has seen it'))
    const answer = await ask(`${BASE}/login`, {
      method: 'POST',
      body: new URLSearchParams(),
      headers,
      pages,
    })
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('不能操作')
    expect(answer.text).toContain('lang="en"')
    expect(pages).not.toHaveBeenCalled()
  },
)

/** A body sent in chunks, without a content length. */
function inPieces(bytes: number): ReadableStream {
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      const size = Math.min(left, 16 * 1024)
      left -= size
      if (size > 0) controller.enqueue(new Uint8Array(size).fill(97))
      else controller.close()
    },
  })
}
test.each([
  ['with its length', (bytes: number) => new Uint8Array(bytes).fill(97)],
  ['without its length', inPieces],
] as const)(
  'a form of more than 64 KiB is refused, %s; one of 64 KiB is read completely',
  async (_how, body) => {
    const seen: number[] = []
    const headers = { Origin: ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' }
    const pages = async (request: Request) => {
      seen.push([...(await request.formData()).keys()][0]?.length ?? 0)
      return new Response('read')
    }
    const post = (bytes: number) =>
      ask(`${BASE}/login`, { method: 'POST', body: body(bytes), headers, pages })
    const big = await post(BODY_LIMIT + 1)
    expect(big.status).toBe(413)
    expect(big.text).toContain('内容太大')
    expect(big.text).toContain('lang="en"')
    expect(seen).toEqual([])
    expect((await post(BODY_LIMIT)).status).toBe(200)
    expect(seen).toEqual([BODY_LIMIT])
  },
)

/** Flash messages made up by a client, or a signed one of ours that was altered. */
const forged = (flash: unknown) =>
  encodeURIComponent(typeof flash === 'string' ? flash : JSON.stringify(flash))
const SAID = { kind: 'info', key: 'common:error.generic', params: { text: 'call 07700 900000' } }
test.each([
  ['words of their own', { kind: 'info', key: 'call 07700 900000' }],
  ['a text of ours', { kind: 'info', key: 'account:logout.done' }],
  [
    'what makes a text a table',
    { kind: 'info', key: 'common:nav', params: { returnObjects: true } },
  ],
  ['no kind of ours', { kind: '__proto__', key: 'account:logout.done' }],
  ['a signature of nothing', `.${JSON.stringify(SAID)}`],
  ['another signature', `${'A'.repeat(43)}.${JSON.stringify(SAID)}`],
  ['no JSON', '{'],
  ['nothing', ''],
])('a message from elsewhere is not shown: %s', async (_what, flash) => {
  for (const cookie of [forged(flash), typeof flash === 'string' ? flash : JSON.stringify(flash)]) {
    const page = await ask(`${BASE}/login`, { cookies: { flash: cookie } })
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('07700 900000')
    expect(page.text).not.toContain('已退出登录')
    expectNoInsides(page.text)
  }
})
test('our own message is shown once, and not if it was tampered with', async () => {
  const headers = { Origin: ORIGIN, 'Content-Type': 'application/x-www-form-urlencoded' }
  const out = await ask(`${BASE}/logout`, { method: 'POST', headers, body: 'a=1' })
  const value = /^flash=([^;]+)/m.exec(out.headers.getSetCookie().join('\n'))?.[1] ?? ''
  const shown = await ask(`${BASE}/login`, { cookies: { flash: value } })
  expect(shown.text).toContain('已退出登录')
  expect(shown.headers.getSetCookie().join()).toContain('flash=; Path=/; Max-Age=0')
  const changed = await ask(`${BASE}/login`, {
    cookies: { flash: value.replace('logout', 'forgot') },
  })
  expect(changed.text).not.toContain(zhAccount.forgot.done)
})
