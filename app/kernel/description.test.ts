import { expect, test } from 'vitest'
import { type Language, languages } from '#app/i18n/languages.ts'
import { pageTexts } from '#db/seed/page-texts.ts'
import { gapsIn, hiddenPages, isIncomplete, SITE_PAGES } from './description.ts'

const written = (service: (typeof SITE_PAGES)[number] | 'carpool', content: string, title = 'A') =>
  languages.map((lang) => ({ service, lang, title, content }))
const complete = SITE_PAGES.flatMap((page) => written(page, 'All of it.'))

test.each([
  ['【待补充：公司名】', true],
  ['前面【待补充】后面', true],
  ['【 待補充：地址】', true],
  ['[To be completed: the full name]', true],
  ['[to be completed]', true],
  ['【待补充：没有写完', true],
  ['Nothing here is to be completed.', false],
  ['[sic]', false],
])('%s has a gap: %s', (text, isOne) => {
  expect(isIncomplete(text)).toBe(isOne)
})

test('texts without gaps have none', () => {
  expect(gapsIn(complete)).toEqual([])
})

test('each gap is named with its page and language, also in a title and among services', () => {
  const texts = [
    ...complete.filter(({ service }) => service !== 'about'),
    {
      service: 'about' as const,
      lang: 'zh' as const,
      title: '【待补充：名】',
      content: '【待补充：号】',
    },
    { service: 'about' as const, lang: 'en' as const, title: 'Us', content: 'We.' },
    ...written('carpool', 'Soon [To be completed: price]'),
  ]
  const gaps = gapsIn(texts)
  expect(gaps).toEqual([
    { page: 'about', language: 'zh', gap: '【待补充：名】' },
    { page: 'about', language: 'zh', gap: '【待补充：号】' },
    { page: 'carpool', language: 'zh', gap: '[To be completed: price]' },
    { page: 'carpool', language: 'en', gap: '[To be completed: price]' },
  ])
  const hidden = (language: Language) => hiddenPages(gaps, language)
  expect([hidden('zh'), hidden('en')]).toEqual([['about'], []])
})

test('a page without any text is a gap', () => {
  expect(gapsIn([])).toHaveLength(SITE_PAGES.length * languages.length)
})

test('what comes with the software has gaps', () => {
  const texts = SITE_PAGES.flatMap((service) =>
    pageTexts[service].flatMap((item) =>
      languages.map((lang) => ({ service, lang, ...item[lang] })),
    ),
  )
  expect(gapsIn(texts).length).toBeGreaterThan(0)
})
