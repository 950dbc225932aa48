import * as z from 'zod'
import { inOrder } from '#app/carpool/rules/flights.ts'
import { earliestDeparture } from '#app/carpool/rules/permissions.ts'
import type { MostFewer } from '#app/group/rules/command.ts'
import { forLuggage, LUGGAGE } from '#app/group/rules/luggage.ts'
import { GROUP_STATUSES } from '#app/group/rules/status.ts'
import { DAY_PARTS } from '#app/kernel/day-part.ts'
import { MAX_PASSENGERS, MIN_DAYS_AHEAD } from '#app/kernel/limits.ts'
import { numberOf } from '#app/kernel/number.ts'
import type { Instant } from '#app/kernel/time.ts'
import {
  airportIdField,
  always,
  countField,
  dayFilter,
  flightNumberField,
  notTooFar,
  partyTexts,
  rankedPageQuery,
  TRIP_TYPES,
  terminalField,
  timeField,
} from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'

const PEOPLE = { min: 1, max: MAX_PASSENGERS }

const luggage = forLuggage((kind) =>
  countField('luggageRange', LUGGAGE[kind]).meta({ examples: [LUGGAGE[kind].usual] }),
)

/** Travellers and luggage, the same in both forms (docs/rules.md#opening-a-carpool). */
const party = {
  terminal: terminalField,
  ...partyTexts,
  flightNumber: flightNumberField,
  flightTime: timeField('flightTimeRequired', '2026-12-12T12:30'),
  people: countField('peopleRange', PEOPLE).default(1),
  ...luggage,
}

/**
 * The join form (docs/rules.md#joining-a-carpool). Seats left and the flight window are checked by
 * the carpool itself.
 */
export const carpoolJoinSchema = z.object(party)

/**
 * What a form accepts per person if the car is not filled, in pence; null: nothing. The carpool
 * refuses what is no price of its own.
 */
export const fewerIn = (form: FormData): MostFewer =>
  form.get('fewer') === 'on' ? (numberOf(String(form.get('fewerMost') ?? '')) ?? 0) : null

/** The form to wait for seats, for at most so many people. */
export const carpoolWaitSchema = (most: number) =>
  z.object({
    people: countField('peopleRange', { min: 1, max: Math.max(1, most) }).meta({
      examples: [2],
    }),
    ...luggage,
  })

/**
 * What may be corrected on a confirmed place (docs/rules.md#correcting-travel-details). The
 * flight's earliest time is checked by the carpool itself.
 */
export const carpoolInfoFields = {
  ...partyTexts,
  flightNumber: party.flightNumber,
  flightTime: party.flightTime,
  ...luggage,
}

export const carpoolInfoSchema = ({ now }: { now: Instant }) =>
  z.object(carpoolInfoFields).check(notTooFar(now, 'flightTime'))

/** What may be changed once the group is complete (docs/rules.md#changed-flights). */
export const carpoolFlightFields = {
  flightNumber: party.flightNumber,
  flightTime: party.flightTime,
  terminal: party.terminal,
}

export const carpoolFlightSchema = ({ now }: { now: Instant }) =>
  z.object(carpoolFlightFields).check(notTooFar(now, 'flightTime'))

const createFields = z.object({
  tripType: z.enum(TRIP_TYPES),
  airportId: airportIdField,
  carpoolDatetime: timeField('carpoolTimeRequired', '2026-12-12T14:00'),
  maxPassengers: countField('maxPassengersRange', PEOPLE).meta({ examples: [4] }),
  ...party,
})

type Fields = Partial<z.output<typeof createFields>>

/**
 * The create form with every rule of docs/rules.md#opening-a-carpool. `now` sets the first and the
 * last day; null skips them, for a draft whose deposit may have been paid across midnight.
 */
export function carpoolCreateSchema({ now }: { now: Instant | null }) {
  const from = now === null ? Number.NEGATIVE_INFINITY : earliestDeparture(now)
  const early = { message: issue('dateTooEarly', { from, days: MIN_DAYS_AHEAD }), ...always }
  const notEarly = (at: unknown) => typeof at !== 'number' || at >= from
  const ordered = (type: (typeof TRIP_TYPES)[number]) => (v: Fields) =>
    v.tripType !== type ||
    typeof v.flightTime !== 'number' ||
    typeof v.carpoolDatetime !== 'number' ||
    inOrder(type, v.carpoolDatetime, v.flightTime)
  const order = (type: (typeof TRIP_TYPES)[number]) => ({
    message: issue(`flightTimeOrder.${type}`),
    path: ['flightTime'],
    ...always,
  })
  return createFields.check(
    z.refine((v: Fields) => notEarly(v.carpoolDatetime), { ...early, path: ['carpoolDatetime'] }),
    z.refine((v: Fields) => notEarly(v.flightTime), { ...early, path: ['flightTime'] }),
    notTooFar(now, 'carpoolDatetime', 'flightTime'),
    z.refine(ordered('PICKUP'), order('PICKUP')),
    z.refine(ordered('DROPOFF'), order('DROPOFF')),
    z.superRefine((v: Fields, check) => {
      const { people, maxPassengers } = v
      if (typeof people !== 'number' || typeof maxPassengers !== 'number') return
      if (people <= maxPassengers || people > MAX_PASSENGERS) return
      check.addIssue({
        code: 'custom',
        path: ['people'],
        message: issue('peopleOverMax', { max: maxPassengers }),
      })
    }, always),
  )
}

export type CarpoolCreateForm = z.output<ReturnType<typeof carpoolCreateSchema>>

/**
 * The list's filters (docs/rules.md#lists), shared by the page's search form and the API's query.
 */
export const carpoolListSchema = z.object({
  tripType: z.enum(TRIP_TYPES),
  airportName: z
    .string()
    .trim()
    .max(100)
    .optional()
    .meta({ examples: ['希思罗'] }),
  date: dayFilter,
  time: z.enum(DAY_PARTS).optional(),
  status: z.enum(GROUP_STATUSES).optional(),
  ...rankedPageQuery,
})
