import { expect, test } from 'vitest'
import { flightKeys, flightNumberOf, flightsOnce } from './flight-number.ts'

test.each([
  ...['BA38', 'ba38', 'BA 38', 'BA  38', 'BA-38', 'BA – 38', 'BA.38', 'BA·38', 'BA_38', ' BA38 '],
  ...['ＢＡ３８', 'ｂａ３８', 'BA－38', 'BA　38', 'BA\u00a038', 'BA\u200b38', 'BA0038', 'BA 038'],
])('%j is BA38', (typed) => {
  expect([flightKeys(typed), flightNumberOf(typed)]).toEqual([['BA38'], 'BA38'])
})

test.each([
  ['6E123', '6E123'],
  ['6e 0123', '6E123'],
  ['U2 8001', 'U28001'],
  ['3U-8888', '3U8888'],
  ['BA38A', 'BA38A'],
  ['BA0', 'BA0'],
])('%s is %s', (typed, key) => {
  expect([flightKeys(typed), flightNumberOf(typed)]).toEqual([[key], key])
})

test.each([
  ['CA937/BA38', ['CA937', 'BA38']],
  ['CA937，BA38', ['CA937', 'BA38']],
  ['CA937、BA38', ['CA937', 'BA38']],
  ['CA 937 BA 38', ['CA937', 'BA38']],
  ['ca937 转 ba038', ['CA937', 'BA38']],
  ['CA937转机BA38', ['CA937', 'BA38']],
  ['CA937+BA38', ['CA937', 'BA38']],
  ['CA937 -> BA38', ['CA937', 'BA38']],
  ['CA937(BA38)', ['CA937', 'BA38']],
  ['CA937 / CA0937', ['CA937']],
  ['国航 CA937', ['CA937']],
  ['南航303', ['南航303']],
  ['到了打电话', ['到了打电话']],
  ['CSN303', ['CSN303']],
  ['', []],
  [' / ', []],
  [null, []],
])('%j names %j', (typed, keys) => {
  expect(flightKeys(typed)).toEqual(keys)
})

test.each(['CA937/BA38', 'CSN303', '南航303', 'T2 CA937', '12345', '07700900123', 'BA', ''])(
  '%j is not one flight number',
  (typed) => {
    expect(flightNumberOf(typed)).toBe(null)
  },
)

test('two who are on one flight name it once', () => {
  expect(flightsOnce(['CX219', 'cx 0219', 'BA38', 'CX219/BA38', 'CX219'])).toEqual([
    ...['CX219', 'BA38', 'CX219/BA38'],
  ])
})
