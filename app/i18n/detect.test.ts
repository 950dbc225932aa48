import { expect, test } from 'vitest'
import { languageOfCall, languageOfPage, namesLanguage } from './detect.server.ts'

const requestOf = (query: string, accept?: string) =>
  new Request(
    `https://x.test/api/health${query}`,
    accept ? { headers: { 'Accept-Language': accept } } : {},
  )
const call = (query: string, accept?: string) => languageOfCall(requestOf(query, accept))

test('an API call is answered in the language it asks for', async () => {
  expect(await call('?lang=en', 'zh')).toBe('en')
  expect(await call('?lang=fr', 'en-GB,en;q=0.9')).toBe('en')
  expect(await call('', 'fr, en;q=0.4, zh-CN;q=0.8')).toBe('zh')
  expect(await call('', 'en;q=0, fr')).toBe('zh')
  expect(await call('', 'fr, en-GB;q=0.8, zh;q=0.5')).toBe('en')
  expect(await call('')).toBe('zh')
})

test('only an API call that names a supported language has chosen one', () => {
  for (const [query, accept] of [['?lang=en'], ['', 'zh'], ['?lang=fr', 'fr, en;q=0.1']] as const)
    expect(namesLanguage(requestOf(query, accept)), `${query} ${accept}`).toBe(true)
  for (const [query, accept] of [[''], ['?lang=fr'], ['', '*'], ['', 'en;q=0, fr']] as const)
    expect(namesLanguage(requestOf(query, accept)), `${query} ${accept}`).toBe(false)
})

test('a page is Chinese until the visitor chooses, whatever the phone’s language', async () => {
  const page = (cookie: string) =>
    languageOfPage(
      new Request('https://x.test/', { headers: { 'Accept-Language': 'en', Cookie: cookie } }),
    )
  expect(await page('')).toBe('zh')
  expect(await page('language=en')).toBe('en')
  expect(await page('language=fr')).toBe('zh')
})

test('a page uses the language of its link, and without one the visitor’s', async () => {
  const page = (path: string, cookie = '') =>
    languageOfPage(
      new Request(`https://x.test/neighbourhelp/${path}`, { headers: { Cookie: cookie } }),
    )
  expect(await page('share/carpool/car_1?lang=en', 'language=zh')).toBe('en')
  expect(await page('share/trip/trip_1?lang=zh', 'language=en')).toBe('zh')
  expect(await page('share/carpool/car_1', 'language=en')).toBe('en')
  expect(await page('share/carpool/car_1?lang=fr')).toBe('zh')
  expect(await page('carpool?lang=en', 'language=zh')).toBe('en')
  expect(await page('carpool', 'language=en')).toBe('en')
})
