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
  for (const path of [at, `${at}.data`, '/api/drive/car_x.ride_y.1.S3cret', at.replace('d', 'D')]) {
    const line = lineOf(new Error(`No route matches URL "${path}?lang=en"`), path)
    expect(line).not.toContain('S3cret')
    expect(line).not.toContain('car_x')
    expect(line).toContain('rive/…')
    JSON.parse(line)
  }
})
