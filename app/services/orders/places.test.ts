import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CARRIERS } from '#app/domain/order/postage.ts'
import { getT, texts } from '#app/i18n/server.ts'
import { foldText } from './fold-text.server.ts'
import { outwardOf, PLACES, placeName, placeOf, searchTextOf } from './places.server.ts'

const zh = getT('zh')
const en = getT('en')
test('a UK postcode decides the place, whatever the carrier says', () => {
  for (const carrier of [null, ...CARRIERS])
    expect(placeOf({ zip: 'ng72rd', carrier })).toBe('uk.NG')
  expect(placeOf({ zip: 'E1 6AN', carrier: null })).toBe('uk.E')
  expect(placeOf({ zip: 'EC1A 1BB', carrier: null })).toBe('uk.EC')
})

test('without a carrier an address is in the UK', () => {
  expect(placeOf({ zip: '', carrier: null })).toBe('region.uk')
  expect(placeOf({ zip: '200030', carrier: null })).toBe('region.uk')
})

test('an address abroad is where its carrier goes', () => {
  const regions = CARRIERS.map((carrier) => [carrier, placeOf({ zip: '200030', carrier })])
  expect(Object.fromEntries(regions)).toEqual({
    SF: 'region.china',
    HKA: 'region.abroad',
    HKS: 'region.abroad',
    RM: 'region.abroad',
    TW: 'region.taiwan',
    MC: 'region.macau',
    UPS: 'region.usa',
    BPOST: 'region.usa',
  })
})

test('every place has its own name in both languages', () => {
  expect(PLACES.filter((place) => place.startsWith('uk.')).length).toBe(124)
  for (const { places } of Object.values(texts)) {
    const keys = Object.entries(places).flatMap(([group, names]) =>
      Object.keys(names).map((key) => `${group}.${key}`),
    )
    expect(keys).toEqual(PLACES)
    for (const names of Object.values(places))
      expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length)
  }
  for (const place of PLACES) {
    expect(placeName(zh, place), place).toMatch(/^\p{Script=Han}+$/u)
    expect(placeName(en, place), place).toMatch(/^[\p{Script=Latin} ,'-]+$/u)
  }
})

test('an unknown place of a newer version is shown as abroad', () => {
  for (const key of [
    'region.atlantis',
    'uk.QQ',
    'region.toString',
    '',
    'region',
    'errors:notFound',
  ])
    expect([placeName(zh, key), placeName(en, key)], key).toEqual(['海外', 'Abroad'])
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
  const text = searchTextOf(['uk.NG', 'region.taiwan'], ['NG7', ''])
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
