import type { CarpoolOfPoints } from '#app/account/rows/points.server.ts'
import { rules as carpoolRules } from '#app/carpool/rules/rules.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import type { Kind } from '#app/group/rows/groups.server.ts'
import type { Rules } from '#app/group/rules/rules.ts'
import type { Group, PlaceIn } from '#app/group/rules/state.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import type { CarpoolId, TripId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import { rules as tripRules } from '#app/trip/rules/rules.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import type { GroupIdFor } from './group-id.server.ts'
import type { AllObjects, GroupObjects, GroupSnapshot } from './group-objects.server.ts'

/** What the payments of places need to know about their kind of group. */
export type PaidKind<S extends Group> = {
  rules: Rules<S>
  objectsIn(objects: AllObjects): GroupObjects<S>
  /** Whether a deposit is only held at first. */
  holdsDeposit: boolean
  /** The group, in the payment's metadata at the provider. */
  intentFor(state: S): { carpoolId: CarpoolId } | { tripId: TripId }
  /** The ledger's parameters for points used here; null if this kind takes no points. */
  pointsParams(state: S): CarpoolOfPoints | null
}

/** Payments for carpools. */
export const paidCarpools: PaidKind<CarpoolState> = {
  rules: carpoolRules,
  objectsIn: ({ carpools }) => carpools,
  holdsDeposit: true,
  intentFor: ({ id }) => ({ carpoolId: id }),
  pointsParams: ({ airportName: { zh, en }, carpoolAt }) => ({
    airportZh: zh,
    airportEn: en,
    carpoolAt,
  }),
}

/** Payments for trips. */
export const paidTrips: PaidKind<TripState> = {
  rules: tripRules,
  objectsIn: ({ trips }) => trips,
  holdsDeposit: false,
  intentFor: ({ id }) => ({ tripId: id }),
  pointsParams: () => null,
}

/** What is specific to one kind of group. `View`: a place as its owner sees it. */
export type GroupKind<S extends Group, View> = PaidKind<S> & {
  isId(id: string): id is S['id']
  /** The id of the group for one attempt to create it. */
  idFor: GroupIdFor<S['id']>
  /** The group that a participant's id belongs to; null if the id is not one of ours. */
  idOf(participantId: string): S['id'] | null
  /** Why nobody can join a group that does not exist. */
  unknown: ErrorCode
  view(snapshot: GroupSnapshot<S>, place: PlaceIn<S>, now: Instant): View
  /** The kind as stored in the rows. */
  name: Kind
}
