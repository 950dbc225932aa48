import { expect, test } from 'vitest'
import { languageOfCall } from './accept-language.ts'

const call = (query: string, accept?: string) =>
  languageOfCall(
    new Request(
      `https://x.test/api/health${query}`,
      accept ? { headers: { 'Accept-Language': accept } } : {},
    ),
  )

test('a call is answered in the language it asks for', () => {
  expect(call('?lang=en', 'zh')).toBe('en')
  expect(call('?lang=fr', 'en-GB,en;q=0.9')).toBe('en')
  expect(call('', 'fr, en;q=0.4, zh-CN;q=0.8')).toBe('zh')
  expect(call('', 'en;q=0, fr')).toBe('zh')
  expect(call('')).toBe('zh')
})
