import type { Failure } from '#app/domain/result.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { TKey, Translate } from '#app/i18n/keys.ts'
import type errors from '#locales/zh/errors.json'

type FieldTexts = (typeof errors)['field']
/** A code of locales errors `field`; one with variants is written `flightTimeOrder.PICKUP`. */
export type FieldCode = {
  [K in keyof FieldTexts]: FieldTexts[K] extends string
    ? K
    : `${K & string}.${keyof FieldTexts[K] & string}`
}[keyof FieldTexts]
type Params = Record<string, string | number>

/** Seconds to wait, said where a limit does not know better. */
const RETRY_AFTER_SECONDS = 60
const [MINUTE_S, HOUR_S, DAY_S] = [60, 3600, 86_400] as const
/** Params that are instants; their texts name them as London times. */
const INSTANTS = ['from', 'to']
/**
 * Params that are London days; their texts name them as the language writes days, one that may be
 * far ahead with its year.
 */
const [DAY, LAST_DAY] = ['day', 'lastDay'] as const

/**
 * A schema's message for a field: a code and what its text needs, as one string, since that is what
 * zod and the form library hand on. Read it back with `readIssue` or `issueText`.
 */
export function issue(code: FieldCode, params: Params = {}): string {
  const query = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, String(value)]),
  )
  return query.size > 0 ? `${code}?${query}` : code
}

/**
 * What is wrong with a field: `code` is stable (docs/api.md#errors), `key` leads to its text,
 * `params` fill it in.
 */
export function readIssue(message: string): { code: string; key: TKey; params: Params } {
  const [name = '', query = ''] = message.split('?', 2)
  const params: Params = {}
  for (const [key, value] of new URLSearchParams(query))
    params[key] = /^-?\d+$/.test(value) ? Number(value) : value
  return { code: name.split('.', 1)[0] ?? name, key: `errors:field.${name}` as TKey, params }
}

/** Instants as London times of the language, days as it writes days; everything else as it is. */
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
 * How long a limit still lasts, as a person says it: seconds under a minute, else in its two
 * largest units. Rounded up, so that whoever waits that long does not come too early.
 */
function waitText(t: Translate, seconds: number): string {
  if (seconds < MINUTE_S)
    return t('common:duration.seconds', { count: Math.max(1, Math.ceil(seconds)) })
  // From a day on, the two largest units are days and hours.
  const unit = Math.ceil(seconds / MINUTE_S) < DAY_S / MINUTE_S ? MINUTE_S : HOUR_S
  return formatOf(t).duration(Math.ceil(seconds / unit) * unit * 1000)
}

/**
 * The text of an expected failure: what happened, that nothing was lost, what to do.
 * `params.context` asks for the words of one situation (`cutoffPassed_exit`), where there are any.
 */
export function failureText(t: Translate, { code, params }: Failure): string {
  const all = { retryAfterSeconds: RETRY_AFTER_SECONDS, ...params }
  return t(`errors:${code}`, {
    ...readable(t, all),
    wait: waitText(t, Number(all.retryAfterSeconds)),
  })
}

const ON_A_FIELD: Record<string, FieldCode> = {
  terminal: 'terminalInvalid',
  airportId: 'airportRequired',
  tripName: 'tripNameRequired',
  tripStartDatetime: 'tripStartEarly',
  tripEndDatetime: 'tripEndEarly',
}
/** A field that has an earliest moment (`from`) and is before it. */
const TOO_EARLY: Record<string, FieldCode> = { cutoffTime: 'cutoffTooEarly' }

/**
 * What a rule of the domain says about one field, as a schema's message; null when it is about
 * none.
 */
export function fieldOfFailure({
  code,
  params = {},
}: Failure): { field: string; message: string } | null {
  if (code === 'flightTimeRangeError') return { field: 'flightTime', message: issue(code, params) }
  if (code === 'flightTimeOrder' && isTripType(params.context))
    return { field: 'flightTime', message: issue(`flightTimeOrder.${params.context}`) }
  if (code !== 'validationFailed' || typeof params.field !== 'string') return null
  const { field, from } = params
  // A rule that needs to know what is there, told as a schema tells its own.
  if (typeof params.issue === 'string') return { field, message: params.issue }
  if (from !== undefined)
    return { field, message: issue(TOO_EARLY[field] ?? 'flightTimeTooEarly', { from }) }
  // Every airport has other terminals, a trip has a list.
  const told =
    field === 'terminal' && params.context === 'trip' ? 'terminalRequired' : ON_A_FIELD[field]
  return { field, message: issue(told ?? 'invalidType') }
}

const isTripType = (context: unknown): context is 'PICKUP' | 'DROPOFF' =>
  context === 'PICKUP' || context === 'DROPOFF'

/** The field that a failure is about, in forms that have it. Keys are those of the texts. */
const FORM_FIELDS: Record<string, readonly string[]> = {
  phoneTaken: ['phone'],
  emailTaken: ['email'],
  verificationCodeInvalid: ['verificationCode'],
  codeJustSent: ['verificationCode'],
  loginFailed_confirm: ['currentPassword', 'password'],
}

/** Which of a form's fields shows the text of a failure; none: the text is about the form. */
export const formFieldOf = (
  { code, params }: Failure,
  fields: readonly string[],
): string | undefined =>
  (FORM_FIELDS[`${code}_${params?.context}`] ?? FORM_FIELDS[code])?.find((field) =>
    fields.includes(field),
  )
