import type { Db } from '#db/db.ts'
import { type GroupFilter, listAllCarpools, listAllTrips, listPeople } from '#db/queries/admin-groups.ts'
import type { CarpoolObject } from '#workers/carpool/carpool.ts'
import type { TripObject } from '#workers/trip/trip.ts'
import type { CarpoolState } from '../../domain/carpool/state.ts'
import type { Say } from '../../domain/group/command.ts'
import type { AdminId, ParticipantId } from '../../domain/id.ts'
import type { MinorUnits } from '../../domain/money.ts'
import { fail, ok, type Result } from '../../domain/result.ts'
import type { Clock } from '../../domain/time.ts'
import type { TripState } from '../../domain/trip/state.ts'
import { isCarpoolId } from '../carpool-id.server.ts'
import { createCarpoolObjects } from '../carpool-objects.server.ts'
import { readCursor, writeCursor } from '../cursor.server.ts'
import type { GroupSnapshot, PokeReport } from '../group-objects.server.ts'
import { isTripId } from '../trip-id.server.ts'
import { createTripObjects } from '../trip-objects.server.ts'
import { tripRowOf } from '../trip-rows.server.ts'
import { type TripView, tripView } from '../trip-views.server.ts'
import {
  carpoolGroup,
  carpoolRow,
  type GroupKind,
  type GroupRow,
  type GroupView,
  tripGroup,
  tripRow,
} from './group-views.server.ts'

export type {
  GroupAbout,
  GroupKind,
  GroupPlace,
  GroupRow,
  GroupView,
  NamedRefund,
} from './group-views.server.ts'
export type GroupQuery = Omit<GroupFilter, 'after'> & { cursor?: string }

/** How long an answer waits for the money of a cancelled group to be on its way; the object goes on with it by itself. */
const REFUNDS_WAIT_MS = 4000

type Deps = {
  db: Db
  clock: Clock
  carpools: DurableObjectNamespace<CarpoolObject>
  trips: DurableObjectNamespace<TripObject>
}
type Snapshot = GroupSnapshot<CarpoolState> | GroupSnapshot<TripState>

/**
 * What those who run the service see of carpools and trips, and do to them. Lists come from the read model, everything
 * about one of them from its object. A group of another kind is not found.
 */
export function createAdminGroups({ db, clock, ...namespaces }: Deps) {
  const carpools = createCarpoolObjects(namespaces.carpools)
  const trips = createTripObjects(namespaces.trips)

  /** What is asked of one group, whichever kind it is; null for an id that no group of the kind can have. */
  function reach(kind: GroupKind, id: string) {
    if (kind === 'carpool' && isCarpoolId(id)) return ways(carpools, id)
    return kind === 'trip' && isTripId(id) ? ways(trips, id) : null
  }

  async function find(kind: GroupKind, id: string): Promise<Result<GroupView>> {
    const found = (await reach(kind, id)?.snapshot()) ?? ok(null)
    if (!found.ok) return found
    return found.value ? ok(await view(found.value)) : fail('notFound')
  }

  async function view(snapshot: Snapshot): Promise<GroupView> {
    const ids = new Set(snapshot.state.participants.map((p) => p.userId))
    const people = await listPeople(db, [...ids])
    return isTrip(snapshot) ? tripGroup(snapshot, people) : carpoolGroup(snapshot, people)
  }

  async function giveBack(kind: GroupKind, id: string, command: GiveBack): Promise<Result<GroupView>> {
    const group = reach(kind, id)
    if (!group) return fail('notFound')
    const said = await group.execute(command)
    if (!said.ok) return said
    await soon(group.poke())
    return find(kind, id)
  }

  return {
    /** Carpools or trips in any state, the latest first; one query. A cursor that is none starts at the beginning. */
    async list(
      kind: GroupKind,
      { cursor, limit, ...rest }: GroupQuery,
    ): Promise<{ items: GroupRow[]; nextCursor: string | null }> {
      const filter = { ...rest, after: cursor ? readCursor(cursor) : null, limit: limit + 1 }
      const rows =
        kind === 'carpool'
          ? (await listAllCarpools(db, filter)).map(carpoolRow)
          : (await listAllTrips(db, filter)).map(tripRow)
      const items = rows.slice(0, limit)
      const last = items.at(-1)
      return { items, nextCursor: rows.length > limit && last ? writeCursor(last) : null }
    },

    /** One group with everybody who is or was in it, and who gets what if it is cancelled as it is now. */
    find,

    /**
     * Cancels it: everybody is let go, told, and gets back what she paid. Said twice, by whomever, it is done once. Fails with
     * operationExpired when there is nothing to cancel any more. The money is on its way when this answers, or soon after.
     */
    cancel: (kind: GroupKind, id: string, by: AdminId): Promise<Result<GroupView>> =>
      giveBack(kind, id, { type: 'cancelGroup', by }),

    /**
     * Gives somebody her money back whose group was closed, and tells her. Said twice, it is done once. Fails with
     * operationExpired where there is nothing of hers, or the group is not closed. The money is on its way as above.
     */
    refundPlace: (
      kind: GroupKind,
      id: string,
      participantId: ParticipantId,
      by: AdminId,
    ): Promise<Result<GroupView>> => giveBack(kind, id, { type: 'refundPlace', participantId, by }),

    /** Sets what a trip costs a person beside the deposit, until somebody has paid it. */
    async setBalancePrice(id: string, by: AdminId, balancePrice: MinorUnits): Promise<Result<TripView>> {
      if (!isTripId(id)) return fail('notFound')
      const set = await trips.execute(id, { type: 'setBalancePrice', balancePrice, by })
      if (!set.ok) return set
      const { state } = set.value
      return ok(tripView(tripRowOf(state, state.version, null, []), null, clock.now()))
    },
  }
}

/** What gives money back. */
type GiveBack = Say<'cancelGroup' | 'refundPlace'>

type Objects<Id> = {
  snapshot(id: Id): Promise<Result<Snapshot | null>>
  execute(id: Id, command: GiveBack): Promise<Result<Snapshot>>
  poke(id: Id): Promise<Result<PokeReport>>
}

const ways = <Id>(objects: Objects<Id>, id: Id) => ({
  snapshot: () => objects.snapshot(id),
  execute: (command: GiveBack) => objects.execute(id, command),
  poke: () => objects.poke(id),
})

const isTrip = (snapshot: Snapshot): snapshot is GroupSnapshot<TripState> => 'tripName' in snapshot.state

/** Waits for it, but not long. Should it fail, the object has its alarm. */
async function soon(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), REFUNDS_WAIT_MS)
  })
  await Promise.race([work.catch(() => null), late])
  clearTimeout(timer)
}
