import * as z from 'zod'
import { isCommonPassword } from '#app/account/service/common-passwords.server.ts'
import {
  type AccountType,
  countCharacters,
  isUkMobile,
  nameProblem,
  PHONE_PREFIX,
} from '#app/kernel/account.ts'
import { NAME, PASSWORD, WECHAT } from '#app/kernel/limits.ts'
import { missing } from '#app/schemas/common.server.ts'
import { type FieldCode, issue } from '#app/schemas/issue.ts'
import { sample } from '#app/schemas/sample.ts'

/**
 * docs/rules.md#account-details. Messages are codes of locales errors `field`; forms and the API
 * share the fields.
 */

const EMAIL_MAX = 254
const FLAT_MAX = 50

/** A required text: trimmed, `required` when missing or empty. */
const filled = (required: FieldCode, example: string) =>
  z
    .string({ error: missing(required) })
    // Before any transform: metadata after one would describe the output.
    .meta({ examples: [example] })
    .trim()
    .min(1, { error: issue(required), abort: true })

const within = (limits: { min: number; max: number }) => (text: string) => {
  const length = countCharacters(text)
  return length >= limits.min && length <= limits.max
}

export const phoneField = filled('phoneRequired', sample.phone)
  .refine(isUkMobile, { error: issue('phoneInvalid') })
  .meta({ description: 'UK mobile: 11 digits starting 07, or with +44' })

const emailField = filled('emailRequired', sample.email)
  .max(EMAIL_MAX, { error: issue('tooLong', { max: EMAIL_MAX }), abort: true })
  .pipe(z.email({ error: issue('emailInvalid') }))

/** A new password. An existing one is only required, so that today's rules lock nobody out. */
const newPasswordField = z
  .string({ error: missing('passwordRequired') })
  .min(1, { error: issue('passwordRequired'), abort: true })
  .refine(within(PASSWORD), { error: issue('passwordLength', PASSWORD), abort: true })
  .refine((password) => !isCommonPassword(password), { error: issue('passwordCommon') })
  .meta({
    description: `${PASSWORD.min} to ${PASSWORD.max} characters, none of the commonest`,
    examples: ['quiet-lamp-on-shelf'],
  })

export const nameField = z
  .string({ error: missing('nameRequired') })
  .meta({ examples: [sample.name] })
  .trim()
  .check((check) => {
    const problem = nameProblem(check.value)
    if (problem)
      check.issues.push({
        code: 'custom',
        input: check.value,
        message: issue(problem, problem === 'nameLength' ? NAME : {}),
      })
  })
  .meta({ description: 'Chinese full name; cannot be changed later' })

export const wechatField = filled('wechatRequired', sample.wechat)
  .refine(within(WECHAT), { error: issue('wechatLength', WECHAT), abort: true })
  .refine((id) => /^[!-~]+$/.test(id), { error: issue('wechatInvalid') })

const codeField = filled('verificationCodeRequired', '482913')
  .refine((code) => /^\d{6}$/.test(code), { error: issue('verificationCodeInvalid') })
  .meta({ description: 'The 6 digits of the text message' })

const optionalText = (example: string) =>
  z
    .string()
    .trim()
    .max(FLAT_MAX, { error: issue('tooLong', { max: FLAT_MAX }) })
    .nullish()
    .meta({ examples: [example] })

const person = {
  email: emailField,
  name: nameField,
  password: newPasswordField,
  wechat: wechatField,
  accountType: z.enum(['MEMBER', 'NORMAL'], {
    error: missing('accountTypeRequired', 'accountTypeRequired'),
  }),
  flatName: optionalText(sample.flatName),
  flatNumber: optionalText(sample.flatNumber),
}

/** What cross-field rules check; any field may be missing or invalid at that point. */
type Draft = {
  accountType?: unknown
  flatName?: unknown
  flatNumber?: unknown
  password?: unknown
  newPassword?: unknown
  confirmPassword?: unknown
  phone?: unknown
  phoneWithPrefix?: unknown
  email?: unknown
}

/**
 * A rule over several fields, checked even while other fields are invalid, so that a form shows all
 * errors at once.
 */
const rule = (path: keyof Draft, code: FieldCode, holds: (v: Draft) => boolean) =>
  z.refine((v: unknown) => holds(v as Draft), {
    error: issue(code),
    path: [path],
    when: ({ value }) => isObject(value),
  })

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const personRules = [
  rule(
    'flatName',
    'flatNameRequired',
    (v) => v.accountType !== 'MEMBER' || textOf(v.flatName) !== '',
  ),
  rule(
    'flatNumber',
    'flatNumberRequired',
    (v) => v.accountType !== 'MEMBER' || textOf(v.flatNumber) !== '',
  ),
  rule(
    'password',
    'passwordCommon',
    (v) => !isOneOf(textOf(v.password), [textOf(v.phone), textOf(v.email)]),
  ),
] as const

