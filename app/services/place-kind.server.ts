import type { CarpoolOfPoints } from '#db/queries/points.ts'
import type { PaymentCommand } from '../domain/group/command.ts'
import type { Rules } from '../domain/group/rules.ts'
import type { Group } from '../domain/group/state.ts'
import type { CarpoolId, TripId } from '../domain/id.ts'
import type { Result } from '../domain/result.ts'
import type { GroupSnapshot } from './group-objects.server.ts'

/** What a kind of group says for itself where its places are paid. */
export type PlaceKind<S extends Group> = {
  rules: Pick<Rules<S>, 'refuseRepay' | 'payableUntil'>
  /** How the provider is told what a payment is for. */
  named(state: S): { carpoolId: CarpoolId } | { tripId: TripId }
  /** What the ledger is told of points put in; null: this kind takes none. */
  pointsParams(state: S): CarpoolOfPoints | null
}

/** The way to the groups, as far as their payments need it. */
export type PlaceObjects<S extends Group> = {
  execute(id: S['id'], command: PaymentCommand, eventId?: string): Promise<Result<GroupSnapshot<S>>>
}
