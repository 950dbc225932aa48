import { expect, test } from 'vitest'
import { listOfSearch, pagePath, pageSearch } from './query.ts'

test('a list that is none is the first one', () => {
  expect(listOfSearch('?list=history')).toBe('history')
  for (const search of ['', '?list=', '?list=all', '?points=x'])
    expect(listOfSearch(search)).toBe('joined')
})
test('only what belongs to the page is carried along', () => {
  expect(pageSearch('?list=exited&from=x&points=abc')).toBe('?list=exited&points=abc')
  expect(pageSearch('?from=x')).toBe('')
})
test('an address changes in one thing and keeps the other', () => {
  expect(pagePath('?list=exited&points=abc', { list: 'joined' })).toBe(
    '/profile?list=joined&points=abc',
  )
  expect(pagePath('?points=abc', { points: null })).toBe('/profile')
})
