import { listPeople } from '#app/account/rows/people.server.ts'
import { recordView } from '#app/audit/audit.server.ts'
import type { CarpoolState } from '#app/carpool/rules/state.ts'
import { isLeap } from '#app/catalog/rules/pricing/leaps.ts'
import { type GroupFilter, listAllGroups } from '#app/group/rows/groups.server.ts'
import type { Say } from '#app/group/rules/extensions.ts'
import type { GroupKind } from '#app/group/rules/group-name.ts'
import { confirmedPeople } from '#app/group/rules/state.ts'
import { isCarpoolId, isTripId } from '#app/group/service/group-id.server.ts'
import type { GroupSnapshot, Objects } from '#app/group/service/group-objects.server.ts'
import { tripRowOf } from '#app/group/service/group-rows.server.ts'
import { cutPage, type PageOf, readCursor } from '#app/kernel/cursor.ts'
import type { AdminId, GroupId, ParticipantId } from '#app/kernel/id.ts'
import type { MinorUnits } from '#app/kernel/money.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import { within } from '#app/kernel/within.ts'
import { listFailedRefundsOf, NOTHING_OWED } from '#app/payments/rows/failed-refunds.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { listUnsentSms } from '#app/reminders/rows/text-messages.server.ts'
import { findTripTexts } from '#app/trip/rows/trips.server.ts'
import { isRaiseForMembers } from '#app/trip/rules/decide-own.ts'
import type { TripState } from '#app/trip/rules/state.ts'
import { type TripView, tripView } from '#app/trip/service/trip-views.server.ts'
import { type GroupRow, type GroupView, groupRow, groupView } from './group-views.server.ts'

type GroupQuery = Omit<GroupFilter, 'after'> & { cursor?: string }

/**
 * How long a response waits for a cancelled group's refunds to start; the object continues by
 * itself.
 */
const REFUNDS_WAIT_MS = 4000

type Snapshot = GroupSnapshot<CarpoolState | TripState>

// What administrators see of carpools and trips, and do to them. Lists come from the read model,
// details of one group from its object. A group of the other kind is not found.

/** Whether a group of this kind can have the id. */
const isOf = (kind: GroupKind, id: string): id is GroupId =>
  kind === 'carpool' ? isCarpoolId(id) : isTripId(id)

async function findGroup(
  context: Needs<'db' | 'clock'> & Objects,
  kind: GroupKind,
  id: string,
): Promise<Result<GroupView>> {
  const { objects } = context
  const found = isOf(kind, id) ? await objects.of(id).snapshot(id) : ok(null)
  if (!found.ok) return found
  return found.value ? ok(await viewOf(context, found.value)) : fail('notFound')
}

async function viewOf(
  { db, clock }: Needs<'db' | 'clock'>,
  snapshot: Snapshot,
): Promise<GroupView> {
  const ids = new Set(snapshot.state.participants.map((p) => p.userId))
  const [people, failed] = await Promise.all([
    listPeople(db, [...ids]),
    listFailedRefundsOf(db, snapshot.state.id),
  ])
  return groupView(snapshot, people, failed, clock.now())
}

async function decide(
  context: Needs<'db' | 'clock'> & Objects,
  kind: GroupKind,
  id: string,
  command: AdminCommand,
) {
  const { objects } = context
  if (!isOf(kind, id)) return fail('notFound')
  const group = objects.of(id)
  const said = await group.execute(id, command)
  if (!said.ok) return said
  // Waits briefly; if it fails, the object has its alarm.
  await within(REFUNDS_WAIT_MS, group.poke(id)).catch(() => null)
  return findGroup(context, kind, id)
}

const saying =
  <Type extends AdminCommand['type']>(type: Type) =>
  (
    context: Needs<'db' | 'clock'> & Objects,
    kind: GroupKind,
    id: string,
    command: Omit<Say<Type>, 'type'>,
  ): Promise<Result<GroupView>> =>
    decide(context, kind, id, { type, ...command } as Say<Type>)

/**
 * Assigns a car to a complete group, or replaces it; its passengers are notified ten minutes later.
 * Fails with operationExpired, licenceExpired, tooFewSeats, validationFailed (places, meetAt,
 * reason), versionConflict, or needsConfirmation with the warnings to confirm.
 */
export const giveCar = saying('assignCar')

/** Withdraws a car; passengers who know of it are notified. Repeating it has no further effect. */
export const unassignCar = saying('unassignCar')

/** Records that somebody has dealt with a passenger whom the driver did not find. */
export const settleMissed = saying('settleMissed')

/**
 * Keeps a ride as it is although a flight has changed; its passenger gets the reason. Repeating it
 * has no further effect. Fails with versionConflict if the flight has changed again.
 */
