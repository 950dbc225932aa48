import * as z from 'zod'
import { forLuggage, LUGGAGE } from '#app/group/rules/luggage.ts'
import { readCursor, readRankedCursor } from '#app/kernel/cursor.ts'
import type { Prefix } from '#app/kernel/id.ts'
import { isTooFar, latestDay } from '#app/kernel/latest.ts'
import { ADDRESS_MAX, FLIGHT_NUMBER_MAX, MONTHS_AHEAD } from '#app/kernel/limits.ts'
import { numberOf } from '#app/kernel/number.ts'
import { type Instant, isLondonDay, isoTime, parseTime } from '#app/kernel/time.ts'
import { type FieldCode, issue } from './issue.ts'
import { sample } from './sample.ts'

/** docs/rules.md#opening-a-carpool, in list order. Each airport has some of these. */
export const TERMINALS = ['T1', 'T2', 'T3', 'T4', 'T5', 'North Terminal', 'South Terminal'] as const
export const TRIP_TYPES = ['PICKUP', 'DROPOFF'] as const
/** The status of a deposit, for its owner; `expiring`: held, but it could not be renewed. */
export const DEPOSIT_STATUSES = [
  'awaiting',
  'held',
  'expiring',
  'captured',
  'released',
  'returning',
  'cancelled',
] as const
export const PAYMENT_STATUSES = [
  'DEPOSIT',
  'PAID',
  'PRIVATE_CONVERTED',
  'MOVED',
  'REFUNDED',
] as const

/**
 * Codes for zod's built-in checks, used by every schema without a message of its own. Pass it as
 * `error` to `safeParse` and to the form library.
 */
export const fieldError: z.core.$ZodErrorMap = (raw) => {
  if (raw.code === 'invalid_type') return missing('required')(raw)
  if (raw.code === 'unrecognized_keys') return issue('unknownField')
  if (raw.code === 'invalid_value') return missing('required', 'invalidChoice')(raw)
  if (raw.code === 'too_big' && raw.origin === 'string')
    return issue('tooLong', { max: Number(raw.maximum) })
  if (raw.code === 'too_small' && raw.origin === 'string') return issue('required')
  return issue('invalidType')
}

/** One message for a missing or empty value, another for a value of the wrong type. */
export const missing =
  (code: FieldCode, wrong: FieldCode = 'invalidType') =>
  (raw: { input?: unknown }): string =>
    issue(raw.input === undefined || raw.input === '' ? code : wrong)

/**
 * A time input (docs/api.md#times): ISO 8601 with an offset, or London wall time. Converted to an
 * instant.
 */
export const timeField = (required: FieldCode, example: string) =>
  z
    .string({ error: missing(required) })
    // Before the transform: metadata after it would describe the output.
    .meta({ examples: [example, `${example}:00Z`] })
    .transform((text, check) => {
      const at = parseTime(text)
      if (at.ok) return at.value
      const message = issue(text.trim() === '' ? required : 'invalidLocalTime')
      check.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    })

const dayMeta = { format: 'date', examples: ['2026-12-12'] }
/** A London calendar day. */
export const dayField = z
  .string({ error: missing('required') })
  .refine(isLondonDay, { error: missing('required', 'dateInvalid'), abort: true })
  .meta(dayMeta)
/** An optional London calendar day. */
export const dayFilter = z
  .string()
  .refine(isLondonDay, { error: issue('dateInvalid') })
  .meta(dayMeta)
  .optional()

/**
 * How far ahead the days and times in these fields may be, the same for JSON and forms. `now` null:
 * already checked.
 */
export const notTooFar = (now: Instant | null, ...fields: string[]) =>
  z.superRefine((sent: object, check) => {
    if (now === null) return
    const message = issue('dateTooFar', { lastDay: latestDay(now), months: MONTHS_AHEAD })
    for (const [field, value] of Object.entries(sent)) {
      const isWhen = typeof value === 'number' || (typeof value === 'string' && isLondonDay(value))
      if (fields.includes(field) && isWhen && isTooFar(value, now))
        check.addIssue({ code: 'custom', path: [field], message })
    }
  }, always)

/**
 * Makes a rule run even while another field is still invalid, so that a form shows all errors at
 * once.
 */
export const always = { when: () => true }

/** A required text, trimmed. */
export const requiredText = (max: number, required: FieldCode = 'required') =>
  z
    .string({ error: missing(required) })
    .trim()
    .min(1, { error: issue(required) })
    .max(max, { error: issue('tooLong', { max }) })

/** A whole number within inclusive limits. `code` is the error when it is out of range. */
export const countField = (code: FieldCode, { min, max }: { min: number; max: number }) =>
  z
    .number({ error: missing('required') })
    .int({ error: issue('wholeNumber') })
    .min(min, { error: issue(code, { min, max }) })
    .max(max, { error: issue(code, { min, max }) })

