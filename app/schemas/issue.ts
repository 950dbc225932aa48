import { formatOf } from '#app/i18n/format.ts'
import type { TKey, Translate } from '#app/i18n/keys.ts'
import type { Failure } from '#app/kernel/result.ts'
import type errors from '#locales/zh/errors.json'

type FieldTexts = (typeof errors)['field']
/** A code of locales errors `field`; a code with variants is written `flightTimeOrder.PICKUP`. */
export type FieldCode = {
  [K in keyof FieldTexts]: FieldTexts[K] extends string
    ? K
    : `${K & string}.${keyof FieldTexts[K] & string}`
}[keyof FieldTexts]
type Params = Record<string, string | number>

/** The wait stated when a limit has no time of its own. */
const RETRY_AFTER_SECONDS = 60
const [MINUTE_S, HOUR_S, DAY_S] = [60, 3600, 86_400] as const
/** Params that are instants; texts show them as London times. */
const INSTANTS = ['from', 'to']
/**
 * Params that are London days; texts show them the way the language writes days, with the year for
 * one that may be far ahead.
 */
const [DAY, LAST_DAY] = ['day', 'lastDay'] as const

/**
 * A schema's message for a field: a code and the params of its text in one string, since zod and
 * the form library only pass on strings. Read it back with `readIssue` or `issueText`.
 */
export function issue(code: FieldCode, params: Params = {}): string {
  const query = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, String(value)]),
  )
  return query.size > 0 ? `${code}?${query}` : code
}

/**
 * A field's error: a stable `code` (docs/api.md#errors), and the `key` and `params` of its text.
 */
export function readIssue(message: string): { code: string; key: TKey; params: Params } {
  const [name = '', query = ''] = message.split('?', 2)
  const params: Params = {}
  for (const [key, value] of new URLSearchParams(query))
    params[key] = /^-?\d+$/.test(value) ? Number(value) : value
  return { code: name.split('.', 1)[0] ?? name, key: `errors:field.${name}` as TKey, params }
}

/**
 * Formats instants as London times and days as the language writes them; leaves everything else as
 * it is.
 */
function readable(t: Translate, params: Params): Params {
  const { dateTime, day, longDay } = formatOf(t)
  const inWords = (name: string, value: string | number) => {
    if (typeof value === 'number') return INSTANTS.includes(name) ? dateTime(value) : value
    if (name === LAST_DAY) return longDay(value)
    return name === DAY ? day(value) : value
  }
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, inWords(name, value)]),
  )
}

/** The text of a schema's message, for a form field or an API answer. */
export function issueText(t: Translate, message: string): string {
  const { key, params } = readIssue(message)
  return t(key, readable(t, params))
}

/**
 * How long a limit still lasts, in words: seconds if under a minute, otherwise the two largest
 * units. Rounded up, so that someone who waits that long is not too early.
 */
function waitText(t: Translate, seconds: number): string {
  if (seconds < MINUTE_S)
    return t('common:duration.seconds', { count: Math.max(1, Math.ceil(seconds)) })
  // From one day up, the two largest units are days and hours.
  const unit = Math.ceil(seconds / MINUTE_S) < DAY_S / MINUTE_S ? MINUTE_S : HOUR_S
  return formatOf(t).duration(Math.ceil(seconds / unit) * unit * 1000)
}

/**
 * The text of an expected failure: what happened, that nothing was lost, what to do.
 * `params.context` selects a variant (`cutoffPassed_exit`), if there is one.
 */
export function failureText(t: Translate, { code, params }: Failure): string {
  const all = { retryAfterSeconds: RETRY_AFTER_SECONDS, ...params }
  return t(`errors:${code}`, {
    ...readable(t, all),
    wait: waitText(t, Number(all.retryAfterSeconds)),
  })
}

/**
 * Words a failure for trips. The general texts are about carpools, so `params.context` selects the
 * trip's wording where there is one (locales errors, `carpoolFull_trip`).
 */
export function inTripWords<F extends Failure>(failure: F): F {
  const { context = 'trip' } = failure.params ?? {}
  return {
    ...failure,
    params: { ...failure.params, context: context === 'exit' ? 'tripExit' : context },
  }
}

const ON_A_FIELD: Record<string, FieldCode> = {
  terminal: 'terminalInvalid',
  airportId: 'airportRequired',
  tripName: 'tripNameRequired',
  reason: 'required',
  places: 'invalidChoice',
  fewer: 'invalidChoice',
  tripStartDatetime: 'tripStartEarly',
  tripEndDatetime: 'tripEndEarly',
}
/** Codes for a field that is before its earliest time (`from`). */
const TOO_EARLY: Record<string, FieldCode> = { cutoffTime: 'cutoffTooEarly' }

/** A domain rule's failure about one field, as a schema's message; null if it is about no field. */
export function fieldOfFailure({
  code,
  params = {},
}: Failure): { field: string; message: string } | null {
  if (code === 'flightTimeRangeError') return { field: 'flightTime', message: issue(code, params) }
  if (code === 'flightTimeOrder' && isTripType(params.context))
    return { field: 'flightTime', message: issue(`flightTimeOrder.${params.context}`) }
  if (code !== 'validationFailed' || typeof params.field !== 'string') return null
  const { field, from, to } = params
  // A rule that needs stored data, reported like a schema's own error.
  if (typeof params.issue === 'string') return { field, message: params.issue }
  if (from !== undefined && to !== undefined)
    return { field, message: issue('meetAtRange', { from, to }) }
  if (from !== undefined)
    return { field, message: issue(TOO_EARLY[field] ?? 'flightTimeTooEarly', { from }) }
  // Each airport has its own terminals; a trip has a list.
  const fieldCode =
    field === 'terminal' && params.context === 'trip' ? 'terminalRequired' : ON_A_FIELD[field]
  return { field, message: issue(fieldCode ?? 'invalidType') }
}

const isTripType = (context: unknown): context is 'PICKUP' | 'DROPOFF' =>
  context === 'PICKUP' || context === 'DROPOFF'

/** The field of a failure, in forms that have it. Keys are the names of the failure texts. */
const FORM_FIELDS: Record<string, readonly string[]> = {
  phoneTaken: ['phone'],
  emailTaken: ['email'],
  verificationCodeInvalid: ['verificationCode'],
  codeJustSent: ['verificationCode'],
  loginFailed_confirm: ['currentPassword', 'password'],
}

/** The field of a form that shows a failure's text; none if the text is about the whole form. */
export const formFieldOf = (
  { code, params }: Failure,
  fields: readonly string[],
): string | undefined =>
  (FORM_FIELDS[`${code}_${params?.context}`] ?? FORM_FIELDS[code])?.find((field) =>
    fields.includes(field),
  )
