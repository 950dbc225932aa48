import { expect, test } from 'vitest'
import { keepPage, pagePath, pageSearch, underPath } from './query.ts'

test('a dialog carries along what the page shows, and nothing else', () => {
  expect(pageSearch('?tab=mine&date=2026-12-06&redirect=%2Fx')).toBe('?tab=mine&date=2026-12-06')
  expect(pageSearch('?address=&from=par_1')).toBe('')
  expect(underPath('move', '?tab=mine&cursor=abc')).toBe('/moving?tab=mine&cursor=abc')
})

test('a change of what is shown starts at the first page and keeps the rest', () => {
  expect(pagePath('mail', '?address=NG7&cursor=abc&kg=2', { tab: 'mine' })).toBe(
    '/mail?address=NG7&kg=2&tab=mine',
  )
  expect(pagePath('mail', '?tab=mine', { tab: null })).toBe('/mail')
  expect(pagePath('move', '', { cursor: 'abc' })).toBe('/moving?cursor=abc')
})

test('the page is read again for another view of it, not for a dialog over it', () => {
  const change = (from: string, to: string, more = {}) => {
    const [currentUrl, nextUrl] = [new URL(from, 'http://x'), new URL(to, 'http://x')]
    const given = { currentUrl, nextUrl, defaultShouldRevalidate: true, ...more }
    return keepPage(given as unknown as Parameters<typeof keepPage>[0])
  }
  expect(change('/mail', '/mail?tab=mine')).toBe(true)
  expect(change('/mail?tab=mine', '/mail/create?tab=mine')).toBe(false)
  expect(change('/mail', '/mail')).toBe(true)
  expect(change('/mail/create', '/mail/create', { formMethod: 'POST', actionStatus: 422 })).toBe(false)
  expect(change('/mail/create', '/mail?tab=mine', { formMethod: 'POST' })).toBe(true)
})
