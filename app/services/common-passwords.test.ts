import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.server.ts'

test.each([
  '123456',
  'Password',
  'password1',
  'QWERTY123',
  'woaini1314',
  '5201314',
  'aaaaaaaa',
  '7654321',
  'cdefghij',
  '１２３４５６',
  'nottingham!',
])('%j is refused as one of the commonest', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['tram-to-beeston', '雨天的图书馆', 'k7Rm2x', '20260917pm', 'qwerty-robin-hood'])(
  '%j may be used',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)
