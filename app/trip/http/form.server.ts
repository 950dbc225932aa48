import type { Failure } from '#app/kernel/result.ts'
import { failureText, inTripWords } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { type FormRefusal, refuseForm } from '#app/web/http/form.server.ts'

/** The text of a failure, in wording specific to trips where there is any. */
export const tripFailureText = ({ t }: AppContext, failure: Failure): string =>
  failureText(t, inTripWords(failure))

/** Refuses a form in wording specific to trips. */
export const refuseTrip = (context: AppContext, form: FormData, refusal: FormRefusal) =>
  refuseForm(context, form, inTripWords(refusal))
