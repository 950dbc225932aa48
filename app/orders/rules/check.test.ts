import { expect, test } from 'vitest'
import { earliestOrderDay, earliestSendDay, needsPostcode } from './check.ts'
import { CARRIERS } from './postage.ts'

test.each([
  ['a winter morning', '2026-11-21T10:00Z', '2026-11-23'],
  ['the last minute of a winter day', '2026-11-21T23:59Z', '2026-11-23'],
  ['the first minute of the next', '2026-11-22T00:00Z', '2026-11-24'],
  ['the last minute of a summer day in London', '2026-07-01T22:59Z', '2026-07-03'],
  ['the first minute of the next, 23:00 UTC', '2026-07-01T23:00Z', '2026-07-04'],
  ['the evening before the clocks go forward', '2027-03-27T23:59Z', '2027-03-29'],
  ['the short day itself', '2027-03-28T00:00Z', '2027-03-30'],
  ['its last minute, in summer time', '2027-03-28T22:59Z', '2027-03-30'],
  ['the first minute after it', '2027-03-28T23:00Z', '2027-03-31'],
  ['the evening before the clocks go back', '2026-10-24T22:59Z', '2026-10-26'],
  ['the long day itself', '2026-10-24T23:00Z', '2026-10-27'],
  ['its 25th hour, in winter time', '2026-10-25T23:59Z', '2026-10-27'],
  ['the first minute after it', '2026-10-26T00:00Z', '2026-10-28'],
  ['the end of a year', '2026-12-30T12:00Z', '2027-01-01'],
])('two London days ahead of %s (%s) is %s', (_, now, day) => {
  expect(earliestOrderDay(Date.parse(now))).toBe(day)
})
test('a collection waits for its boxes, and boxes do not bring it forward', () => {
  const now = Date.parse('2026-11-21T10:00Z')
  expect(earliestSendDay(now, null)).toBe('2026-11-23')
  expect(earliestSendDay(now, '2026-11-22')).toBe('2026-11-23')
  expect(earliestSendDay(now, '2026-11-23')).toBe('2026-11-23')
  expect(earliestSendDay(now, '2026-12-01')).toBe('2026-12-01')
})
test('only parcels to Hong Kong and Macau need no postcode', () => {
  expect(CARRIERS.filter((carrier) => !needsPostcode(carrier))).toEqual(['HKA', 'HKS', 'MC'])
})
