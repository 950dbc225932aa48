import { is } from '#app/domain/group/status.ts'
import type { BareTrip, OwnTripPlace } from '#app/services/groups/trip-views.server.ts'

export type TripPlace = { trip: BareTrip; own: OwnTripPlace }

/** What a payment has just led to. */
export type Reached = 'waiting' | 'deciding' | 'due' | 'paid'

/** Where a place stands; null: it has gone on or ended since, which its card says. */
export function reachedBy(trip: BareTrip, own: OwnTripPlace, now: number): Reached | null {
  if (is(trip.status, 'open')) return now < trip.cutoffAt ? 'waiting' : 'deciding'
  if (!is(trip.status, 'complete') || now >= trip.tripStartAt) return null
  if (own.paymentStatus === 'PAID') return 'paid'
  return trip.button === 'payBalance' ? 'due' : null
}
