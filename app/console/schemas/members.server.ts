import * as z from 'zod'
import {
  MEMBERSHIP_LEVEL,
  POINTS_AT_ONCE_MAX,
  POINTS_REASON_MAX,
} from '#app/console/rules/member.ts'
import { AUDIT_ACTIONS } from '#app/kernel/admin.ts'
import type { AdminId } from '#app/kernel/id.ts'
import {
  countField,
  dayField,
  exampleId,
  idField,
  numberInText,
  requiredText,
} from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'

export const levelField = numberInText(
  countField('levelRange', MEMBERSHIP_LEVEL).meta({ examples: [2] }),
)

const points = issue('pointsWhole', { max: POINTS_AT_ONCE_MAX })
export const pointsField = numberInText(
  z
    .number({
      error: ({ input }) => (input === undefined || input === '' ? issue('required') : points),
    })
    .int({ error: points })
    .min(-POINTS_AT_ONCE_MAX, { error: points })
    .max(POINTS_AT_ONCE_MAX, { error: points })
    .refine((count) => count !== 0, { error: points })
    .meta({ examples: [500] }),
)

export const reasonField = requiredText(POINTS_REASON_MAX, 'reasonRequired').meta({
  examples: ['开学迎新活动'],
})

const userId = idField('usr')

export const memberSchema = z.object({ userId })
export const levelSchema = z.object({ userId, membershipLevel: levelField })
export const pointsSchema = z.object({ userId, points: pointsField, description: reasonField })

/**
 * The same bodies as sent by the console's forms; `attempt` is generated with the page, so that a
 * double click counts once.
 */
export const reasonFormSchema = z.object({ reason: reasonField })
export const levelFormSchema = z.object({ membershipLevel: levelField })
export const pointsFormSchema = z.object({
  points: pointsField,
  description: reasonField,
  attempt: z.string().min(1).max(100),
})

const SEARCH_MAX = 100
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((sent) => (sent === '' ? undefined : sent), schema.optional())

/** Search filters for accounts, in the console's URL. */
export const userFilter = {
  q: optional(
    z
      .string()
      .trim()
      .max(SEARCH_MAX, { error: issue('tooLong', { max: SEARCH_MAX }) }),
  ),
  accountType: optional(z.enum(['MEMBER', 'NORMAL'])),
  auth: optional(z.enum(['PENDING', 'APPROVED', 'REJECTED'])),
}

const adminId = idField('adm').transform((id) => id as AdminId)

/** Filters for the audit log. Days are London days, inclusive. */
export const auditFilter = {
  action: optional(z.enum(AUDIT_ACTIONS)),
  adminId: optional(adminId),
  subject: optional(
    z
      .string()
      .trim()
      .max(SEARCH_MAX)
      .meta({ examples: [exampleId('usr')] }),
  ),
  from: optional(dayField),
  to: optional(dayField),
}
