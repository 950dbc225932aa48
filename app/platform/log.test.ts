import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test, vi } from 'vitest'
import { createLog } from './log.server.ts'

function lineOf(error: unknown, path = '/x'): string {
  const write = vi.spyOn(console, 'error').mockImplementation(() => {})
  createLog({ requestId: 'r1' }).error('it failed', error, { path })
  const line = String(write.mock.calls[0]?.[0])
  write.mockRestore()
  return line
}

test('a failed query is logged with its cause, never with its values', () => {
  const secrets = ['07700900101', '王明', '$scrypt$hash']
  const cause = new Error('D1_ERROR: UNIQUE constraint failed: users.phone')
  const line = lineOf(new DrizzleQueryError('insert into users values (?, ?, ?)', secrets, cause))
  for (const secret of secrets) expect(line).not.toContain(secret)
  expect(line).toContain('insert into users values (?, ?, ?)')
  expect(line).toContain('UNIQUE constraint failed: users.phone')
})
test('an error is one line of JSON with its fields, message and frames', () => {
  const parsed = JSON.parse(lineOf(new TypeError('no such thing')))
  expect(parsed).toMatchObject({
    level: 'error',
    message: 'it failed',
    requestId: 'r1',
    path: '/x',
    error: 'TypeError: no such thing',
  })
  expect(parsed.stack).toContain('log.test.ts')
})
test('a thrown value that is no error is logged as text', () => {
  expect(JSON.parse(lineOf('odd')).error).toBe('odd')
})
test('the secret of a driver’s link is in no line, wherever the address stands', () => {
  const at = '/neighbourhelp/drive/car_x.ride_y.1.S3cret'
  for (const path of [at, `${at}.data`, at.replace('d', 'D')]) {
    const line = lineOf(new Error(`No route matches URL "${path}?lang=en"`), path)
    expect(line).not.toContain('S3cret')
    expect(line).not.toContain('car_x')
    expect(line).toContain('rive/…')
    JSON.parse(line)
  }
})

test.each([
  ['/login?phone=07700900101&password=hunter2', '/login?phone=…'],
  ['/login%3Fphone%3D07700900101%26password%3Dhunter2', '/login?…'],
  ['/login%253Fp%2561ssword%253Dhunter2', '/login?…'],
  ['/login&PassWord=hunter2', '/login&PassWord=…'],
  ['/login/password%3dhunter2', '/login/password%3d…'],
  ['/confirm-email?token=hunter2', '/confirm-email?token=…'],
])('an address with a secret is logged without it, wherever it stands: %s', (path, shown) => {
  const line = lineOf(new TypeError(`Invalid URL "https://x.test${path}": odd`), path)
  expect(line).not.toContain('hunter2')
  expect(line).not.toContain('07700900101')
  expect(JSON.parse(line).path).toBe(shown)
})
test('a line has a bounded length', () => {
  expect(lineOf(new Error('odd'), '/a'.repeat(8000)).length).toBeLessThan(8000)
})
