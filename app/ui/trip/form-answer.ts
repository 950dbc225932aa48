import type { Failure } from '#app/domain/result.ts'
import type { SubmissionResult } from '#app/ui/use-form.ts'

/**
 * A form again. `why`: its payment was cancelled or ran out and it holds what was said then; or too many places
 * wait for their deposit. `refused`: the trip does not take it, whatever the form says.
 */
export type FormAnswer = {
  result: SubmissionResult<string[]>
  why: 'cancelled' | 'expired' | 'unpaid' | null
  refused: Failure | null
}
