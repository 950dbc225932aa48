import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { carpoolIdFor, carpoolIdOf, isCarpoolId } from '#app/group/service/group-id.server.ts'
import { type GroupKind, paidCarpools } from '#app/group/service/group-kind.server.ts'
import { type CarpoolRecord, carpoolRecord } from './carpool-views.server.ts'

/** Carpools as a kind of group (app/group/service/groups.server.ts). */
export const carpoolKind: GroupKind<CarpoolState, CarpoolRecord> = {
  ...paidCarpools,
  isId: isCarpoolId,
  idFor: carpoolIdFor,
  idOf: carpoolIdOf,
  unknown: 'invalidCarpool',
  view: carpoolRecord,
  name: 'carpool',
}
