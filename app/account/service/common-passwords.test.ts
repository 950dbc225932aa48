import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.server.ts'

/**
 * The top of public lists of the commonest passwords, worldwide (2023) and in China (2011), limited
 * to those of 6 to 20 characters.
 */
const TOP = `
  123456 12345678 123456789 password Aa123456 1234567890 1234567 123123 111111 12345678910 000000
  admin123 P@ssw0rd 654321 qwerty Pass@123 112233 102030 abc123 Aa@123456 abcd1234 1q2w3e4r 123321
  qwertyuiop 87654321 987654321 123123123 11223344 0987654321 12341234 qwerty123 Admin@123 1q2w3e4r5t
  11111111 Demo@123 azerty 666666 0123456789 121212 1234qwer 1qaz2wsx 123456789a Aa112233 asdfghjkl
  Password1 888888 admin1 Aa123456@ asd123 qwer1234 123qwe 202020 asdf1234 Abcd@1234 12344321 88888888
  secret admin1234 administrator Password@123 q1w2e3r4 10203040 a123456 12345678a 555555 zxcvbnm welcome
  Abcd@123 Welcome@123 minecraft 101010 Pass@1234 123654 123456a 159357 qwe123 password1 1029384756
  1234567891 1111111111 azertyuiop 999999 12121212 12345678901 222222 7777777 147258369 dearbook
  00000000 aaaaaaaa 66666666 a123456789 xiazhili 789456123 qqqqqqqq 000000000 qq123456 iloveyou 31415926
  0000000000 123456abc 123654789 qazwsxedc 110110110 asdasdasd 22222222 123321123 abc123456 a12345678
  123456123 1qaz2wsx3edc 5201314 woaini1314 zz123456 w123456 wang123456 woaini123 woaini520 wang1234
  hello1 pass123 jordan1 li123456 zhang123 liu123456 chen1234 123456aa 123456qq qwe123456 a1234567
  abc12345 asd123456 zxcvbnm123 1314520 7758521 caonima 123456789q woaini woaini521 520520 520123
  1314521 zxc123456 q123456 aa123123 qq123123 a5201314 111222 111222tianya wocaonima woailaopo
  123456wang 123qweasd 147852369 123789 5211314 584520 asdfghjkl123 love123 love1314 a123123 a111111
  aaa111 aaa123 z123456 123456789abc 1234abcd qaz123 qazwsx123 wangwang lovely sunshine1 charlie1
  monkey1 dragon1 letmein1 welcome1 football1 michael1 princess1 superman1
`

test.each(TOP.trim().split(/\s+/))('%s, from the top of a public list, is refused', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each([
  'Password',
  'QWERTY123',
  'cdefghij',
  '7654321',
  '１２３４５６',
  'nottingham!',
  'linbang2026',
  'Wang@520',
  'abcabcabc',
])('%j is refused as easy to guess', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each([
  'tram-to-beeston',
  '雨天的图书馆',
  'k7Rm2x',
  '20260917pm',
  'qwerty-robin-hood',
  'umbrella4821',
  'wang8361',
  'pass-the-trent',
])('%j is accepted', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

test('fewer than one in a thousand random passwords is taken for a common one', () => {
  const random = Array.from({ length: 20_000 }, (_, n) =>
    createHash('sha256').update(`password ${n}`).digest('base64url').slice(0, 10),
  )
  const refused = random.filter(isCommonPassword)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(20)
})
