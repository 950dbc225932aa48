import * as z from 'zod'
import { isTel } from '#app/kernel/account.ts'
import { FLIGHT_NOTE_MAX, TRIP_PEOPLE_MAX } from '#app/kernel/limits.ts'
import {
  countField,
  dayField,
  exampleId,
  ID_MAX,
  requiredText,
  timeField,
} from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { sample } from '#app/schemas/sample.ts'

/** Lengths and sizes of what an administrator enters about vehicles, drivers and rides. */
export const FLEET = {
  plate: 10,
  text: 40,
  phone: 20,
  place: 200,
  note: 500,
  seats: { min: 1, max: 16 },
  cases: { min: 0, max: 30 },
} as const

const textField = (max: number, example: string) => requiredText(max).meta({ examples: [example] })
const optionalText = (max: number, example = '') =>
  z
    .string()
    .meta({ examples: [example] })
    .trim()
    .max(max, { error: issue('tooLong', { max }) })
    .default('')
const archivedField = z
  .boolean()
  .default(false)
  .meta({ examples: [false] })
const casesField = countField('numberRange', FLEET.cases).meta({ examples: [2] })

export const vehicleFormSchema = z.object({
  plate: textField(FLEET.plate, 'AB12 CDE').transform((text) =>
    text.toUpperCase().replace(/\s+/g, ' '),
  ),
  make: textField(FLEET.text, 'Toyota Prius'),
  colour: textField(FLEET.text, 'white'),
  seats: countField('numberRange', FLEET.seats).meta({ examples: [4] }),
  bigCases: casesField,
  smallCases: casesField,
  licenceNo: textField(FLEET.text, 'PHV-77'),
  licenceUntil: dayField,
  archived: archivedField,
})

export const driverFormSchema = z.object({
  name: textField(FLEET.text, 'Sam Carter'),
  phone: textField(FLEET.phone, sample.phone).refine(isTel, { error: issue('telInvalid') }),
  badgeNo: textField(FLEET.text, 'BADGE-9'),
  badgeUntil: dayField,
  languages: optionalText(FLEET.text, 'en, zh'),
  archived: archivedField,
})

/** The reason for keeping a ride, for the passenger whose flight has changed. */
export const keepFlightSchema = z.object({
  note: textField(FLIGHT_NOTE_MAX, 'The car cannot wait; please take the coach.'),
})

/** A group's car as its form sends it. */
export const carFormSchema = z.object({
  vehicleId: textField(FLEET.text, exampleId('veh')),
  driverId: textField(FLEET.text, exampleId('drv')),
  meetingPoint: textField(FLEET.place, 'T2 Arrivals, by Costa'),
  meetAt: timeField('required', '2026-12-12T15:00'),
  note: optionalText(FLEET.note),
  reason: optionalText(FLEET.place),
  places: z
    .array(z.templateLiteral(['par_', z.string().max(ID_MAX)]))
    .max(TRIP_PEOPLE_MAX)
    .default([]),
})
