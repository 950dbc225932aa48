import { expect, test } from 'vitest'
import { type ErrorCode, errorCatalogue } from '../domain/error.ts'
import { getT } from '../i18n/server.ts'
import { problem } from './problem.server.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]
const at = Date.parse('2026-12-06T14:00Z')

test.each(codes)('%s has its status, a title and a full sentence in both languages', async (code) => {
  for (const [language, script] of [
    ['zh', /\p{Script=Han}/u],
    ['en', /[a-z]/],
  ] as const) {
    const response = problem({ code, params: { from: at, to: at } }, getT(language), 'request-1')
    const body = (await response.json()) as { title: string; detail: string; status: number }
    expect([response.status, body.status]).toEqual([errorCatalogue[code], errorCatalogue[code]])
    for (const text of [body.title, body.detail]) {
      expect(text).toMatch(script)
      expect(text).not.toMatch(/\{\{|errors:|undefined|NaN|[!！您]/)
    }
  }
})
test.each([
  ['zh', '12月6日 周日 14:00'],
  ['en', 'Sun 6 Dec, 14:00'],
] as const)('times in a sentence are London times of the language: %s', async (language, time) => {
  const refusal = { code: 'flightTimeRangeError', params: { from: at, to: at } } as const
  const body = (await problem(refusal, getT(language), 'request-1').json()) as {
    detail: string
    errors: Record<string, { detail: string }[]>
  }
  expect(body.detail).toContain(time)
  expect(body.errors.flightTime?.[0]?.detail).toContain(time)
})
