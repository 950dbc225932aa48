import { afterEach, expect, test, vi } from 'vitest'
import { ask, LANGUAGES, ORIGIN } from './kit.ts'

/**
 * Remix compares every part of a page's address with all routes, and all parts before it again: an
 * address of 8 kB used to cost four seconds (CVE-2026-55685, decision 0001). The shell refuses what
 * cannot be one of ours, so Remix must not be asked at all.
 */

const BASE = '/neighbourhelp'
const TEXTS = {
  zh: ['<html lang="zh-Hans">', '<h1>没有找到'],
  en: ['<html lang="en">', '<h1>We couldn’t find this'],
} as const
const sent = {
  headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'a=1',
}

const pages = vi.fn(async () => new Response('a page has seen it'))
afterEach(() => pages.mockClear())

const ODD = [
  ['4,000 parts', `${BASE}${'/a'.repeat(4000)}`],
  ['4,000 parts of a page’s data', `${BASE}${'/a'.repeat(4000)}.data`],
  ['4,000 parts below a page', `${BASE}/carpool${'/a'.repeat(4000)}`],
  ['4,000 parts outside the product', '/a'.repeat(4000)],
  ['4,000 parts of a driver’s address', `${BASE}/drive${'/a'.repeat(4000)}`],
  ['13 parts', `${BASE}${'/a'.repeat(12)}`],
  ['13 parts with an encoded slash', `${BASE}${'%2Fa'.repeat(12)}`],
  ['13 parts with a slash encoded twice', `${BASE}${'%252fa'.repeat(12)}`],
  ['4,000 slashes', `${BASE}${'/'.repeat(4000)}`],
  ['4,000 backslashes', `${BASE}${'\\'.repeat(4000)}`],
  ['4,000 encoded slashes', `${BASE}/${'%2F'.repeat(4000)}`],
  ['a double slash', `${BASE}//carpool`],
  ['a double slash inside', `${BASE}/carpool//pay`],
  ['a double slash, half encoded', `${BASE}/carpool/%2Fpay`],
  ['1,001 characters', `${BASE}/${'a'.repeat(1000 - BASE.length)}`],
  ['8,000 characters', `${BASE}/${'a'.repeat(8000)}`],
  ['a character that cannot be decoded', `${BASE}/carpool/%zz`],
  ['half a character', `${BASE}/drive/S3cret%f0%9f`],
  ['a query of 8,000 characters', `${BASE}/carpool?${'a=1&'.repeat(2000)}`],
] as const

test.each(ODD)('%s: refused before any page sees it, however it is sent', async (_what, path) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  for (const lang of LANGUAGES)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method)
      for (const query of ['', '_routes=root', '_data=root']) {
        const answer = await ask(`${path}${path.includes('?') ? '&' : '?'}${query}`, {
          lang,
          method,
          pages,
          ...(!isRead && sent),
        })
        expect([method, query, answer.status]).toEqual([method, query, 404])
        expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
        if (method === 'HEAD') continue
        for (const text of TEXTS[lang]) expect(answer.text).toContain(text)
        expect(answer.text.length).toBeLessThan(1500)
      }
    }
  expect(pages).not.toHaveBeenCalled()
  expect(warned).not.toHaveBeenCalled()
})

test.each(LANGUAGES)(
  'a call’s address is limited too, and refused as a problem (%s)',
  async (lang) => {
    for (const base of ['/api', `${BASE}/api`]) {
      const answer = await ask(`${base}${'/a'.repeat(4000)}?lang=${lang}`, { lang, pages })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8')
      expect(JSON.parse(answer.text)).toMatchObject({
        code: 'notFound',
        title: lang === 'zh' ? '没有找到' : 'Not found',
      })
    }
    expect(pages).not.toHaveBeenCalled()
  },
)

test.each([
  ['12 parts', `${BASE}${'/a'.repeat(11)}`],
  ['1,000 characters', `${BASE}/${'a'.repeat(999 - BASE.length)}`],
  ['an encoded name', `${BASE}/carpool/%E7%8E%8B`],
  ['a slash at the end', `${BASE}/carpool/`],
])('an ordinary address reaches its page: %s', async (_what, path) => {
  expect((await ask(path, { pages })).text).toBe('a page has seen it')
})

test('an address of 8 kB is refused in the time of a page that is not there', async () => {
  const msOf = async (path: string) => {
    const times: number[] = []
    for (let time = 0; time < 5; time++) {
      const before = Date.now()
      expect((await ask(path)).status).toBe(404)
      times.push(Date.now() - before)
    }
    return Math.min(...times)
  }
  await msOf(`${BASE}/abcdef`)
  expect(await msOf(`${BASE}${'/a'.repeat(4000)}`)).toBeLessThan(50)
})

/** Whatever else a caller can make long. Each is read once for a request. */
const LONG = '/a'.repeat(1900)
test.each([
  ['a place to return to', `/login?redirect=${LONG}`, {}],
  ['routes of a page’s data', `/login.data?_routes=${'root,'.repeat(700)}`, {}],
  ['a route’s data', `/login?_data=${LONG}`, {}],
  ['a query', `/carpool?${'a=1&'.repeat(900)}`, {}],
  ['filters', `/carpool?tripType=PICKUP&airport=${LONG}`, {}],
  ['one parameter', `/trip?cursor=${'a'.repeat(3800)}`, {}],
  ['cookies', '/login', { cookies: { a: LONG, b: 'a;'.repeat(2000) } }],
  ['a language', '/login', { headers: { 'Accept-Language': 'a,'.repeat(4000) } }],
  ['a referrer', '/login', { headers: { Referer: `${ORIGIN}${LONG}` } }],
  ['an agent', '/login', { headers: { 'User-Agent': LONG } }],
] as const)('%s of 4 kB costs little', async (_what, path, options) => {
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < 8 && least > 150; time++) {
    const before = Date.now()
    const { status } = await ask(BASE + path, options)
    least = Math.min(least, Date.now() - before)
    expect(status).toBeLessThan(500)
  }
  expect(least).toBeLessThan(150)
})
