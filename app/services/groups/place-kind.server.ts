import type { PaymentCommand } from '#app/domain/group/command.ts'
import type { Rules } from '#app/domain/group/rules.ts'
import type { Group } from '#app/domain/group/state.ts'
import type { CarpoolId, TripId } from '#app/domain/id.ts'
import type { Result } from '#app/domain/result.ts'
import type { CarpoolOfPoints } from '#db/queries/points.ts'
import type { GroupSnapshot } from './group-objects.server.ts'

/** What is specific to one kind of group when its places are paid. */
export type PlaceKind<S extends Group> = {
  rules: Pick<Rules<S>, 'refuseRepay' | 'payableUntil'>
  /** How the provider is told what a payment is for. */
  named(state: S): { carpoolId: CarpoolId } | { tripId: TripId }
  /** What the ledger records about points used here; null if this kind takes none. */
  pointsParams(state: S): CarpoolOfPoints | null
}

/** Access to the groups, as far as their payments need it. */
export type PlaceObjects<S extends Group> = {
  execute(id: S['id'], command: PaymentCommand, eventId?: string): Promise<Result<GroupSnapshot<S>>>
}