export const settleFlight = saying('settleFlight')

/**
 * Carpools or trips in any state, the latest first; one query. An invalid cursor starts at the
 * beginning.
 */
export async function readGroups(
  { db }: Needs<'db'>,
  kind: GroupKind,
  { cursor, limit, ...rest }: GroupQuery,
): Promise<PageOf<GroupRow>> {
  const filter = { ...rest, after: readCursor(cursor), limit: limit + 1 }
  const rows = await listAllGroups(db, kind, filter)
  return cutPage(rows.map(groupRow), limit, (row) => row)
}

/**
 * One group with all its current and former members, and who gets what if it is cancelled in
 * its current state. The view is recorded.
 */
export async function openGroup(
  context: Needs<'db' | 'clock'> & Objects,
  by: AdminId,
  kind: GroupKind,
  id: string,
): Promise<Result<GroupView>> {
  const found = await findGroup(context, kind, id)
  if (found.ok) await recordView(context, by, 'groupViewed', id)
  return found
}

/**
 * Cancels a group: all members are released, notified (with the reason, if there is one) and
 * refunded. Repeating it, even by
 * another administrator, has no further effect. Fails with operationExpired if there is nothing
 * left to cancel. The refunds have started when this answers, or start soon after.
 */
export const cancelGroup = (
  context: Needs<'db' | 'clock'> & Objects,
  kind: GroupKind,
  id: string,
  by: AdminId,
  { zh, en } = { zh: '', en: '' },
): Promise<Result<GroupView>> => {
  const note = { ...(zh && { noteZh: zh }), ...(en && { noteEn: en }) }
  return decide(context, kind, id, { type: 'cancelGroup', by, ...(zh + en && { note }) })
}

/**
 * Refunds a member whose group was closed, and notifies them. Repeating it has no further
 * effect. Fails with operationExpired if there is nothing to refund or the group is not closed.
 * The refund starts as above.
 */
export const refundPlace = (
  context: Needs<'db' | 'clock'> & Objects,
  kind: GroupKind,
  id: string,
  participantId: ParticipantId,
  by: AdminId,
): Promise<Result<GroupView>> =>
  decide(context, kind, id, { type: 'refundPlace', participantId, by })

/** The places whose text message about their car may not have arrived. */
export async function readUnsentSms(
  { db, clock }: Needs<'db' | 'clock'>,
  id: GroupId,
): Promise<ParticipantId[]> {
  return (await listUnsentSms(db, id, clock.now())).map((place) => place.id)
}

/**
 * What a new balance price would mean: the previous price, how many have joined at it, until
 * when they can leave free of charge, whether it is a raise for them, and whether it is large.
 * Null if there is no such trip.
 */
export async function weighBalancePrice(
  { objects }: Objects,
  id: string,
  balancePrice: MinorUnits,
) {
  const found = isTripId(id) ? await objects.trips.snapshot(id) : ok(null)
  if (!found.ok || !found.value) return null
  const { state } = found.value
  const joined = confirmedPeople(state)
  const isRaise = isRaiseForMembers(state, balancePrice)
  const isLarge = isLeap({
    name: 'balancePrice',
    before: state.balancePrice,
    after: balancePrice,
  })
  const asksPassword = isRaise || isLarge
  const [from, to, until] = [state.balancePrice, balancePrice, state.cutoffAt]
  return { from, to, joined, until, isRaise, isLeap: isLarge, asksPassword }
}

/**
 * Sets a trip's price per person on top of the deposit; possible until someone has paid it. If
 * people have joined, each of them is notified of a raise, and a raise that leaves them less
 * than 48 hours to leave fails with operationExpired (decision 0009).
 */
export async function changeBalancePrice(
  { objects, db, clock }: Needs<'db' | 'clock'> & Objects,
  id: string,
  by: AdminId,
  balancePrice: MinorUnits,
): Promise<Result<TripView>> {
  if (!isTripId(id)) return fail('notFound')
  const set = await objects.trips.execute(id, { type: 'setBalancePrice', balancePrice, by })
  if (!set.ok) return set
  const { state } = set.value
  const read = {
    trip: tripRowOf(state, { version: state.version }),
    place: null,
    texts: (await findTripTexts(db, id)) ?? null,
    owed: NOTHING_OWED,
    viewer: null,
  }
  return ok(tripView(read, clock.now()))
}

export type PriceChange = NonNullable<Awaited<ReturnType<typeof weighBalancePrice>>>

/** Administrators' commands for a group of either kind. */
type AdminCommand = Say<
  'cancelGroup' | 'refundPlace' | 'assignCar' | 'unassignCar' | 'settleMissed' | 'settleFlight'
>
