import { expect, test } from 'vitest'
import { listOfSearch, listPath } from '#app/site/ui/rides-query.ts'

test('an unknown list falls back to the first one', () => {
  expect(listOfSearch('?list=history')).toBe('history')
  for (const search of ['', '?list=', '?list=all', '?points=x'])
    expect(listOfSearch(search)).toBe('joined')
})

test('every list has an address that leads to it', () => {
  for (const list of ['joined', 'exited', 'history'] as const)
    expect(listOfSearch(new URL(listPath(list), 'https://a.invalid').search)).toBe(list)
})
