import { expect, test } from 'vitest'
import { withBase } from '#app/kernel/base-path.ts'
import { afterLogin, loginPath, pathOf, safeReturnTo } from './return-to.server.ts'

test.each([
  ['/carpool', '/carpool'],
  [
    '/carpool?tripType=PICKUP&date=2026-12-06#list',
    '/carpool?tripType=PICKUP&date=2026-12-06#list',
  ],
  ['/neighbourhelp/trip', '/trip'],
  ['/neighbourhelp', '/'],
  ['/neighbourhelp/', '/'],
  ['/neighbourhelpful', '/neighbourhelpful'],
  ['/carpool/../trip', '/trip'],
  ['/carpool?next=https://evil.example', '/carpool?next=https://evil.example'],
])('%j leads back to %j', (value, path) => {
  expect(safeReturnTo(value, '/fallback')).toBe(path)
})

test.each([
  ['//evil.example'],
  ['///evil.example'],
  ['/\\evil.example'],
  ['\\\\evil.example'],
  ['/\t/evil.example'],
  ['/\n/evil.example'],
  ['/.//evil.example'],
  ['/x/..//evil.example'],
  ['/neighbourhelp//evil.example'],
  ['/carpool//trip'],
  ['/carpool%2F/trip'],
  ['/carpool/%zz'],
  [`/carpool${'/a'.repeat(2000)}`],
  [`/${'a'.repeat(2000)}`],
  ['https://evil.example/carpool'],
  ['https:/evil.example'],
  ['javascript:alert(1)'],
  [' /carpool'],
  ['carpool'],
  [''],
  [null],
  [undefined],
  [['/carpool']],
])('%j leads to the fallback', (value) => {
  expect(safeReturnTo(value, '/fallback')).toBe('/fallback')
})

test.each([
  ['CVE-2026-22029', 'javascript:alert(1)'],
  ['CVE-2026-40181', '//evil.example'],
  ['CVE-2026-40181', '/neighbourhelp//evil.example'],
  ['CVE-2026-53669', '/\\evil.example'],
  ['CVE-2026-53669', '\\\\evil.example'],
])('%s: the router is never told to go to %s', (_advisory, value) => {
  expect(safeReturnTo(value)).toBe('/')
})

test.each([
  ['?redirect=%2Fcarpool%3Fdate%3D2026-12-06', '/carpool?date=2026-12-06'],
  ['?redirect=/neighbourhelp/trip', '/trip'],
  ['?redirect=//evil.example', '/'],
  ['?redirect=/login%3Fredirect%3D/login', '/'],
  ['?redirect=/logout', '/'],
  ['?redirect=/neighbourhelp/session-expired', '/'],
  ['?redirect=/register', '/'],
  ['', '/'],
])('after a login at %j the student lands on %j', (query, path) => {
  expect(afterLogin(new Request(`https://x.test/neighbourhelp/login${query}`))).toBe(path)
})

test.each([
  [
    'https://x.test/neighbourhelp/carpool/create?tripType=PICKUP',
    '/carpool/create?tripType=PICKUP',
  ],
  ['https://x.test/neighbourhelp/profile.data?_routes=routes%2Fprofile', '/profile'],
  ['https://x.test/neighbourhelp/carpool?index&date=2026-12-06', '/carpool?date=2026-12-06'],
  ['https://x.test/neighbourhelp/', '/'],
])('the page of %j is %j', (url, path) => {
  expect(pathOf(new Request(url))).toBe(path)
})

test('the login page receives a return path only when there is one to return to', () => {
  expect(loginPath('/trip')).toBe('/login?redirect=%2Ftrip')
  expect(loginPath('/carpool?date=2026-12-06')).toBe(
    '/login?redirect=%2Fcarpool%3Fdate%3D2026-12-06',
  )
  expect(loginPath('/')).toBe('/login')
  expect(loginPath('//evil.example')).toBe('/login')
  expect(withBase('/login')).toBe('/neighbourhelp/login')
})
