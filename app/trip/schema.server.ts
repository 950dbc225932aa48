import * as z from 'zod'
import { forLuggage, LUGGAGE } from '#app/group/rules/luggage.ts'
import type { Party } from '#app/group/rules/state.ts'
import { countCharacters } from '#app/kernel/account.ts'
import {
  TRIP_BALANCE_PENCE,
  TRIP_LUGGAGE,
  TRIP_NAME_MAX,
  TRIP_PEOPLE_MAX,
  TRIP_TERMINALS,
  TRIP_TEXT_MAX,
} from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  always,
  choice,
  countField,
  dayFilter,
  flightNumberField,
  missing,
  notTooFar,
  partyTexts,
  rankedPageQuery,
  timeField,
} from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { sample } from '#app/schemas/sample.ts'
import { earliestCutoff } from '#app/trip/rules/check.ts'
import type { TripDraft } from '#app/trip/service/trips.server.ts'

/** Group trips: docs/rules.md#trips. */

/** Whether the text has visible characters: cards with empty headings could not be told apart. */
const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

const nameField = z
  .string({ error: missing('tripNameRequired') })
  .meta({ examples: [sample.tripName] })
  .transform((text) => text.trim().replace(/\s+/g, ' '))
  .refine(isVisible, { error: issue('tripNameRequired') })
  .refine((text) => countCharacters(text) <= TRIP_NAME_MAX, {
    error: issue('tooLong', { max: TRIP_NAME_MAX }),
  })
  .meta({ description: `At most ${TRIP_NAME_MAX} characters` })

/** One of the creator's texts, without surrounding blank lines; empty if omitted. */
const textField = (of: keyof typeof TRIP_TEXT_MAX) =>
  z
    .string()
    .meta({
      description: `At most ${TRIP_TEXT_MAX[of]} characters; shown to others once approved`,
      examples: [sample.tripTexts[of]],
    })
    .trim()
    .refine((text) => countCharacters(text) <= TRIP_TEXT_MAX[of], {
      error: issue('tooLong', { max: TRIP_TEXT_MAX[of] }),
    })
    .default('')

const textFields = {
  itinerary: textField('itinerary'),
  meetingPoint: textField('meetingPoint'),
  included: textField('included'),
}
/** The form that changes a trip's texts (docs/rules.md#a-trips-texts). */
export const tripTextsSchema = z.object(textFields)

const createFields = z.object({
  tripName: nameField,
  minPassenger: countField('tripMinRange', { min: 1, max: TRIP_PEOPLE_MAX })
    .default(1)
    .meta({ examples: [8] }),
  maxPassenger: countField('tripMaxRange', { min: 2, max: TRIP_PEOPLE_MAX })
    .default(2)
    .meta({ examples: [12] }),
  cutoffTime: timeField('cutoffTimeRequired', '2026-12-16T12:00'),
  tripStartDatetime: timeField('tripStartRequired', '2026-12-19T08:00'),
  tripEndDatetime: timeField('tripEndRequired', '2026-12-20T18:00'),
  balancePrice: countField('balancePriceRange', TRIP_BALANCE_PENCE)
    .optional()
    .meta({
      description: 'Pence a person; not for students to set, so only the price of now is taken',
      examples: [3000],
    }),
  needsFlight: choice()
    .default(false)
    .meta({
      description: 'Whether joiners say which flight they take; false when left out',
      examples: [true],
    }),
  ...textFields,
})

/** What cross-field rules check; any field may be missing or invalid at that point. */
type Fields = { [K in keyof z.output<typeof createFields>]?: unknown }
/**
 * An empty (null) JSON field counts as missing; so does an empty form field, which the form library
 * drops.
 */
const withoutNulls = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, held]) => held !== null))
    : value

/**
 * The create form with every rule of docs/rules.md#trips, from JSON or a form. Unused extra fields
 * are ignored.
 */
