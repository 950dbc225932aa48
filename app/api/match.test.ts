import { expect, test } from 'vitest'
import { apiPath, matchCall } from './match.server.ts'
import { calls } from './table.server.ts'

const find = (method: string, path: string) => {
  const match = matchCall(calls, method, path)
  if (match === null) return null
  return 'allow' in match ? match.allow : `${match.call.path} ${JSON.stringify(match.params)}`
}

test('the API is served below /api, with or without the base path', () => {
  expect(apiPath('/api/carpool/list')).toBe('/carpool/list')
  expect(apiPath('/neighbourhelp/api/carpool/list')).toBe('/carpool/list')
  expect(apiPath('/neighbourhelp/api/carpool/list/')).toBe('/carpool/list')
  expect(apiPath('/neighbourhelp/api')).toBe('/')
})
test('a fixed path segment wins over a parameter', () => {
  expect(find('GET', '/carpool/list')).toBe('/carpool/list {}')
  expect(find('GET', '/carpool/car_1')).toBe('/carpool/:id {"id":"car_1"}')
  expect(find('GET', '/carpool/car_1/check-join')).toBe('/carpool/:id/check-join {"id":"car_1"}')
})
test('a parameter is decoded once and is never empty', () => {
  expect(find('GET', '/carpool/a%2Fb%2520')).toBe('/carpool/:id {"id":"a/b%20"}')
  expect(find('GET', '/carpool/%zz')).toBeNull()
  expect(find('GET', '/carpool//check-join')).toBeNull()
})
test('a wrong method returns the allowed ones', () => {
  expect(find('PATCH', '/carpool/list')).toEqual(['GET', 'HEAD'])
  expect(find('GET', '/carpool/create')).toEqual(['POST'])
  expect(find('HEAD', '/health')).toBe('/health {}')
})
test('an unknown path matches nothing', () => {
  for (const path of ['/', '/carpool', '/carpool/a/b/c', '/carpools/list', '/user/login/x'])
    expect(find('GET', path), path).toBeNull()
})
