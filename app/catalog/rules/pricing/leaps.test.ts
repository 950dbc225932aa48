import { expect, test } from 'vitest'
import { amountChanges, isLeap, LEAP_FACTOR } from './leaps.ts'

test.each([
  [100, 1, true],
  [1, 100, true],
  [1000, 1000 * LEAP_FACTOR, true],
  [1000, 1000 * LEAP_FACTOR - 1, false],
  [1000 * LEAP_FACTOR, 1000, true],
  [1000 * LEAP_FACTOR - 1, 1000, false],
  [1000, 0, true],
  [0, 1000, true],
  [0, 0, false],
  [700, 700, false],
  [null, 700, false],
  [700, null, false],
])('a change from %s to %s is typed twice: %s', (before, after, twice) => {
  expect(isLeap({ name: 'any', before, after })).toBe(twice)
})

test('amounts that come, go and change are found, and nothing else', () => {
  const before = new Map([
    ['same', 1],
    ['changed', 2],
    ['gone', 3],
    ['none', null],
  ])
  const after = new Map([
    ['same', 1],
    ['changed', 20],
    ['new', 4],
  ])
  expect(amountChanges(before, after)).toEqual([
    { name: 'changed', before: 2, after: 20 },
    { name: 'gone', before: 3, after: null },
    { name: 'new', before: null, after: 4 },
  ])
})
