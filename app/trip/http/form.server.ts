import type { Failure } from '#app/domain/result.ts'
import { type FormRefusal, refuseForm } from '#app/http/form.server.ts'
import { failureText, inTripWords } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/services/context.server.ts'

/** The text of a failure, in wording specific to trips where there is any. */
export const tripFailureText = ({ t }: AppContext, failure: Failure): string =>
  failureText(t, inTripWords(failure))

/** Refuses a form in wording specific to trips. */
export const refuseTrip = (context: AppContext, form: FormData, refusal: FormRefusal) =>
  refuseForm(context, form, inTripWords(refusal))
