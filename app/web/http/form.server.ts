import { parseWithZod } from '@conform-to/zod/v4'
import { configureCoercion } from '@conform-to/zod/v4/future'
import { data } from '@remix-run/cloudflare'
import type { z } from 'zod'
import { errorCatalogue } from '#app/kernel/error.ts'
import { TRIP_PEOPLE_MAX } from '#app/kernel/limits.ts'
import { numberOf } from '#app/kernel/number.ts'
import type { Failure } from '#app/kernel/result.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import { failureText, fieldOfFailure, formFieldOf, issueText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import type { FormResult } from '#app/web/ui/form-state.ts'

/** Fields that must be typed again: a page never contains a password. */
const NEVER_SENT_BACK = /password/i
/** A field invisible to people that bots fill in. */
const HONEYPOT = 'homepage'

/**
 * The form library expands other names into far larger structures: `x[1000000]` becomes a list of a
 * million. `__intent__` and `__state__` are its own and throw on unexpected values.
 */
const PLAIN_NAME = /^[A-Za-z]\w{0,39}$/
/** The longest form has a box per traveller of a trip, and a few more fields. */
const FIELDS_MAX = TRIP_PEOPLE_MAX + 50

/** Parses numbers as strictly as a JSON body; any other text stays a text. */
const { coerceFormValue } = configureCoercion({
  type: {
    number: (text) => {
      const number = numberOf(text)
      if (number === null) throw new Error('not a number')
      return number
    },
  },
})

/** The fields with names that our forms can have. */
const plainFields = (form: FormData): FormResult['sent'] =>
  [...form]
    .filter(([name]) => PLAIN_NAME.test(name) && !(name in Object.prototype))
    .map(([name, text]) => [name, String(text)])

/**
 * Why a form is refused. `errors`: texts by field name, with '' for the form itself. `text`: the
 * text above the form, if it differs from the failure's own.
 */
export type FormRefusal = Failure & { errors?: FormResult['errors']; text?: string }
type Read<T> = { ok: true; value: T } | { ok: false; error: FormRefusal }

/** Each request's form, for the response if something fails later. */
const forms = new WeakMap<AppContext, FormData>()
export const formRead = (context: AppContext): FormData | undefined => forms.get(context)

/** Parses a form with its schema. Error messages are in the language of the page. */
export function readForm<S extends z.ZodType>(
  context: AppContext,
  form: FormData,
  schema: S,
): Read<z.output<S>> {
  const { t } = context
  forms.set(context, form)
  const plain = new FormData()
  const fields = plainFields(form)
  // Refused as a whole: a form without some of its fields could mean something else.
  if (fields.length > FIELDS_MAX) return { ok: false, error: { code: 'bodyTooLarge' } }
  for (const [name, text] of fields) plain.append(name, text)
  const submission = parseWithZod(plain, {
    schema: coerceFormValue(schema),
    disableAutoCoercion: true,
    error: fieldError,
    formatError: (issues: { message: string }[]) =>
      issues.map(({ message }) => issueText(t, message)),
  })
  if (submission.status === 'success') return { ok: true, value: submission.value }
  const errors: FormResult['errors'] = {}
  for (const [name, texts] of Object.entries(submission.error ?? {}))
    if (texts) errors[name] = texts
  return { ok: false, error: { code: 'validationFailed', errors } }
}

export const isFilledByProgram = (form: FormData): boolean => Boolean(form.get(HONEYPOT))

/** A form with these values, without errors. */
export const filledWith = (values: Record<string, string>): FormResult => ({
  sent: Object.entries(values),
  errors: {},
  failure: null,
})

/** The form as sent, without errors. An emptied field stays empty. */
export const asSent = (form: FormData): FormResult => ({
  sent: plainFields(form)
    .slice(0, FIELDS_MAX)
    .filter(([name]) => !NEVER_SENT_BACK.test(name)),
  errors: {},
  failure: null,
})

/** The form as sent, with the reason for the refusal: at one field, or above the form. */
export function formResult({ t }: AppContext, form: FormData, refusal: FormRefusal): FormResult {
  const { code, params, errors, text } = refusal
  const result = asSent(form)
  if (errors) return { ...result, errors }
  const about = fieldOfFailure(refusal)
  if (about) return { ...result, errors: { [about.field]: [issueText(t, about.message)] } }
  const field = formFieldOf(refusal, [...form.keys()])
  if (field) return { ...result, errors: { [field]: [failureText(t, refusal)] } }
  return { ...result, errors: { '': [text ?? failureText(t, refusal)] }, failure: { code, params } }
}

/** An action's answer that refuses something, with the status the API would use. */
export const refused = <T extends object>(answer: T, code: Failure['code'] = 'validationFailed') =>
  data(answer, { status: errorCatalogue[code] })

/** An action's answer that refuses a form; `more` is any other data the page needs. */
export const refuseForm = <More extends object = Record<never, never>>(
  context: AppContext,
  form: FormData,
  refusal: FormRefusal,
  more?: More,
) => refused({ ...(more as More), result: formResult(context, form, refusal) }, refusal.code)
