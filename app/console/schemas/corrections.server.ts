import * as z from 'zod'
import { emailSchema, nameField, phoneField } from '#app/account/schema.server.ts'
import { forLuggage, LUGGAGE } from '#app/group/rules/luggage.ts'
import { CORRECTION_REASONS } from '#app/kernel/corrections.ts'
import { MAX_PASSENGERS, NOTE_LETTERS } from '#app/kernel/limits.ts'
import {
  countField,
  dayField,
  missing,
  partyTexts,
  requiredText,
} from '#app/schemas/common.server.ts'

/** Why, and what the administrator saw before. */
export const reasonSchema = z.object({
  reason: z.enum(CORRECTION_REASONS, { error: missing('required', 'invalidChoice') }),
  seen: z.string().max(5000),
})

/** A place; on some trips no address is asked for. */
export const placeSchema = (hasAddress: boolean) =>
  z.object({
    nLocation: hasAddress ? partyTexts.nLocation : z.undefined().transform(() => null),
    ...forLuggage((kind) => countField('luggageRange', LUGGAGE[kind])),
    people: countField('peopleRange', { min: 1, max: MAX_PASSENGERS }),
  })

/** A note, and the day on which it is a task. */
export const noteSchema = z.object({
  id: z.string().min(1).max(100),
  text: requiredText(NOTE_LETTERS),
  tellOn: z
    .literal('')
    .transform(() => null)
    .or(dayField)
    .default(null),
})

export const identitySchema = z.object({
  name: nameField,
  phone: phoneField,
  email: emailSchema.shape.email,
})
