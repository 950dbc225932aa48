import { expect, test } from 'vitest'
import en from '#locales/en/errors.json'
import zh from '#locales/zh/errors.json'
import { browserStrings } from '../../scripts/vite-strings.ts'
import { createInterpreter, type Strings } from './interpreter.ts'
import { browserNamespaces, type TKey } from './keys.ts'
import { languages } from './languages.ts'
import { getT } from './server.ts'

/** Texts with a context are currently used only on the server. */
const errors = { zh, en }

function leaves(strings: Strings, path: string[] = []): [string[], string][] {
  return Object.entries(strings).flatMap(([key, value]): [string[], string][] =>
    typeof value === 'string' ? [[[...path, key], value]] : leaves(value, [...path, key]),
  )
}

function paramsOf(text: string, count: number) {
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '')
  return { ...Object.fromEntries(names.map((name) => [name, `<${name} & "q">`])), count }
}

for (const language of languages) {
  test(`the browser renders every text as i18next does (${language})`, () => {
    const strings: Strings = JSON.parse(browserStrings(language))
    const inBrowser = createInterpreter(strings, language)
    const onServer = getT(language)
    let compared = 0
    for (const namespace of browserNamespaces) {
      for (const [path, text] of leaves(strings[namespace] as Strings)) {
        const key = `${namespace}:${path.join('.').replace(/_(one|other)$/, '')}` as TKey
        for (const count of [0, 1, 2, 21]) {
          const params = paramsOf(text, count)
          expect(inBrowser(key, params), `${key} ${count}`).toBe(onServer(key, params))
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(200)
  })
}

test('a context uses its own text, or the plain one if it has none', () => {
  for (const language of languages) {
    const inBrowser = createInterpreter({ errors: errors[language] }, language)
    const texts = ['exit', 'nowhere'].map((context) => {
      const text = inBrowser('errors:cutoffPassed', { context })
      expect(text).toBe(getT(language)('errors:cutoffPassed', { context }))
      return text
    })
    expect(texts).toEqual([inBrowser('errors:cutoffPassed_exit'), inBrowser('errors:cutoffPassed')])
  }
})

test('an unknown key is returned unchanged', () => {
  const nonsense = 'common:no.such.key' as TKey
  expect(createInterpreter({ common: {} }, 'zh')(nonsense)).toBe(nonsense)
})
