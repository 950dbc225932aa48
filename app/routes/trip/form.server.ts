import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/cloudflare'
import type { ErrorCode } from '#app/domain/error.ts'
import type { Failure } from '#app/domain/result.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormResult, refused, refuseUnread, sentValues } from '#app/http/form.server.ts'
import { failureText, fieldOfFailure, issueText } from '#app/schemas/issue.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { TripSeat } from '#app/services/groups/trips.server.ts'
import type { FormAnswer } from '#app/ui/trip/form-answer.ts'
import { payPath, tabPath } from '#app/ui/trip/query.ts'

/** The text of a failure in words that fit a trip, where there are any. */
export const tripFailureText = ({ t }: AppContext, { code, params }: Failure): string =>
  failureText(t, { code, params: { context: 'trip', ...params } })

/** The form with its values as they were sent. */
export function sendForm(
  form: FormData,
  result: FormResult,
  code: ErrorCode,
  more: Partial<FormAnswer> = {},
) {
  const initialValue = sentValues(form)
  const answer: FormAnswer = { why: null, refused: null, ...more, result: { ...result, initialValue } }
  return refused(answer, code)
}

/**
 * The form again with its values and why the trip refused it: at the field it is about, or above the form. `say` turns a
 * field's message into what that form shows.
 */
export function refuseTrip(
  context: AppContext,
  form: FormData,
  submission: Submission<unknown>,
  failure: Failure,
  say: (message: string) => string = (message) => issueText(context.t, message),
) {
  const { code, params = {} } = failure
  const about = fieldOfFailure(failure)
  if (about)
    return sendForm(form, submission.reply({ fieldErrors: { [about.field]: [say(about.message)] } }), code)
  const free = Number(params.free ?? 0)
  if (code === 'carpoolFull' && free > 0) {
    const formErrors = [context.t('trip:form.peopleTooMany', { count: free })]
    return sendForm(form, submission.reply({ formErrors }), code)
  }
  const formErrors = [tripFailureText(context, failure)]
  return sendForm(form, submission.reply({ formErrors }), code, { refused: failure })
}

/** A refusal that has nothing to do with the trip: too much in a short time, or too many places that wait for their deposit. */
export const refuseLimit = (context: AppContext, form: FormData, failure: Failure) =>
  sendForm(form, refuseUnread(context, form, failure), failure.code, {
    why: failure.params?.context === 'open' ? 'unpaid' : null,
  })

/**
 * Gives a place up that is not paid and answers with the form it was made with, filled in as it was; the same for one
 * that has run out, which `form` says by `why`. `valuesOf`: what the form holds of it.
 */
export async function answerCancel(
  context: AppContext,
  user: User,
  id: string,
  form: FormData,
  valuesOf: (seat: Pick<TripSeat, 'terms' | 'party'>) => Record<string, string>,
) {
  const answer = (seat: Pick<TripSeat, 'terms' | 'party'>, why: 'cancelled' | 'expired') => {
    const filled: FormAnswer = { result: { initialValue: valuesOf(seat) }, why, refused: null }
    return data(filled, { status: 200 })
  }
  const given = await context.trips.giveUp(user, id)
  if (given.ok) return answer(given.value, form.get('why') === 'expired' ? 'expired' : 'cancelled')
  const { code, params } = given.error
  if (code === 'alreadyPaid')
    return redirectWithFlash(context, tabPath('end'), { kind: 'info', key: 'trip:done.alreadyPaid' })
  if (code !== 'notFound')
    return redirectWithFlash(context, payPath(id), { kind: 'error', key: `errors:${code}`, params })
  const last = await context.trips.place(user, id)
  if (last.ok) return answer(last.value, 'expired')
  return redirectWithFlash(context, tabPath('start'), { kind: 'info', key: 'trip:done.cancelled' })
}
