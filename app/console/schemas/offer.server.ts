import * as z from 'zod'
import { PERIOD_LABEL_MAX, PERIODS_MAX, PRICE_PENCE } from '#app/catalog/rules/pricing/limits.ts'
import { overlapsIn } from '#app/catalog/rules/pricing/periods.ts'
import { CLEARING_MINUTES, CLEARING_MINUTES_MAX, MAX_PASSENGERS } from '#app/kernel/limits.ts'
import {
  countField,
  dayField,
  exampleId,
  ID_MAX,
  missing,
  requiredText,
  TERMINALS,
} from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { sample } from '#app/schemas/sample.ts'

export const AIRPORT_NAME_MAX = 40
const AIRPORTS_MAX = 200

const nameField = requiredText(AIRPORT_NAME_MAX)

/** Terminals in list order, without duplicates. */
const terminalsField = z
  .array(z.enum(TERMINALS, { error: missing('terminalRequired', 'invalidChoice') }), {
    error: missing('terminalRequired'),
  })
  .min(1, { error: issue('terminalRequired') })
  .meta({ examples: [sample.terminals] })
  .transform((sent): string[] => TERMINALS.filter((terminal) => sent.includes(terminal)))

const clearingField = countField('numberRange', { min: 0, max: CLEARING_MINUTES_MAX }).meta({
  description: 'Minutes from a landing until passengers can be met',
  examples: [CLEARING_MINUTES],
})
export const MEETING_POINTS = { count: 30, length: 100 }
const pointField = z
  .string()
  .trim()
  .min(1, { error: issue('required') })
  .max(MEETING_POINTS.length, { error: issue('tooLong', { max: MEETING_POINTS.length }) })
const pointsField = z
  .array(pointField)
  .max(MEETING_POINTS.count, { error: issue('tooMany', { max: MEETING_POINTS.count }) })
  .meta({ examples: [['T2 Arrivals, by Costa']] })

export const airportSchema = z.object({
  airportName: z
    .strictObject({ zh: nameField, en: nameField })
    .meta({ examples: [sample.airportName] }),
  terminals: terminalsField,
  active: z.boolean().default(true),
  clearingMinutes: clearingField.optional(),
  meetingPoints: pointsField.optional(),
})

/** The same for a form. */
export const airportFormSchema = z.object({
  zh: nameField,
  en: nameField,
  terminals: terminalsField,
  active: z.boolean().default(false),
  clearingMinutes: clearingField,
  /** One per line. */
  meetingPoints: z
    .string()
    .default('')
    .transform((text) => text.split(/\r?\n/).filter((line) => line.trim() !== ''))
    .pipe(pointsField),
})

const priceField = countField('priceRange', PRICE_PENCE)
const sizes = ['1', '2', '3', '4', '5'] as const
const pricesField = z
  .strictObject(
    Object.fromEntries(sizes.map((size) => [size, priceField])) as Record<
      (typeof sizes)[number],
      typeof priceField
    >,
  )
  .meta({ examples: [sample.prices] })

/** Prices by number of travellers, as a list in order of group size. */
export const pricesInOrder = (prices: z.output<typeof pricesField>): number[] =>
  sizes.slice(0, MAX_PASSENGERS).map((size) => prices[size])

/**
 * A whole price table: each airport once, with a price for every group size. The service checks
 * that the airports exist.
 */
export const priceTableSchema = z.object({
  items: z
    .array(
      z.strictObject({
        airportId: z
          .string({ error: missing('required') })
          .max(ID_MAX)
          .meta({ examples: [exampleId('air')] }),
        prices: pricesField,
      }),
    )
    .max(AIRPORTS_MAX, { error: issue('tooMany', { max: AIRPORTS_MAX }) })
    .superRefine((items, check) => {
      for (const [at, { airportId }] of items.entries())
        if (items.findIndex((item) => item.airportId === airportId) < at)
          check.addIssue({
            code: 'custom',
            path: [at, 'airportId'],
            message: issue('airportTwice'),
          })
    }),
  currency: z.literal('gbp').optional(),
})

const labelField = requiredText(PERIOD_LABEL_MAX)

export const examplePeriod = {
  from: '2026-12-18',
  to: '2027-01-04',
  label: 'Christmas and New Year',
}

const periodSchema = z
  .strictObject({ from: dayField, to: dayField, label: labelField })
  .meta({ examples: [examplePeriod] })
  .refine(({ from, to }) => from <= to, { message: issue('periodOrder'), path: ['to'] })

/** The whole list of special periods, in any order; they must not overlap. */
export const periodsSchema = z.object({
  items: z
    .array(periodSchema)
    .max(PERIODS_MAX, { error: issue('tooMany', { max: PERIODS_MAX }) })
    .superRefine((items, check) => {
      for (const overlap of overlapsIn(items)) {
        const message = issue('periodOverlap', { label: items[overlap.with]?.label ?? '' })
        check.addIssue({ code: 'custom', path: [overlap.at, 'from'], message })
      }
    }),
})
