import { expect, test } from 'vitest'
import { airportSeeds } from '#db/seed/airports.ts'
import { isNamed, isNearly, searchNameOf, shortNameOf } from './airport-names.ts'

const names = airportSeeds.map(({ nameZh: zh, nameEn: en }) => ({ zh, en }))
const heathrow = { zh: '伦敦希思罗机场', en: 'London Heathrow' }
const found = (text: string) => names.filter((name) => isNamed(name, text)).map(({ en }) => en)

test('an airport is found by its code, its usual names in both languages, and parts of them', () => {
  for (const text of ['LHR', 'lhr', '希思罗', '希斯罗', 'Heathrow', 'heath', '伦敦希思罗机场'])
    expect(found(text), text).toEqual(['London Heathrow'])
  expect(found('曼城')).toEqual(['Manchester'])
  expect(found('London')).toHaveLength(4)
})

test('one mistake in a usual name is forgiven, two are not', () => {
  for (const text of ['Heatrow', 'Heathroww', 'Heathriw', 'eathrow', 'heathrow'])
    expect(isNearly(heathrow, text), text).toBe(true)
  for (const text of ['Hetrow', 'Heat', 'LHX', 'Gatwick', ''])
    expect(isNearly(heathrow, text), text).toBe(false)
})

test('every airport we begin with has a short name and a code that finds it alone', () => {
  for (const name of names) {
    const { zh, en } = shortNameOf(name)
    expect(name.en).toContain(en)
    expect(zh.length).toBeLessThan(name.zh.length)
    expect(searchNameOf(name)).toMatch(/^[A-Z]{3}$/)
    expect(found(searchNameOf(name))).toEqual([name.en])
  }
})

test('an airport that is not one of the larger ones keeps its name', () => {
  const exeter = { zh: '埃克塞特机场', en: 'Exeter' }
  expect(shortNameOf(exeter)).toEqual(exeter)
  expect(searchNameOf(exeter)).toBe('Exeter')
  expect(isNamed(exeter, 'exe')).toBe(true)
})
