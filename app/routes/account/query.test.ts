import { expect, test } from 'vitest'
import { listOfSearch, pagePath, pageSearch } from './query.ts'

test('an unknown list falls back to the first one', () => {
  expect(listOfSearch('?list=history')).toBe('history')
  for (const search of ['', '?list=', '?list=all', '?points=x'])
    expect(listOfSearch(search)).toBe('joined')
})
test('only the page’s own parameters are kept', () => {
  expect(pageSearch('?list=exited&from=x&points=abc')).toBe('?list=exited&points=abc')
  expect(pageSearch('?from=x')).toBe('')
})
test('a new address changes one parameter and keeps the others', () => {
  expect(pagePath('?list=exited&points=abc', { list: 'joined' })).toBe(
    '/profile?list=joined&points=abc',
  )
  expect(pagePath('?points=abc', { points: null })).toBe('/profile')
})
