import type { User } from '#app/account/service/sessions.server.ts'
import { londonWall } from '#app/kernel/time.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { asksForFlight, NO_TEXTS, type Terms, type TripTexts } from '#app/trip/rules/state.ts'
import { readOwnTripTexts } from '#app/trip/service/trip-texts.server.ts'
import { readTripPlace } from '#app/trip/service/trips.server.ts'
import type { TripValues } from '#app/trip/ui/values.ts'

/**
 * The form's initial values: those of the trip `from`, whose payment was given up, or the defaults
 * (docs/rules.md#trips).
 */
export async function valuesFrom(
  context: AppContext,
  user: User,
  from: string | null,
): Promise<TripValues> {
  if (!from) return startValues
  const [place, texts] = await Promise.all([
    readTripPlace(context, user, from),
    readOwnTripTexts(context, user, from),
  ])
  return place.ok && place.value.creates ? formOf(place.value, texts ?? NO_TEXTS) : startValues
}

const startValues: TripValues = {
  tripName: '',
  minPassenger: '1',
  maxPassenger: '2',
  cutoffTime: '',
  tripStartDatetime: '',
  tripEndDatetime: '',
  needsFlight: '',
  ...NO_TEXTS,
}

/** A trip as the values of its form. */
const formOf = (terms: Terms, texts: TripTexts): TripValues => ({
  tripName: terms.tripName,
  minPassenger: String(terms.minPassengers),
  maxPassenger: String(terms.maxPassengers),
  cutoffTime: londonWall(terms.cutoffAt),
  tripStartDatetime: londonWall(terms.tripStartAt),
  tripEndDatetime: londonWall(terms.tripEndAt),
  needsFlight: asksForFlight(terms) ? 'on' : '',
  itinerary: texts.itinerary,
  meetingPoint: texts.meetingPoint,
  included: texts.included,
})
