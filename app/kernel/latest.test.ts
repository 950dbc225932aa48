import { expect, test } from 'vitest'
import { isTooFar, latestDay } from './latest.ts'

test.each([
  ['a winter day', '2026-11-22T10:00Z', '2027-11-22'],
  ['the last minute of a London day in summer', '2026-07-01T22:59Z', '2027-07-01'],
  ['the first minute of the next', '2026-07-01T23:00Z', '2027-07-02'],
  ['the last day of a year', '2026-12-31T23:59Z', '2027-12-31'],
  ['a day that the next year does not have', '2028-02-29T12:00Z', '2029-02-28'],
  ['the day before it', '2027-02-28T12:00Z', '2028-02-28'],
])('on %s (%s) the last day is %s', (_, now, day) => {
  expect(latestDay(Date.parse(now))).toBe(day)
})

test('the last day is allowed to its last minute, in summer time too', () => {
  const now = Date.parse('2026-07-01T10:00Z')
  expect(isTooFar('2027-07-01', now)).toBe(false)
  expect(isTooFar('2027-07-02', now)).toBe(true)
  expect(isTooFar(Date.parse('2027-07-01T22:59Z'), now)).toBe(false)
  expect(isTooFar(Date.parse('2027-07-01T23:00Z'), now)).toBe(true)
  expect(isTooFar(Date.parse('+012027-07-01T00:00Z'), now)).toBe(true)
})
