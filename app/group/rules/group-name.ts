import type { CarpoolState, TripType } from '#app/carpool/rules/state.ts'
import type { TripState } from '#app/trip/rules/state.ts'

export type GroupKind = 'carpool' | 'trip'
/** The part of a group that its name is made of. */
export type NamedAbout =
  | { kind: 'carpool'; tripType: TripType; airportName: CarpoolState['airportName'] }
  | { kind: 'trip'; tripName: TripState['tripName'] }
