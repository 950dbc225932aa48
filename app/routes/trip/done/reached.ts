import type { BareTrip, OwnTripPlace } from '#app/services/groups/trip-views.server.ts'
import { shownStatus } from '#app/ui/trip/status-badge.tsx'

export type TripPlace = { trip: BareTrip; own: OwnTripPlace }

/** What a payment has just led to. */
export type Reached = 'waiting' | 'deciding' | 'due' | 'paid'

/** Where a place stands; null: it has gone on or ended since, which its card says. */
export function reachedBy(trip: BareTrip, own: OwnTripPlace, now: number): Reached | null {
  switch (shownStatus(trip, now)) {
    case 'OPEN':
    case 'FULL':
      return 'waiting'
    case 'deciding':
      return 'deciding'
    case 'SUCCESS':
      if (own.paymentStatus === 'PAID') return 'paid'
      return trip.button === 'payBalance' ? 'due' : null
    default:
      return null
  }
}