export function tripCreateSchema({ now }: { now: Instant }) {
  const from = earliestCutoff(now)
  const checked = createFields.check(
    notTooFar(now, 'cutoffTime', 'tripStartDatetime', 'tripEndDatetime'),
    z.superRefine((v: Fields, check) => {
      const refuse = (field: keyof Fields, message: string) =>
        check.addIssue({ code: 'custom', path: [field], message })
      const {
        minPassenger: min,
        maxPassenger: max,
        cutoffTime,
        tripStartDatetime,
        tripEndDatetime,
      } = v
      if (isNumber(min) && isNumber(max) && min > max && max >= 2 && min <= TRIP_PEOPLE_MAX)
        refuse('minPassenger', issue('tripMinOverMax', { max }))
      if (isNumber(cutoffTime) && cutoffTime < from)
        refuse('cutoffTime', issue('cutoffTooEarly', { from }))
      if (isNotAfter(tripStartDatetime, cutoffTime))
        refuse('tripStartDatetime', issue('tripStartEarly'))
      if (isNotAfter(tripEndDatetime, tripStartDatetime))
        refuse('tripEndDatetime', issue('tripEndEarly'))
    }, always),
  )
  return z.preprocess(withoutNulls, checked).transform(
    ({
      tripName,
      minPassenger,
      maxPassenger,
      cutoffTime,
      tripStartDatetime,
      tripEndDatetime,
      balancePrice,
      needsFlight,
      ...texts
    }): TripDraft => ({
      tripName,
      minPassengers: minPassenger,
      maxPassengers: maxPassenger,
      cutoffAt: cutoffTime,
      tripStartAt: tripStartDatetime,
      tripEndAt: tripEndDatetime,
      needsFlight,
      texts,
      ...(balancePrice !== undefined && { balancePrice }),
    }),
  )
}

const isNumber = (value: unknown): value is number => typeof value === 'number'
/** Whether both times are known and the first is not after the second. */
const isNotAfter = (at: unknown, before: unknown): boolean =>
  isNumber(at) && isNumber(before) && at <= before

/** The fields that only a trip with flights asks for (docs/rules.md#joining-a-trip). */
const flightFields = {
  terminal: z
    .enum(TRIP_TERMINALS, { error: missing('terminalRequired', 'invalidChoice') })
    .meta({ examples: [sample.terminal] }),
  flightNumber: flightNumberField,
  flightTime: timeField('flightTimeRequired', '2026-12-19T07:00'),
}
const partyFields = {
  ...partyTexts,
  ...forLuggage((kind) => countField('luggageRange', TRIP_LUGGAGE).default(LUGGAGE[kind].usual)),
  people: countField('peopleRange', { min: 1, max: TRIP_PEOPLE_MAX }).default(1),
}
/** The trip join form, field by field. */
export const tripJoinFields = { ...flightFields, ...partyFields }

const withFlight = (now: Instant) =>
  z
    .preprocess(withoutNulls, z.object(tripJoinFields).check(notTooFar(now, 'flightTime')))
    .transform((party): Party => party)
/** Ignores a flight that was not asked for. */
const NO_FLIGHT = { terminal: null, flightNumber: null, flightTime: null }
const withoutFlight = z
  .preprocess(withoutNulls, z.object(partyFields))
  .transform((party): Party => ({ ...party, ...NO_FLIGHT }))

const { nLocation: _, ...unsaidFields } = partyFields
/** A joiner who gives only the number of people now, and the travel details later. */
export const tripPeopleSchema = z
  .object(unsaidFields)
  .transform((party): Party => ({ ...party, ...NO_FLIGHT, nLocation: null }))

type JoinForm = { now: Instant; needsFlight: boolean }

/**
 * The trip join form, from JSON or a form. Places left and the flight window are checked by the
 * trip itself.
 */
export const tripJoinSchema = ({ now, needsFlight }: JoinForm): z.ZodType<Party> =>
  needsFlight ? withFlight(now) : withoutFlight

/** Empty filters are ignored. */
const onlyFilled = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, held]) => held !== null && held !== ''))
    : value

/**
 * The list's filters (docs/rules.md#lists), shared by the page's search form and the API's body.
 */
export const tripListSchema = z.preprocess(
  onlyFilled,
  z.object({
    name: z
      .string()
      .trim()
      .max(TRIP_NAME_MAX)
      .optional()
      .meta({ description: 'A part of the name', examples: ['湖区'] }),
    date: dayFilter,
    tab: z.enum(['start', 'end']).optional().meta({
      description:
        "start: not yet joined, the cutoff after today's start. end: joined. Both when left out",
    }),
    ...rankedPageQuery,
  }),
)