/**
 * A user's own phone or email is the first password anyone would try. Empty passwords have their
 * own rule.
 */
const isOneOf = (password: string, own: string[]) =>
  own.some((word) => word !== '' && word === password)

const confirmed = (password: 'password' | 'newPassword') =>
  rule(
    'confirmPassword',
    'passwordMismatch',
    (v) => !textOf(v.confirmPassword) || v[password] === v.confirmPassword,
  )

/**
 * Drops the flat of a NORMAL account, which may be sent because the form without scripts shows
 * these fields to everyone.
 */
function keepFlatOfMember<
  V extends { accountType: AccountType; flatName?: string | null; flatNumber?: string | null },
>(v: V) {
  const member = v.accountType === 'MEMBER'
  return {
    ...v,
    flatName: (member && v.flatName) || null,
    flatNumber: (member && v.flatNumber) || null,
  }
}

const confirmField = z
  .string({ error: missing('confirmPasswordRequired') })
  .min(1, { error: issue('confirmPasswordRequired') })

/** Details that can be changed later, under the same rules as at registration. */
export const emailSchema = z.object({ email: emailField })
/** The data in an email confirmation link. */
export const emailTokenSchema = z.object({
  token: z
    .string({ error: missing('required') })
    .max(EMAIL_MAX, { error: issue('tooLong', { max: EMAIL_MAX }) })
    .meta({
      description: 'The token of the link that was sent to the address',
      examples: ['Zt6uJ1yq9sK2vB4nM6tY8uI1oP5eR7zC0dF3gH2jKsw'],
    }),
})
export const wechatSchema = z.object({ wechat: wechatField })

const flatField = (required: FieldCode, example: string) =>
  filled(required, example).max(FLAT_MAX, { error: issue('tooLong', { max: FLAT_MAX }) })
export const flatSchema = z.object({
  flatName: flatField('flatNameRequired', sample.flatName),
  flatNumber: flatField('flatNumberRequired', sample.flatNumber),
})

export const registerFormSchema = z
  .object({
    ...person,
    phone: phoneField,
    confirmPassword: confirmField,
    verificationCode: codeField,
  })
  .check(...personRules, confirmed('password'))
  .transform(keepFlatOfMember)

/** The body of a registration call. */
export const registerSchema = z.object({
  user: z
    .object({
      ...person,
      phone: phoneField,
      phoneWithPrefix: z.string({ error: missing('required') }).meta({ examples: [sample.tel] }),
    })
    .check(
      ...personRules,
      rule(
        'phoneWithPrefix',
        'phoneWithPrefixMismatch',
        (v) => typeof v.phone !== 'string' || v.phone === v.phoneWithPrefix,
      ),
    )
    .transform(keepFlatOfMember),
  verificationCode: codeField,
  phonePrefix: z.literal(PHONE_PREFIX, { error: issue('phonePrefixInvalid') }),
})

/** Longer than any proof of Turnstile's. */
export const PROOF_MAX = 2048
/** Only the phone has to be valid for a code to be sent. */
export const codeSchema = z.object({
  phone: phoneField,
  proof: z
    .string()
    .max(PROOF_MAX, { error: issue('tooLong', { max: PROOF_MAX }) })
    .optional()
    .meta({ examples: ['0.zT3…'] }),
})

const existingPassword = z
  .string({ error: missing('passwordRequired') })
  .min(1, { error: issue('passwordRequired') })
/** Longer than any real password; keeps oversized input away from the hash. */
const LOGIN_PASSWORD_MAX = 256
const loginPassword = existingPassword
  .max(LOGIN_PASSWORD_MAX, { error: issue('tooLong', { max: LOGIN_PASSWORD_MAX }) })
  .meta({ examples: ['a-lamp-on-the-desk'] })

export const loginSchema = z.object({ phone: phoneField, password: loginPassword })

export const resetFormSchema = z
  .object({
    phone: phoneField,
    verificationCode: codeField,
    password: newPasswordField,
    confirmPassword: confirmField,
  })
  .check(personRules[2], confirmed('password'))
export const resetSchema = z.object({
  phone: phoneField,
  verificationCode: codeField,
  newPassword: newPasswordField,
})

/** Changes while logged in: the password and the phone. */
export const passwordSchema = z.object({
  currentPassword: loginPassword,
  newPassword: newPasswordField,
})
export const passwordFormSchema = passwordSchema
  .extend({ confirmPassword: confirmField })
  .check(confirmed('newPassword'))
export const phoneSchema = z.object({
  phone: phoneField,
  verificationCode: codeField,
  currentPassword: loginPassword,
})
