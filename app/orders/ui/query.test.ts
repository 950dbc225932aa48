import { expect, test } from 'vitest'
import { pagePath, pageSearch, underPath } from './query.ts'

test('a dialog’s address keeps the page’s filters, and nothing else', () => {
  expect(pageSearch('?tab=mine&date=2026-12-06&redirect=%2Fx')).toBe('?tab=mine&date=2026-12-06')
  expect(pageSearch('?address=&from=par_1')).toBe('')
  expect(underPath('move', '?tab=mine&cursor=abc')).toBe('/moving?tab=mine&cursor=abc')
})

test('changing a filter starts at the first page and keeps the other filters', () => {
  expect(pagePath('mail', '?address=NG7&cursor=abc&kg=2', { tab: 'mine' })).toBe(
    '/mail?address=NG7&kg=2&tab=mine',
  )
  expect(pagePath('mail', '?tab=mine', { tab: null })).toBe('/mail')
  expect(pagePath('move', '', { cursor: 'abc' })).toBe('/moving?cursor=abc')
})
