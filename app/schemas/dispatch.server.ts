import * as z from 'zod'
import { TRIP_PEOPLE_MAX } from '#app/domain/limits.ts'
import { countField, dayField, missing, timeField } from './common.server.ts'
import { issue } from './issue.ts'

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

const textField = (max: number) =>
  z
    .string({ error: missing('required') })
    .trim()
    .min(1, { error: issue('required') })
    .max(max, { error: issue('tooLong', { max }) })
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: issue('tooLong', { max }) })
    .default('')
const archivedField = z.boolean().default(false)
const casesField = countField('numberRange', FLEET.cases)

export const vehicleFormSchema = z.object({
  plate: textField(FLEET.plate).transform((text) => text.toUpperCase().replace(/\s+/g, ' ')),
  make: textField(FLEET.text),
  colour: textField(FLEET.text),
  seats: countField('numberRange', FLEET.seats),
  bigCases: casesField,
  smallCases: casesField,
  licenceNo: textField(FLEET.text),
  licenceUntil: dayField,
  archived: archivedField,
})

export const driverFormSchema = z.object({
  name: textField(FLEET.text),
  phone: textField(FLEET.phone).regex(/^\+?[0-9 ]{8,}$/, { error: issue('invalidType') }),
  badgeNo: textField(FLEET.text),
  badgeUntil: dayField,
  languages: optionalText(FLEET.text),
  archived: archivedField,
})

/** A car for a group, as its form sends it. */
export const carFormSchema = z.object({
  vehicleId: textField(FLEET.text),
  driverId: textField(FLEET.text),
  meetingPoint: textField(FLEET.place),
  meetAt: timeField('required', '2026-12-12T15:00'),
  note: optionalText(FLEET.note),
  reason: optionalText(FLEET.place),
  places: z
    .array(z.templateLiteral(['par_', z.string()]))
    .max(TRIP_PEOPLE_MAX)
    .default([]),
})
