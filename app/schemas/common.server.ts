import * as z from 'zod'
import { isTooFar, latestDay } from '#app/domain/latest.ts'
import { ADDRESS_MAX, FLIGHT_NUMBER_MAX, MONTHS_AHEAD } from '#app/domain/limits.ts'
import { type Instant, isLondonDay, parseTime } from '#app/domain/time.ts'
import { type FieldCode, issue } from './issue.ts'

/** docs/rules.md#opening-a-carpool, in the order in which lists show them. An airport has some of them. */
export const TERMINALS = ['T1', 'T2', 'T3', 'T4', 'T5', 'North Terminal', 'South Terminal'] as const
export const TRIP_TYPES = ['PICKUP', 'DROPOFF'] as const
/** How a deposit stands, to its owner; `expiring`: held, but it could not be renewed. */
export const DEPOSIT_STATUSES = [
  'awaiting',
  'held',
  'expiring',
  'captured',
  'released',
  'returning',
  'cancelled',
] as const
export const PAYMENT_STATUSES = ['DEPOSIT', 'PAID', 'PRIVATE_CONVERTED', 'REFUNDED'] as const

/**
 * Codes for what zod finds by itself, for every schema that gives no message of its own. Pass it as
 * `error` to `safeParse` and to the form library.
 */
export const fieldError: z.core.$ZodErrorMap = (raw) => {
  if (raw.code === 'invalid_type') return missing('required')(raw)
  if (raw.code === 'unrecognized_keys') return issue('unknownField')
  if (raw.code === 'invalid_value') return missing('required', 'invalidChoice')(raw)
  if (raw.code === 'too_big' && raw.origin === 'string') return issue('tooLong', { max: Number(raw.maximum) })
  if (raw.code === 'too_small' && raw.origin === 'string') return issue('required')
  return issue('invalidType')
}

/** A message for a missing value, which an empty one is too, and another for a value of the wrong kind. */
export const missing =
  (code: FieldCode, wrong: FieldCode = 'invalidType') =>
  (raw: { input?: unknown }): string =>
    issue(raw.input === undefined || raw.input === '' ? code : wrong)

/** A time in (docs/api.md#times): ISO 8601 with an offset, or London wall time. Becomes an instant. */
export const timeField = (required: FieldCode = 'required') =>
  z
    .string({ error: missing(required) })
    .transform((text, check) => {
      const at = parseTime(text.trim())
      if (at.ok) return at.value
      const message = issue(text.trim() === '' ? required : 'invalidLocalTime')
      check.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    })
    .meta({ examples: ['2026-12-06T14:00', '2026-12-06T14:00:00Z'] })

const dayMeta = { format: 'date', examples: ['2026-12-06'] }
/** A London calendar day. */
export const dayField = z
  .string({ error: missing('required') })
  .refine(isLondonDay, { error: missing('required', 'dateInvalid'), abort: true })
  .meta(dayMeta)
/** A London calendar day that need not be said. */
export const dayFilter = z
  .string()
  .refine(isLondonDay, { error: issue('dateInvalid') })
  .meta(dayMeta)
  .optional()

/**
 * How far ahead the days and times in these fields may be, the one rule for JSON and forms. Told even while another
 * field is wrong, so that a form shows all at once. `now` null: it was checked before.
 */
export const notTooFar = (now: Instant | null, ...fields: string[]) =>
  z.superRefine(
    (sent: object, check) => {
      if (now === null) return
      const message = issue('dateTooFar', { lastDay: latestDay(now), months: MONTHS_AHEAD })
      for (const [field, value] of Object.entries(sent)) {
        const isWhen = typeof value === 'number' || (typeof value === 'string' && isLondonDay(value))
        if (fields.includes(field) && isWhen && isTooFar(value, now))
          check.addIssue({ code: 'custom', path: [field], message })
      }
    },
    { when: () => true },
  )

/** A whole number within limits, both ends in. `code` names the range when it is not kept. */
export const countField = (code: FieldCode, { min, max }: { min: number; max: number }) =>
  z
    .number({ error: missing('required') })
    .int({ error: issue('wholeNumber') })
    .min(min, { error: issue(code, { min, max }) })
    .max(max, { error: issue(code, { min, max }) })

export const terminalField = z.enum(TERMINALS, { error: missing('terminalRequired', 'invalidChoice') })

/** As boards and tickets have them: CZ303, CZ303/CZ304, 南航303. */
const FLIGHT_NUMBER = /^[A-Z0-9\u4e00-\u9fff][A-Z0-9\u4e00-\u9fff /,、-]*$/

/** Upper case, single spaces; null when left empty (docs/rules.md#opening-a-carpool). */
export const flightNumberField = z
  .string()
  .nullish()
  .transform((text) => (text ?? '').trim().replace(/\s+/g, ' ').toUpperCase() || null)
  .pipe(
    z
      .string()
      .max(FLIGHT_NUMBER_MAX, { error: issue('tooLong', { max: FLIGHT_NUMBER_MAX }) })
      .regex(FLIGHT_NUMBER, { error: issue('flightNumberInvalid') })
      .nullable(),
  )

export const addressField = (required: FieldCode) =>
  z
    .string({ error: missing(required) })
    .trim()
    .min(1, { error: issue(required) })
    .max(ADDRESS_MAX, { error: issue('tooLong', { max: ADDRESS_MAX }) })

/** An opaque id with its prefix. A wrong one is no error of its own: it names nothing that exists. */
export const idField = (prefix: string) => z.string().meta({ examples: [`${prefix}_…`] })

/** List calls (docs/api.md#lists): page size and the opaque place to go on from. */
export const pageQuery = {
  cursor: z.string().max(500).optional(),
  limit: z.coerce
    .number()
    .int()
    .min(1, { error: issue('numberRange', { min: 1, max: 100 }) })
    .max(100, { error: issue('numberRange', { min: 1, max: 100 }) })
    .default(20),
}

/** A time out: ISO 8601 UTC. */
export const timeOut = z.string().meta({ format: 'date-time', examples: ['2026-12-01T09:30:00Z'] })
/** An instant as a time out, without a fraction of a second. */
export const isoTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

export const currencyOut = z.enum(['gbp', 'cny'])
/** Prices a person in minor units, by how many travel. */
export const pricesOut = z
  .object({ '1': z.int(), '2': z.int(), '3': z.int(), '4': z.int(), '5': z.int() })
  .meta({ id: 'Prices' })
