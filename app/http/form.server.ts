import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/cloudflare'
import type { z } from 'zod'
import { errorCatalogue } from '../domain/error.ts'
import type { Failure } from '../domain/result.ts'
import { fieldError } from '../schemas/common.server.ts'
import { failureText, issueText } from '../schemas/issue.ts'
import type { AppContext } from '../services/context.server.ts'

export type FormResult = SubmissionResult<string[]>

/** Typed again by whoever typed them: a page never holds a password. */
const NEVER_SENT_BACK = ['password', 'confirmPassword']
/** Fields that a person cannot see and programs fill in. */
const HONEYPOT = 'homepage'

/** Reads a form by its schema. Messages come in the language of the page. */
export const readForm = <S extends z.ZodType>({ t }: AppContext, form: FormData, schema: S) =>
  parseWithZod(form, {
    schema,
    error: fieldError,
    formatError: (issues: { message: string }[]) => issues.map(({ message }) => issueText(t, message)),
  })

export const isFilledByProgram = (form: FormData): boolean => Boolean(form.get(HONEYPOT))

/** The form again with its values, but for passwords. */
export const sendBack = (submission: Submission<unknown>): FormResult =>
  submission.reply({ hideFields: NEVER_SENT_BACK })

/** The form again with its values and why it was refused: at the field that `fieldOf` names, or above the form. */
export function refuseForm(
  { t }: AppContext,
  submission: Submission<unknown>,
  failure: Failure,
  fieldOf: Partial<Record<Failure['code'], string>> = {},
): FormResult {
  const field = fieldOf[failure.code]
  const texts = [failureText(t, failure)]
  const errors = field ? { fieldErrors: { [field]: texts } } : { formErrors: texts }
  return submission.reply({ ...errors, hideFields: NEVER_SENT_BACK })
}

/** An action's answer that refuses a form, with the status that the API would give. */
export const refused = <T extends object>(answer: T, code: Failure['code'] = 'validationFailed') =>
  data(answer, { status: errorCatalogue[code] })
