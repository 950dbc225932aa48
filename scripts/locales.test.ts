import { expect, test } from 'vitest'
import {
  compareLocales,
  compareUses,
  forbiddenIn,
  forbiddenWords,
  type Locale,
  numbersIn,
  paidDeposits,
  usesIn,
} from './locales.ts'

const locale = (texts: Record<string, string | Record<string, string>>): Locale =>
  new Map(
    Object.entries(texts).map(([key, value]) => [
      key,
      new Map(Object.entries(typeof value === 'string' ? { '': value } : value)),
    ]),
  )

test('a key missing in one language is reported', () => {
  expect(compareLocales({ zh: locale({ 'a:x': '一' }), en: locale({}) })).toEqual([
    'a:x is missing in en',
  ])
})
test('a placeholder missing in one language is reported', () => {
  const locales = { zh: locale({ 'a:x': '共 {{n}}' }), en: locale({ 'a:x': 'all' }) }
  expect(compareLocales(locales)).toEqual([
    'a:x has different placeholders in the languages: {n} or {}',
  ])
})
test('each language has its own plural forms, and one of them may omit the number', () => {
  const zh = locale({ 'a:x': { other: '{{count}} 处' } })
  expect(
    compareLocales({ zh, en: locale({ 'a:x': { one: 'one place', other: '{{count}} places' } }) }),
  ).toEqual([])
  expect(compareLocales({ zh, en: locale({ 'a:x': { other: '{{count}} places' } }) })).toEqual([
    'a:x needs the plural forms one, other in en',
  ])
})
test('an empty text is reported', () => {
  expect(compareLocales({ zh: locale({ 'a:x': ' ' }), en: locale({ 'a:x': 'x' }) })).toEqual([
    'a:x is empty in zh',
  ])
})

const source = `
  // t('a:comment')
  const key = 'a:literal'
  const built = t(\`a:kind.\${kind}.title\`)
  const other = 'http://a:b/'
`
test('keys are found in literals and templates, not in comments', () => {
  const uses = usesIn('x.ts', source, ['a'])
  expect([...uses.keys]).toEqual(['a:literal'])
  expect(uses.texts).toEqual([])
  const texts = locale({ 'a:literal': '1', 'a:kind.one.title': '2', 'a:kind.one.lead': '3' })
  expect(compareUses(texts, [uses])).toEqual(['a:kind.one.lead is not used anywhere'])
  expect(compareUses(locale({}), [uses])).toEqual([
    'a:literal is used but missing in locales/',
    'no key matches ^a:kind\\.[\\w.]+\\.title$',
  ])
})
test('user-visible text in the code is reported', () => {
  const text = (code: string) => usesIn('x.tsx', code, ['a']).texts.length
  expect(text(`const a = '拼车'`)).toBe(1)
  expect(text(['const a = `拼车 ', '{b}`'].join('$'))).toBe(1)
  expect(text('const a = <p>Hello</p>')).toBe(1)
  expect(text('const a = <img alt="A code" />')).toBe(1)
  expect(text('const a = <p className="text-14" aria-label={t("a:x")}>· {b} £</p> // 拼车')).toBe(0)
})

test('a text refers to the rules’ numbers by name and contains none', () => {
  const said = [
    'held for {{holdMinutes}} minutes',
    'held for 15 minutes',
    '押金 £20 马上解冻',
    '前后 3 小时内',
    '比机票到达时间晚 1 到 2 小时',
    '1 to 2 hours after the time on your ticket',
    '{{points}} points are £1 off',
    'at least £0.30',
  ]
  const found = numbersIn({
    en: new Map(said.map((text, at) => [`common:${at}`, new Map([['', text]])])),
  })
  expect(found).toEqual([
    'common:1 in en says 15 minutes: use a parameter',
    'common:2 in en says £20: use a parameter',
    'common:3 in en says 3 小时: use a parameter',
  ])
})

test('forbidden words are read from their table and no other', () => {
  const glossary = `
| 拼车 | carpool |

## Forbidden words

| word | use instead | why |
|---|---|---|
| 放开 | 解冻 | one verb |
| let go | released | a hold |

## Words of the code

| group |
`
  expect(forbiddenIn(glossary)).toEqual(['放开', 'let go'])
  expect(forbiddenIn('# Glossary')).toEqual([])
})
test('a deposit is paid only where it is charged at once', () => {
  const texts = {
    'carpool:lead': '加入时先付押金。',
    'carpool:held': '加入时先冻结押金。',
    'docs:call.postCarpoolIdJoin': '期间付好押金',
    'docs:call.postTripPayBase': '准备付押金',
    'trip:lead': '先付押金',
    'pay:deposit.submit.payFills': '付押金并成团',
    'pay:deposit.submit.join': '付押金并加入',
    'notices:text.holdExpired': '还没付押金',
    'notices:text.holdExpired_trip': '还没付押金',
  }
  const locale = new Map(Object.entries(texts).map(([key, text]) => [key, new Map([['', text]])]))
  expect(paidDeposits(locale).map((problem) => problem.split(' ')[0])).toEqual([
    'carpool:lead',
    'docs:call.postCarpoolIdJoin',
    'pay:deposit.submit.join',
    'notices:text.holdExpired',
  ])
})
test('a text with a forbidden word is reported with its name', () => {
  const texts = [
    ['zh/a.json', '押金已放开'],
    ['zh/b.json', '押金已解冻'],
  ] as const
  expect(forbiddenWords(['放开', 'let go'], texts)).toEqual([
    'zh/a.json says 放开, which docs/glossary.md forbids',
  ])
})
