import { expect, test, vi } from 'vitest'
import { ask, SECRET } from './kit.ts'

/**
 * Published advisories about what we run that no version of Remix 2 answers, or that the product
 * guards against as well: each with its guard (decision 0001). Others are in
 * app/web/http/form.test.ts and app/web/http/return-to.test.ts; those that a version answers are in
 * scripts/advisories.test.ts.
 */

const BASE = '/neighbourhelp'
const FORM = 'application/x-www-form-urlencoded'
const own = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': FORM }

test('CVE-2026-55685: a page’s address has few parts, or Remix is not asked', async () => {
  const pages = vi.fn(async () => new Response())
  const answer = await ask(`${BASE}${'/a'.repeat(4000)}`, { pages })
  expect([answer.status, pages.mock.calls.length]).toEqual([404, 0])
})

test('CVE-2026-42342, -55685: the manifest of routes names none, and Remix is not asked', async () => {
  const pages = vi.fn(async () => new Response())
  const answer = await ask(`${BASE}/__manifest?p=/carpool`, { pages })
  expect([answer.status, answer.text]).toEqual([200, '{}'])
  expect(pages).not.toHaveBeenCalled()
})

test('CVE-2026-42211: a body of the framework’s own kind is refused before a page reads it', async () => {
  const pages = vi.fn(async () => new Response())
  const headers = { ...own, 'Content-Type': 'text/x-script' }
  const body = '[["Error","x","TypeError"]]'
  expect((await ask(`${BASE}/login.data`, { method: 'POST', headers, body, pages })).status).toBe(
    400,
  )
  expect(pages).not.toHaveBeenCalled()
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'CVE-2026-22030, -53663: a %s from another site reaches no page, nor its data',
  async (method) => {
    const pages = vi.fn(async () => new Response())
    for (const path of ['/login', '/login.data', '/login?_data=root']) {
      const headers = { Origin: 'https://evil.example', 'Content-Type': FORM }
      const answer = await ask(BASE + path, { method, headers, body: 'a=1', pages })
      expect(answer.status).toBe(403)
    }
    expect(pages).not.toHaveBeenCalled()
  },
)

test('CVE-2026-53666: a failed page tells the browser of no error’s class', async () => {
  const prepare = () => {
    throw new TypeError(SECRET)
  }
  const page = await ask(`${BASE}/profile`, { session: 'any', env: { DB: { prepare } } })
  expect(page.status).toBe(500)
  expect(page.text).not.toMatch(/__remixContext|__subType|TypeError/)
})
