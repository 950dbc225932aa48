import type { Submission } from '@conform-to/react'
import type { Failure } from '#app/domain/result.ts'
import { refused as answer, refuseUnread as resultUnread } from '#app/http/form.server.ts'
import { type FieldCode, issue } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'

/** The form again, with what is wrong with its fields. */
export const sendBack = (submission: Submission<unknown>) =>
  answer({ lastResult: submission.reply(), refused: null as Failure | null })

/** The form again, before any of it was read. */
export const refuseUnread = (context: AppContext, form: FormData, refused: Failure) =>
  answer(
    { lastResult: resultUnread(context, form, refused), refused: refused as Failure | null },
    refused.code,
  )

const ON_A_FIELD: Record<string, FieldCode> = {
  terminal: 'terminalInvalid',
  airportId: 'airportRequired',
}

/** The form again, with its values and the refusal; one that is about a single field is said at that field. */
export function refuse(submission: Submission<unknown>, refused: Failure, tripType?: 'PICKUP' | 'DROPOFF') {
  const { code, params = {} } = refused
  const at = (field: string, message: string) =>
    answer(
      {
        lastResult: submission.reply({ fieldErrors: { [field]: [message] } }),
        refused: null as Failure | null,
      },
      code,
    )
  if (code === 'flightTimeRangeError') return at('flightTime', issue('flightTimeRangeError', params))
  if (code === 'flightTimeOrder' && tripType) return at('flightTime', issue(`flightTimeOrder.${tripType}`))
  const field = code === 'validationFailed' ? String(params.field ?? '') : ''
  if (field) return at(field, issue(ON_A_FIELD[field] ?? 'invalidType'))
  return answer(
    { lastResult: submission.reply({ formErrors: [code] }), refused: refused as Failure | null },
    code,
  )
}
