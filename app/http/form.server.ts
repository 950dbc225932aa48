import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/cloudflare'
import type { z } from 'zod'
import { errorCatalogue } from '#app/domain/error.ts'
import type { Failure } from '#app/domain/result.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import { failureText, fieldOfFailure, issueText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'

export type FormResult = SubmissionResult<string[]>

/** Typed again by whoever typed them: a page never holds a password. */
const NEVER_SENT_BACK = ['password', 'confirmPassword', 'currentPassword', 'newPassword']
/** Fields that a person cannot see and programs fill in. */
const HONEYPOT = 'homepage'

/**
 * What the form library makes of other names is far larger than they are: `x[1000000]` is a list of a million, and all of
 * it is sent back. `__intent__` and `__state__` are its own, and throw when they hold anything else.
 */
const PLAIN_NAME = /^[A-Za-z]\w{0,39}$/
/** Several times what the longest form has. */
const FIELDS_MAX = 50

/** The fields that a form of ours can have. */
const plainFields = (form: FormData): [name: string, text: string][] =>
  [...form]
    .filter(([name]) => PLAIN_NAME.test(name) && !(name in Object.prototype))
    .slice(0, FIELDS_MAX)
    .map(([name, text]) => [name, String(text)])

function plainForm(form: FormData): FormData {
  const plain = new FormData()
  for (const [name, text] of plainFields(form)) plain.append(name, text)
  return plain
}

/** A form's values exactly as they were sent: the library leaves out what was emptied, which would fill it in again. */
export const sentValues = (form: FormData): Record<string, string> => Object.fromEntries(plainFields(form))

/** Reads a form by its schema. Messages come in the language of the page. */
export const readForm = <S extends z.ZodType>({ t }: AppContext, form: FormData, schema: S) =>
  parseWithZod(plainForm(form), {
    schema,
    error: fieldError,
    formatError: (issues: { message: string }[]) => issues.map(({ message }) => issueText(t, message)),
  })

/** The same with messages as codes, for components that put them into words. */
export const readFormCodes = <S extends z.ZodType>(form: FormData, schema: S) =>
  parseWithZod(plainForm(form), { schema, error: fieldError })

export const isFilledByProgram = (form: FormData): boolean => Boolean(form.get(HONEYPOT))

/** The form again with its values, but for passwords. */
export const sendBack = (submission: Submission<unknown>): FormResult =>
  submission.reply({ hideFields: NEVER_SENT_BACK })

/** The form again with its values and why it was refused: at the field that it is about or that `fieldOf` names, or above the form. */
export function refuseForm(
  { t }: AppContext,
  submission: Submission<unknown>,
  failure: Failure,
  fieldOf: Partial<Record<Failure['code'], string>> = {},
): FormResult {
  const about = fieldOfFailure(failure)
  const field = about?.field ?? fieldOf[failure.code]
  const texts = [about ? issueText(t, about.message) : failureText(t, failure)]
  const errors = field ? { fieldErrors: { [field]: texts } } : { formErrors: texts }
  return submission.reply({ ...errors, hideFields: NEVER_SENT_BACK })
}

/** The form again with its values, before any of it was read: a limit is counted first, since reading costs more. */
export function refuseUnread({ t }: AppContext, form: FormData, failure: Failure): FormResult {
  const sent = Object.entries(sentValues(form)).filter(([name]) => !NEVER_SENT_BACK.includes(name))
  return { status: 'error', initialValue: Object.fromEntries(sent), error: { '': [failureText(t, failure)] } }
}

/** An action's answer that refuses a form, with the status that the API would give. */
export const refused = <T extends object>(answer: T, code: Failure['code'] = 'validationFailed') =>
  data(answer, { status: errorCatalogue[code] })
