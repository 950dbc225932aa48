import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getT, texts } from '#app/i18n/server.ts'
import { foldText } from '#app/kernel/text.ts'
import { CARRIERS } from '#app/orders/rules/postage.ts'
import { outwardOf, placeName, publicTextOf } from './places.server.ts'

const zh = getT('zh')
const en = getT('en')

test('a UK postcode decides the place, whatever the carrier says', () => {
  for (const carrier of [null, ...CARRIERS])
    expect(placeName(en, 'ng72rd', carrier)).toBe('Nottingham')
  expect([placeName(zh, 'E1 6AN', null), placeName(en, 'E1 6AN', null)]).toEqual([
    texts.zh.places.uk.E,
    texts.en.places.uk.E,
  ])
  expect(placeName(en, 'EC1A 1BB', null)).toBe(texts.en.places.uk.EC)
})

test('without a carrier an address is in the UK', () => {
  for (const zip of ['', '200030']) expect(placeName(en, zip, null)).toBe('United Kingdom')
})

test('an address abroad is where its carrier goes', () => {
  const regions = CARRIERS.map((carrier) => [carrier, placeName(en, '200030', carrier)])
  expect(Object.fromEntries(regions)).toEqual({
    SF: 'Mainland China',
    HKA: 'Abroad',
    HKS: 'Abroad',
    RM: 'Abroad',
    TW: 'Taiwan',
    MC: 'Macau',
    UPS: 'United States',
    BPOST: 'United States',
  })
})

test('every place has its own name in both languages', () => {
  expect(Object.keys(texts.zh.places.uk).length).toBe(124)
  const written = { zh: /^\p{Script=Han}+$/u, en: /^[\p{Script=Latin} ,'-]+$/u }
  for (const language of ['zh', 'en'] as const)
    for (const names of Object.values(texts[language].places).map(Object.values<string>)) {
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(written[language])
    }
})

test('only the outward half of a UK postcode is shown', () => {
  for (const [zip, outward] of [
    ['NG7 2RD', 'NG7'],
    ['ec1a1bb', 'EC1A'],
    ['200030', ''],
    ['1012 AB', ''],
    ['', ''],
  ] as const)
    expect(outwardOf(zip), zip).toBe(outward)
})

test('others find an order by place and outward postcode, in either language', () => {
  const text = publicTextOf('NG7 2RD', '200030', 'TW')
  expect(text).toBe('诺丁汉 台湾 nottingham taiwan ng7')
  for (const typed of ['诺丁汉', ' NOTTINGHAM ', 'ｔａｉｗａｎ', 'ＮＧ７'])
    expect(text).toContain(foldText(typed))
  for (const typed of ['NG7 2RD', 'ng72rd', 'NG72']) expect(text).not.toContain(foldText(typed))
})

test('folding removes differences of width, case, accents and spaces, and folding twice changes nothing', () => {
  expect(foldText('  Ｎｇ７\t２RD\n\u3000Zürich 广东省 ')).toBe('ng7 2rd zurich 广东省')
  expect(foldText('İstanbul')).toBe('istanbul')
  const twice = fc.property(fc.string({ unit: 'binary' }), (text) => {
    expect(foldText(foldText(text))).toBe(foldText(text))
  })
  fc.assert(twice, { numRuns: 2000 })
})
