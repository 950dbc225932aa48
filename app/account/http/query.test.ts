import { expect, test } from 'vitest'
import { pagePath, pageSearch } from './query.ts'

test('only the page’s own parameters are kept', () => {
  expect(pageSearch('?from=y&points=abc')).toBe('?points=abc')
  expect(pageSearch('?from=x')).toBe('')
})
test('a new address changes one parameter', () => {
  expect(pagePath('?from=y', { points: 'abc' })).toBe('/profile?points=abc')
  expect(pagePath('?points=abc', { points: null })).toBe('/profile')
})