/** The number in a query's text; any other text is left for the schema to refuse. */
export const numberInText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((sent) => (typeof sent === 'string' ? (numberOf(sent) ?? sent) : sent), schema)

/**
 * A boolean: true and false in JSON; in a form, a checkbox's `on` (read by the form library) and
 * the values of a select.
 */
export const choice = () =>
  z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean(),
  )

export const terminalField = z
  .enum(TERMINALS, { error: missing('terminalRequired', 'invalidChoice') })
  .meta({ examples: [sample.terminal] })

/** As written on departure boards and tickets: CZ303, CZ303/CZ304, 南航303, CZ303(经停). */
const FLIGHT_NUMBER = /^[A-Z0-9\u4e00-\u9fff][A-Z0-9\u4e00-\u9fff /,、()-]*$/

/** Upper case, single spaces; null if empty (docs/rules.md#opening-a-carpool). */
export const flightNumberField = z
  .string()
  .nullish()
  .meta({ examples: [sample.flight] })
  .transform((text) => (text ?? '').trim().replace(/\s+/g, ' ').toUpperCase() || null)
  .pipe(
    z
      .string()
      .max(FLIGHT_NUMBER_MAX, { error: issue('tooLong', { max: FLIGHT_NUMBER_MAX }) })
      .regex(FLIGHT_NUMBER, { error: issue('flightNumberInvalid') })
      .nullable(),
  )

const addressField = (required: FieldCode) =>
  requiredText(ADDRESS_MAX, required).meta({ examples: [sample.home] })

/** A party's own texts, in every form. */
export const partyTexts = { nLocation: addressField('nLocationRequired') }

/** A text and a whole number, with examples. */
export const textLike = (...examples: string[]) => z.string().meta({ examples })
export const intLike = (example: number) => z.int().meta({ examples: [example] })

/** Luggage, the same in every reply. */
export const luggageReply = forLuggage((kind) => intLike(LUGGAGE[kind].usual))

const EXAMPLE_LETTERS = '5pq8svn3zk1wd7mhb4xt9rj2nc'
/** An example id. A participant's id contains that of the carpool. */
export const exampleId = (prefix: Prefix | 'ses') =>
  `${prefix}_${EXAMPLE_LETTERS}${prefix === 'par' ? '_6fyakd3vgm' : ''}`

/** Longer than any id of ours or Stripe's. */
export const ID_MAX = 200
const idLike = (example: string) =>
  textLike(example).max(ID_MAX, { error: issue('tooLong', { max: ID_MAX }) })

/**
 * An opaque id with its prefix. A wrong one is not a validation error; it simply matches nothing.
 */
export const idField = (prefix: Prefix | 'ses') => idLike(exampleId(prefix))

/** A required airport. */
export const airportIdField = z
  .string({ error: missing('airportRequired') })
  .min(1, { error: issue('airportRequired') })
  .max(ID_MAX)
  .meta({ examples: [exampleId('air')] })

/**
 * The position in a list. An invalid cursor is rejected: restarting at the first page could trap a
 * client in an endless loop.
 */
const cursorField = (read: (cursor: string) => unknown) =>
  z
    .string()
    .max(500)
    .refine((text) => text === '' || read(text) !== null, { error: issue('invalidType') })
    .optional()

/** List calls (docs/api.md#lists): page size and the opaque cursor to continue from. */
export const pageQuery = {
  cursor: cursorField(readCursor),
  limit: numberInText(countField('numberRange', { min: 1, max: 100 })).default(20),
}
/** The same for a list that shows joinable items first. */
export const rankedPageQuery = { ...pageQuery, cursor: cursorField(readRankedCursor) }

/** Ids of a payment at Stripe. */
export const stripeIdText = idLike('pi_3QdK7mLx0aB7cDe2')
export const clientSecretText = idLike('pi_3QdK7mLx0aB7cDe2_secret_9fGh2JkLm')

/** A time output: ISO 8601 UTC. */
export const timeOut = (example = '2026-12-01T09:30:00Z') =>
  z
    .number()
    .transform((at: Instant): string => isoTime(at))
    .pipe(z.string().meta({ format: 'date-time', examples: [example] }))
/** A London calendar day output. */
export const dayOut = z.string().meta(dayMeta)

/** The amount refunded to the owner, by anyone. */
export const refundedAmountOut = intLike(0).meta({
  description: 'Pence of what was charged that were given back, by anyone, and did not fail',
})
/** Failed refunds: the money is back with us and still owed. */
export const refundOwedOut = intLike(0).meta({
  description: 'Pence of refunds that the bank did not take, still owed to the student',
})
export const currencyOut = z.enum(['gbp', 'cny'])
/** Prices per person in minor units, by number of travellers. */
export const pricesOut = z
  .object({ '1': z.int(), '2': z.int(), '3': z.int(), '4': z.int(), '5': z.int() })
  .meta({ id: 'Prices', examples: [sample.prices] })
