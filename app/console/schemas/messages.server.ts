import * as z from 'zod'
import { MESSAGE_MAX } from '#app/kernel/limits.ts'
import { issue } from '#app/schemas/issue.ts'

const words = z
  .string()
  .trim()
  .max(MESSAGE_MAX, { error: issue('tooLong', { max: MESSAGE_MAX }) })
  .default('')

/** What students read, in either language; possibly nothing. */
export const saidSchema = z.object({ zh: words, en: words })

/** A message as the console's form sends it. */
export const messageFormSchema = saidSchema
  .extend({
    id: z.string().min(1).max(100),
    sms: z.boolean().default(false),
    again: z.boolean().default(false),
  })
  .refine(({ zh, en }) => zh !== '' || en !== '', { error: issue('required'), path: ['zh'] })
