import type { FormResult } from '#app/ui/use-form.ts'

/** A form again. `why`: its payment was cancelled or ran out, and it holds what was said then. */
export type FormAnswer = { result: FormResult; why: 'cancelled' | 'expired' | null }
