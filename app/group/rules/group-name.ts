import type { CarpoolState, TripType } from '#app/carpool/rules/state.ts'
import type { TripState } from '#app/trip/rules/state.ts'

export type GroupKind = 'carpool' | 'trip'
/** As much of what a group is about as a name needs. */
export type NamedAbout =
  | { kind: 'carpool'; tripType: TripType; airportName: CarpoolState['airportName'] }
  | { kind: 'trip'; tripName: TripState['tripName'] }
