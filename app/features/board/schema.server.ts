import * as z from 'zod'
import { countCharacters } from '#app/kernel/account.ts'
import { POST_MAX } from '#app/kernel/limits.ts'
import { missing } from '#app/schemas/common.server.ts'
import { issue } from '#app/schemas/issue.ts'
import { sample } from '#app/schemas/sample.ts'

/** A post on a message board (docs/rules.md#message-board), without blank lines around it. */
export const postSchema = z.object({
  content: z
    .string({ error: missing('required') })
    .meta({ description: `At most ${POST_MAX} characters`, examples: [sample.post] })
    .trim()
    .min(1, { error: issue('required') })
    .refine((text) => countCharacters(text) <= POST_MAX, {
      error: issue('tooLong', { max: POST_MAX }),
    }),
})
