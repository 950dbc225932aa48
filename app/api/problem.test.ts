import { expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import { type ErrorCode, errorCatalogue } from '#app/kernel/error.ts'
import type { Call } from './define.server.ts'
import { checkFields } from './fields.server.ts'
import { problem } from './problem.server.ts'
import { calls } from './table.server.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]
const at = Date.parse('2026-12-06T14:00Z')

test.each(codes)(
  '%s has its status, a title and a full sentence in both languages',
  async (code) => {
    for (const [language, script] of [
      ['zh', /\p{Script=Han}/u],
      ['en', /[a-z]/],
    ] as const) {
      const response = problem(
        { code, params: { from: at, to: at, contact: 'linbang-uk' } },
        getT(language),
        'request-1',
      )
      const body = (await response.json()) as { title: string; detail: string; status: number }
      expect([response.status, body.status]).toEqual([errorCatalogue[code], errorCatalogue[code]])
      for (const text of [body.title, body.detail]) {
        expect(text).toMatch(script)
        expect(text).not.toMatch(/\{\{|errors:|undefined|NaN|[!！您]/)
      }
    }
  },
)
test.each([
  ['zh', '12月6日 周日 14:00'],
  ['en', 'Sun 6 Dec, 14:00'],
] as const)('times in a sentence are London times in its language: %s', async (language, time) => {
  const refusal = { code: 'flightTimeRangeError', params: { from: at, to: at } } as const
  const body = (await problem(refusal, getT(language), 'request-1').json()) as {
    detail: string
    errors: Record<string, { detail: string }[]>
  }
  expect(body.detail).toContain(time)
  expect(body.errors.flightTime?.[0]?.detail).toContain(time)
})

/** Names that every object inherits. */
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), 'prototype']
const t = getT('en')
test.each(
  calls
    .filter((call) => !call.raw)
    .map((call) => [`${call.method} ${call.path}`, call as Call] as const),
)('%s treats a field named like a built-in object property as unknown', (_name, call) => {
  for (const name of INHERITED) {
    const text = `{"${name}": 1}`
    const request = new Request(`https://help.example/api?${name}=1`, {
      method: call.method,
      headers: { 'Content-Type': 'application/json' },
      ...(call.method !== 'GET' && { body: text }),
    })
    const path = Object.fromEntries(
      [...call.path.matchAll(/:(\w+)/g)].map(([, part]) => [part, name]),
    )
    const { fields: checked } = checkFields(call, { path, request, text, now: 0, t })
    expect(checked.ok ? 200 : problem(checked.error, t, 'id').status).toBeLessThan(500)
  }
})
