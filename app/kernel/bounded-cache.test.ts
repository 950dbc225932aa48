import { expect, test } from 'vitest'
import { boundedCache, memoized } from './bounded-cache.ts'

test('a value is computed once, and again after newer ones have replaced it', () => {
  const made: number[] = []
  const double = memoized((n: number) => {
    made.push(n)
    return 2 * n
  }, 2)
  expect([1, 2, 1, 2].map(double)).toEqual([2, 4, 2, 4])
  expect(made).toEqual([1, 2])
  expect([3, 2, 1].map(double)).toEqual([6, 4, 2])
  expect(made).toEqual([1, 2, 3, 1])
})

test('a value that is set again is the newest', () => {
  const cache = boundedCache<string, number>(2)
  for (const key of ['a', 'b', 'a', 'c']) cache.set(key, 1)
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 1])
})
