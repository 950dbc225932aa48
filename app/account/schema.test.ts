import { expect, test } from 'vitest'
import type { z } from 'zod'
import { fieldError } from '#app/schemas/common.server.ts'
import { received } from '#tests/kit/received.ts'
import {
  loginSchema,
  registerFormSchema,
  registerSchema,
  resetFormSchema,
} from './schema.server.ts'

const good = {
  phone: '07123456789',
  email: 'ming@example.com',
  name: '王明',
  accountType: 'NORMAL',
  password: 'tram-to-beeston',
  confirmPassword: 'tram-to-beeston',
  wechat: 'ming_2026',
  verificationCode: '123456',
}

/** Every field's messages, as a form or the API would receive them. */
function problems(schema: z.ZodType, value: unknown): Record<string, string[]> {
  const parsed = schema.safeParse(received(value), { error: fieldError })
  const found: Record<string, string[]> = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const at = path.join('.')
    found[at] = [...(found[at] ?? []), message]
  }
  return found
}

test('a complete registration is accepted and tidied', () => {
  const value = {
    ...good,
    phone: '+44 7123 456 789',
    name: ' 古丽•买买提 ',
    email: ' Ming@Example.com ',
    verificationCode: '１２３ 456',
  }
  expect(registerFormSchema.parse(received(value))).toMatchObject({
    phone: '07123456789',
    name: '古丽·买买提',
    email: 'Ming@Example.com',
    verificationCode: '123456',
    flatName: null,
    flatNumber: null,
  })
})

test.each([
  ['phone', '', 'phoneRequired'],
  ['phone', undefined, 'phoneRequired'],
  ['phone', '0712345678', 'phoneInvalid'],
  ['phone', '08123456789', 'phoneInvalid'],
  ['email', '', 'emailRequired'],
  ['email', 'ming@', 'emailInvalid'],
  ['email', `${'a'.repeat(250)}@example.com`, 'tooLong?max=254'],
  ['name', '', 'nameRequired'],
  ['name', '王', 'nameLength?min=2&max=20'],
  ['name', 'Ming Wang', 'nameChinese'],
  ['accountType', '', 'accountTypeRequired'],
  ['accountType', undefined, 'accountTypeRequired'],
  ['accountType', 'ADMIN', 'accountTypeRequired'],
  ['wechat', '', 'wechatRequired'],
  ['wechat', 'ming5', 'wechatLength?min=6&max=20'],
  ['wechat', 'm'.repeat(21), 'wechatLength?min=6&max=20'],
  ['wechat', 'ming 2026', 'wechatInvalid'],
  ['wechat', '诺丁汉王小明', 'wechatInvalid'],
  ['verificationCode', '', 'verificationCodeRequired'],
  ['verificationCode', '12345', 'verificationCodeInvalid'],
  ['verificationCode', '12345a', 'verificationCodeInvalid'],
  ['confirmPassword', '', 'confirmPasswordRequired'],
  ['confirmPassword', 'tram-to-beestoN', 'passwordMismatch'],
])('register refuses %s %j with %s', (field, value, code) => {
  expect(problems(registerFormSchema, { ...good, [field]: value })).toEqual({ [field]: [code] })
})

test.each([
  ['', 'passwordRequired'],
  ['abc12', 'passwordLength?min=6&max=20'],
  ['a'.repeat(10) + 'b'.repeat(11), 'passwordLength?min=6&max=20'],
  ['123456', 'passwordCommon'],
  ['07123456789', 'passwordCommon'],
  ['ming@example.com', 'passwordCommon'],
])('register refuses the password %j with %s', (password, code) => {
  expect(
    problems(registerFormSchema, { ...good, password, confirmPassword: password || 'x' }).password,
  ).toEqual([code])
})

test('passwords of exactly 6 and 20 characters are accepted, and their spaces are kept', () => {
  for (const password of ['kR7 m2', '二十个字的密码也可以用一二三四五六七八九'])
    expect(
      registerFormSchema.parse({ ...good, password, confirmPassword: password }).password,
    ).toBe(password)
})

test('a member must give a flat, and all errors are reported together', () => {
  const wrong = { ...good, accountType: 'MEMBER', email: 'x', flatName: ' ' }
  expect(problems(registerFormSchema, wrong)).toEqual({
    email: ['emailInvalid'],
    flatName: ['flatNameRequired'],
    flatNumber: ['flatNumberRequired'],
  })
  const member = { ...good, accountType: 'MEMBER', flatName: ' Trent House ', flatNumber: '12B' }
  expect(registerFormSchema.parse(member)).toMatchObject({
    flatName: 'Trent House',
    flatNumber: '12B',
  })
})

test('a regular account has no flat, whatever was filled in', () => {
  const value = registerFormSchema.parse({ ...good, flatName: 'Trent House', flatNumber: '12B' })
  expect(value).toMatchObject({ flatName: null, flatNumber: null })
})

test('an empty registration names every required field once', () => {
  expect(problems(registerFormSchema, {})).toEqual({
    phone: ['phoneRequired'],
    email: ['emailRequired'],
    name: ['nameRequired'],
    accountType: ['accountTypeRequired'],
    password: ['passwordRequired'],
    confirmPassword: ['confirmPasswordRequired'],
    wechat: ['wechatRequired'],
    verificationCode: ['verificationCodeRequired'],
  })
})

const payload = (user: object = {}, rest: object = {}) => {
  const { verificationCode, confirmPassword: _, ...person } = good
  return {
    user: { ...person, phoneWithPrefix: '+447123456789', ...user },
    verificationCode,
    phonePrefix: '+44',
    ...rest,
  }
}

test.each([
  [payload(), {}],
  [payload({ phoneWithPrefix: '+4407123456789' }), {}],
  [
    payload({ phoneWithPrefix: '+447123456780' }),
    { 'user.phoneWithPrefix': ['phoneWithPrefixMismatch'] },
  ],
  [payload({ phone: '7123456789' }), {}],
  [
    payload({ phone: '712345678' }),
    { 'user.phone': ['phoneInvalid'], 'user.phoneWithPrefix': ['phoneWithPrefixMismatch'] },
  ],
  [payload({}, { phonePrefix: '+86' }), { phonePrefix: ['phonePrefixInvalid'] }],
  [
    payload({}, { verificationCode: undefined }),
    { verificationCode: ['verificationCodeRequired'] },
  ],
  [
    {},
    {
      user: ['required'],
      verificationCode: ['verificationCodeRequired'],
      phonePrefix: ['phonePrefixInvalid'],
    },
  ],
])('the API’s payload follows the same rules, case %#', (value, expected) => {
  expect(problems(registerSchema, value)).toEqual(expected)
})

test('a login only needs a phone and a password, however short', () => {
  expect(problems(loginSchema, {})).toEqual({
    phone: ['phoneRequired'],
    password: ['passwordRequired'],
  })
  expect(loginSchema.parse(received({ phone: '7123456789', password: 'x' }))).toEqual({
    phone: '07123456789',
    password: 'x',
  })
})

test('a new password follows the rules of registration', () => {
  const reset = {
    phone: '07123456789',
    verificationCode: '123456',
    password: '123456',
    confirmPassword: '654321',
  }
  expect(problems(resetFormSchema, reset)).toEqual({
    password: ['passwordCommon'],
    confirmPassword: ['passwordMismatch'],
  })
})
