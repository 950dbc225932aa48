import * as z from 'zod'
import { carpoolListSchema } from '#app/carpool/schema.server.ts'
import { isInTime, type WishDraft, windowOf } from '#app/features/wishes/rules/wish.ts'
import type { AirportId } from '#app/kernel/id.ts'
import {
  BIG_LUGGAGE,
  CUTOFF_BEFORE_DEPARTURE_MS,
  hours,
  MAX_PASSENGERS,
  SMALL_LUGGAGE,
} from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  airportIdField,
  countField,
  dayField,
  missing,
  notTooFar,
  TRIP_TYPES,
} from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'

const PEOPLE = { min: 1, max: MAX_PASSENGERS }
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

/** A London time of day. */
const clockField = (example: string) =>
  z
    .string({ error: missing('required') })
    .regex(CLOCK, { error: missing('required', 'invalidClock') })
    .meta({ examples: [example] })

const wishFields = z.object({
  tripType: z.enum(TRIP_TYPES),
  airportId: airportIdField,
  day: dayField,
  from: clockField('09:00'),
  to: clockField('12:00').meta({ description: 'Not after `from`: on the next day' }),
  people: countField('peopleRange', PEOPLE).default(1),
  bigLuggage: countField('luggageRange', BIG_LUGGAGE)
    .default(0)
    .meta({ examples: [2] }),
  smallLuggage: countField('luggageRange', SMALL_LUGGAGE)
    .default(0)
    .meta({ examples: [1] }),
})
type WishFields = z.output<typeof wishFields>

/** A wish as a form or a call sends it (docs/rules.md#wishes). */
export const wishSchema = ({ now }: { now: Instant }) =>
  wishFields.check(
    notTooFar(now, 'day'),
    z.superRefine(({ day, from, to }: WishFields, check) => {
      const window = windowOf(day, from, to)
      const hoursAhead = CUTOFF_BEFORE_DEPARTURE_MS / hours(1)
      if (!window.ok)
        check.addIssue({
          code: 'custom',
          path: [String(window.error.params?.field)],
          message: issue('invalidLocalTime'),
        })
      else if (!isInTime(window.value, now))
        check.addIssue({
          code: 'custom',
          path: ['day'],
          message: issue('wishTooLate', { hours: hoursAhead }),
        })
    }),
  )

/** The wish of a valid form or call. */
export function wishOf({ day, from, to, airportId, ...rest }: WishFields): WishDraft {
  const window = windowOf(day, from, to)
  if (!window.ok) throw new Error('a wish that was checked has no times')
  return { ...rest, airportId: airportId as AirportId, ...window.value }
}

/** The board's query; airports as in the list of carpools. */
export const boardSchema = carpoolListSchema
  .pick({ tripType: true, airportName: true, date: true })
  .partial({ tripType: true })
