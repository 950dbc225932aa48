import type { Submission } from '@conform-to/react'
import type { Failure } from '#app/domain/result.ts'
import { type FieldCode, issue } from '#app/schemas/issue.ts'

/** A form's answer: what the fields hold and what is wrong with them, or why the whole was refused. */
const ON_A_FIELD: Record<string, FieldCode> = {
  terminal: 'terminalInvalid',
  airportId: 'airportRequired',
}

/** The form again, with its values and the refusal; one that is about a single field is said at that field. */
export function refuse(submission: Submission<unknown>, refused: Failure, tripType?: 'PICKUP' | 'DROPOFF') {
  const { code, params = {} } = refused
  const at = (field: string, message: string) => ({
    lastResult: submission.reply({ fieldErrors: { [field]: [message] } }),
    refused: null,
  })
  if (code === 'flightTimeRangeError') return at('flightTime', issue('flightTimeRangeError', params))
  if (code === 'flightTimeOrder' && tripType) return at('flightTime', issue(`flightTimeOrder.${tripType}`))
  const field = code === 'validationFailed' ? String(params.field ?? '') : ''
  if (field) return at(field, issue(ON_A_FIELD[field] ?? 'invalidType'))
  return { lastResult: submission.reply({ formErrors: [code] }), refused }
}
