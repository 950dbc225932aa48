import * as z from 'zod'
import { minorUnitsOf } from '#app/kernel/money.ts'
import { REFUND_NOTE_MAX, REFUND_REASONS } from '#app/payments/rules/refund-part.ts'
import { issue } from '#app/schemas/issue.ts'

const noteField = z
  .string()
  .trim()
  .max(REFUND_NOTE_MAX, { error: issue('tooLong', { max: REFUND_NOTE_MAX }) })
  .default('')

/** The console's form for refunding a payment; `amount`: pence, or null for all that is left. */
export const refundFormSchema = z
  .object({
    all: z.boolean().default(false),
    amount: z
      .string()
      .trim()
      .default('')
      .refine((text) => text === '' || minorUnitsOf(text), { error: issue('refundAmount') }),
    reason: z.enum(REFUND_REASONS),
    zh: noteField,
    en: noteField,
    attempt: z.string().min(1).max(100),
    seen: z.string().max(100).default(''),
  })
  .refine(({ all, amount }) => all || amount !== '', { error: issue('required'), path: ['amount'] })
  .transform(({ all, amount, ...ask }) => ({ ...ask, amount: all ? null : minorUnitsOf(amount) }))
