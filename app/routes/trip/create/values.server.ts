import { londonWall } from '#app/domain/time.ts'
import { asksForFlight, NO_TEXTS, type Terms, type TripTexts } from '#app/domain/trip/state.ts'
import type { TripValues } from '#app/ui/trip/values.ts'

/** What the form starts from (docs/rules.md#trips). */
export const startValues: TripValues = {
  tripName: '',
  minPassenger: '1',
  maxPassenger: '2',
  cutoffTime: '',
  tripStartDatetime: '',
  tripEndDatetime: '',
  needsFlight: '',
  ...NO_TEXTS,
}

/** A trip as the values of the form that made it. */
export const formOf = (terms: Terms, texts: TripTexts): TripValues => ({
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
