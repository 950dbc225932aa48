import { isTripId, tripIdFor, tripIdOf } from '#app/group/service/group-id.server.ts'
import { type GroupKind, paidTrips } from '#app/group/service/group-kind.server.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { type BareTrip, tripViewIn } from './trip-views.server.ts'

/** Trips as a kind of group (app/group/service/groups.server.ts). */
export const tripKind: GroupKind<TripState, BareTrip> = {
  ...paidTrips,
  isId: isTripId,
  idFor: tripIdFor,
  idOf: tripIdOf,
  unknown: 'notFound',
  view: tripViewIn,
  name: 'trip',
}
