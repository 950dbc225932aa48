import { expect, test, vi } from 'vitest'
import type { RawCall } from '#app/api/define.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { fakeContext } from '#tests/kit/api-context.ts'
import { documentCalls } from './documents.server.ts'

test('the document is built once per language', async () => {
  const openApi = documentCalls([]).find(({ path }) => path === '/openapi.json') as RawCall
  async function ask(language: Language) {
    const t = vi.fn(getT(language))
    const context = { ...fakeContext({ language }), t } as unknown as ReturnType<typeof fakeContext>
    const request = new Request('https://help.example/api/openapi.json')
    const answer = await openApi.raw({ request, context, path: '/openapi.json' })
    if (!answer.ok) throw new Error(answer.error.code)
    return { text: await answer.value.text(), texts: t.mock.calls.length }
  }
  const english = await ask('en')
  const chinese = await ask('zh')
  expect([english.texts, chinese.texts]).toEqual([expect.any(Number), english.texts])
  expect(english.texts).toBeGreaterThan(0)
  expect(chinese.text).not.toBe(english.text)
  expect(await ask('en')).toEqual({ text: english.text, texts: 0 })
  expect(await ask('zh')).toEqual({ text: chinese.text, texts: 0 })
})
