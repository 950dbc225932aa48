import type { FormResult } from '#app/ui/use-form.ts'

/**
 * A form shown again. `why`: its payment was cancelled or expired, and it holds the earlier values.
 */
export type FormAnswer = { result: FormResult; why: 'cancelled' | 'expired' | null }
