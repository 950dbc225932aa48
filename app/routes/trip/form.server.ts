import { data } from '@remix-run/cloudflare'
import type { Failure } from '#app/domain/result.ts'
import type { Terms } from '#app/domain/trip/state.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { type FormRefusal, filledWith, refuseForm } from '#app/http/form.server.ts'
import { failureText, inTripWords } from '#app/schemas/issue.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { BareTripRecord } from '#app/services/groups/trips.server.ts'
import { payPath, recordPath, tabPath } from '#app/ui/trip/query.ts'

/** The text of a failure, in wording specific to trips where there is any. */
export const tripFailureText = ({ t }: AppContext, failure: Failure): string =>
  failureText(t, inTripWords(failure))

/**
 * Refuses a form in wording specific to trips. While the trip still has some places, the form can
 * be corrected: it then gets no failure, and no other trip is offered.
 */
export function refuseTrip(context: AppContext, form: FormData, refusal: FormRefusal) {
  const { code, params = {} } = refusal
  const count = Number(params.free ?? 0)
  const fewer = code === 'carpoolFull' && count > 0
  const errors = fewer ? { '': [context.t('trip:form.peopleTooMany', { count })] } : refusal.errors
  return refuseForm(context, form, { ...inTripWords({ code, params }), errors }, { why: null })
}

/**
 * Gives up an unpaid place and answers with the form it was made with, filled in as before. Does
 * the same for a place that has expired, which `form` indicates by `why`. `valuesOf` returns the
 * form's values of a place.
 */
export async function answerCancel(
  context: AppContext,
  user: User,
  id: string,
  form: FormData,
  valuesOf: (place: Terms & Pick<BareTripRecord, 'party'>) => Record<string, string>,
) {
  const answer = (place: Parameters<typeof valuesOf>[0], why: 'cancelled' | 'expired') =>
    data({ result: filledWith(valuesOf(place)), why }, { status: 200 })
  const given = await context.trips.giveUp(user, id)
  if (given.ok) {
    const { snapshot, place } = given.value
    const why = form.get('why') === 'expired' ? 'expired' : 'cancelled'
    return answer({ ...snapshot.state, party: place.party }, why)
  }
  const { code, params } = inTripWords(given.error)
  if (code === 'alreadyPaid')
    return redirectWithFlash(context, recordPath(id), {
      kind: 'info',
      key: 'trip:done.alreadyPaid',
    })
  if (code !== 'notFound')
    return redirectWithFlash(context, payPath(id), { kind: 'error', key: `errors:${code}`, params })
  const last = await context.trips.place(user, id)
  if (last.ok) return answer(last.value, 'expired')
  return redirectWithFlash(context, tabPath('start'), { kind: 'info', key: 'trip:done.cancelled' })
}
