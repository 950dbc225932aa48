import crypto, { createHmac, scryptSync } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.server.ts'

const pepper = 'a pepper of the test, thirty-two characters'
const passwords = pepper

test('a password matches its own hash and no other', () => {
  const stored = hashPassword(passwords, 'correct horse')
  expect(verifyPassword(passwords, 'correct horse', stored)).toEqual({
    matches: true,
    stale: false,
  })
  expect(verifyPassword(passwords, 'correct horsf', stored).matches).toBe(false)
})

test('the stored text names scrypt, its parameters and its own salt, and contains no password', () => {
  const [first, second] = [hashPassword(passwords, 'hunter22'), hashPassword(passwords, 'hunter22')]
  expect(first).toMatch(/^\$scrypt\$ln=14,r=8,p=5,keyid=[\w-]{8}\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(first).not.toBe(second)
  expect(first).not.toContain('hunter22')
})

test('the stored key is scrypt of the peppered password, so another tool can verify it', () => {
  const [, , , salt = '', key] = hashPassword(passwords, '密码 one').split('$')
  const peppered = createHmac('sha256', pepper).update('密码 one'.normalize('NFKC')).digest()
  const expected = scryptSync(peppered, Buffer.from(salt, 'base64'), 32, {
    N: 16384,
    r: 8,
    p: 5,
    maxmem: 2 ** 26,
  })
  expect(key).toBe(expected.toString('base64').replace('=', ''))
})

test('a password typed full-width or half-width is the same', () => {
  expect(
    verifyPassword(passwords, 'abc123xyz', hashPassword(passwords, 'ａｂｃ１２３ｘｙｚ')).matches,
  ).toBe(true)
})

test('a hash with weaker parameters still matches, and asks to be replaced', () => {
  const salt = Buffer.alloc(16, 7)
  const keyid = hashPassword(passwords, 'x').match(/keyid=([\w-]+)/)?.[1]
  const key = scryptSync(createHmac('sha256', pepper).update('old one').digest(), salt, 32, {
    N: 1024,
    r: 8,
    p: 1,
  })
  const stored = `$scrypt$ln=10,r=8,p=1,keyid=${keyid}$${salt.toString('base64').replace(/=+$/, '')}$${key.toString('base64').replace(/=+$/, '')}`
  expect(verifyPassword(passwords, 'old one', stored)).toEqual({ matches: true, stale: true })
})

test('a check without an account takes the same hash as one with an account', () => {
  const stored = hashPassword(passwords, 'somebody')
  const scrypt = vi.spyOn(crypto, 'scryptSync')
  // The code's own import follows, even if another file has loaded that code before.
  syncBuiltinESMExports()
  onTestFinished(() => {
    scrypt.mockRestore()
    syncBuiltinESMExports()
  })
  expect(verifyPassword(passwords, 'guess', stored).matches).toBe(false)
  expect(verifyPassword(passwords, 'guess', null).matches).toBe(false)
  const [somebody, nobody] = scrypt.mock.calls
  expect(nobody?.slice(2)).toEqual(somebody?.slice(2))
  expect(nobody?.[3]).toMatchObject({ N: 16384, r: 8, p: 5 })
})

test('a different pepper is reported as an error, not as a wrong password', () => {
  const stored = hashPassword(passwords, 'somebody')
  expect(() =>
    verifyPassword('another pepper of thirty-two characters', 'somebody', stored),
  ).toThrow('PEPPER')
  expect(() => verifyPassword(passwords, 'x', 'plain text')).toThrow('not one of ours')
})
