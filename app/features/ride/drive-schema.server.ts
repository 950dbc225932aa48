import * as z from 'zod'
import { DRIVER_MARKS, PARTY_MARKS } from '#app/features/ride/rules/ride-state.ts'
import type { ParticipantId } from '#app/kernel/id.ts'
import { ID_MAX, missing } from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'

/** A driver's report; only reports about a party name one. */
export const pressSchema = z
  .object({
    mark: z.enum(DRIVER_MARKS),
    participantId: z
      .string({ error: missing('required') })
      .max(ID_MAX)
      .nullish()
      .transform((id) => (id || null) as ParticipantId | null),
  })
  .check(({ value, issues }) => {
    const { mark, participantId } = value
    if (PARTY_MARKS.some((one) => one === mark) && participantId === null)
      issues.push({
        code: 'custom',
        path: ['participantId'],
        message: issue('required'),
        input: participantId,
      })
  })
