import { expect, test } from 'vitest'
import places from '#locales/zh/places.json' with { type: 'json' }
import { foreignZip, ukAreaOf, ukPostcode } from './postcode.server.ts'

test('a UK postcode gets its usual form however it is typed', () => {
  for (const [typed, postcode] of [
    ['NG7 2RD', 'NG7 2RD'],
    ['ng72rd', 'NG7 2RD'],
    ['  ng7   2rd ', 'NG7 2RD'],
    ['NG 7 2 RD', 'NG7 2RD'],
    ['NG7-2RD', 'NG7 2RD'],
    ['m11ae', 'M1 1AE'],
    ['ec1a1bb', 'EC1A 1BB'],
    ['w1a 0ax', 'W1A 0AX'],
    ['bt7 1nn', 'BT7 1NN'],
    ['gy1 1aa', 'GY1 1AA'],
    ['NG11 6AA', 'NG11 6AA'],
  ] as const)
    expect(ukPostcode(typed), typed).toBe(postcode)
})

test('a text that only looks like a UK postcode is refused', () => {
  for (const text of [
    '',
    'NG7',
    'NG7 2R',
    'NG7 2RDD',
    'NG777 2RD',
    '7NG 2RD',
    'QQ1 1AA',
    'XX7 2RD',
    'NF7 2RD',
    'BF1 2AB',
    'NG7 2RO',
    'NG7 2CD',
    'NG7 2RD, Nottingham',
    'NG7 2RD\nNG7 2RE',
    '200030',
    '02115',
    'K1A 0B1',
    'D02 X285',
    '诺丁汉',
  ])
    expect(ukPostcode(text), text).toBeNull()
})

test('every one of the 124 areas has postcodes, and no other area has', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const areas = [...letters, ...letters.flatMap((a) => letters.map((b) => a + b))]
  const found = areas.filter((area) => ukPostcode(`${area}1 1AA`) !== null)
  expect(found.length).toBe(124)
  expect(found).toEqual(
    Object.keys(places.uk).sort((a, b) => a.length - b.length || (a < b ? -1 : 1)),
  )
  for (const area of found) expect(ukAreaOf(`${area.toLowerCase()}11aa`)).toBe(area)
  expect(ukAreaOf('200030')).toBeNull()
  expect(ukAreaOf('toString')).toBeNull()
})

test('a foreign postcode is kept as it is, tidied', () => {
  for (const [typed, zip] of [
    ['200030', '200030'],
    [' 02115-1234 ', '02115-1234'],
    ['1012  ab', '1012 AB'],
    ['k1a 0b1', 'K1A 0B1'],
    ['d02 x285', 'D02 X285'],
    ['ng72rd', 'NG7 2RD'],
    ['bf1 2ab', 'BF1 2AB'],
    ['AD', 'AD'],
    ['123456789012', '123456789012'],
  ] as const)
    expect(foreignZip(typed), typed).toBe(zip)
})

test('an impossible postcode is refused', () => {
  for (const text of [
    '',
    ' ',
    '1',
    '1234567890123',
    '-1',
    '12-',
    '12/34',
    '上海',
    '12\u0000',
    'a@b.c',
    '12 三4',
    '--',
  ])
    expect(foreignZip(text), text).toBeNull()
})
