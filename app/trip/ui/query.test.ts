import { expect, test } from 'vitest'
import { createPath, joinPath, pagePath, pageSearch, tabPath, underPath } from './query.ts'

test('a dialog’s address keeps the list’s filters, and nothing else', () => {
  expect(pageSearch('?tab=end&date=2026-12-06&redirect=%2Fx')).toBe('?tab=end&date=2026-12-06')
  expect(underPath('?name=York&from=x')).toBe('/trip?name=York')
  expect(createPath('?name=York')).toBe('/trip/create?name=York')
  expect(joinPath('trip_1', '?cursor=abc&x=1')).toBe('/trip/trip_1/join?cursor=abc')
  expect(tabPath('start')).toBe('/trip')
})

test('changing a filter starts at the first page and keeps the other filters', () => {
  expect(pagePath('?name=York&cursor=abc', { tab: 'end' })).toBe('/trip?name=York&tab=end')
  expect(pagePath('?tab=end', { tab: null })).toBe('/trip')
  expect(pagePath('', { cursor: 'abc' })).toBe('/trip?cursor=abc')
})
